"""The laws that every game must keep, as a plug-in for pytest: `pytest --skipyard-game NAME`.

Only this package imports pytest, Hypothesis and SciPy; nothing else in Skipyard imports it.
"""
