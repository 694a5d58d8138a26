"""The number of no seat, in a file of its own: importing `core` would import Numba."""

NOBODY = -1
