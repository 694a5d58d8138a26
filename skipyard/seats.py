"""Seats are numbered from 0; this is none of them. Rules have it from `core`, which needs Numba."""

NOBODY = -1
