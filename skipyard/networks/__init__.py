"""Trained networks at play: they are read from a file of numbers and need NumPy and Numba only.

`skipyard train` makes them (skipyard/learn), `policy:FILE` plays them (skipyard/bots).
"""
