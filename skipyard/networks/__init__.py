"""Trained networks at play: they are read from a file of numbers and need NumPy and Numba only.

`skipyard train` makes them (skipyard/learn); the bots `policy`, `policy:FILE` and `champion` play
them (skipyard/bots). Each kind of network is a module with an `Evaluation` (weights.py).
"""
