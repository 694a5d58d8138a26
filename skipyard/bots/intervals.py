"""Intervals of shares."""

from __future__ import annotations

import math

Z = 1.959964  # 95 %


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    share, z = wins / games, Z
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return max(0.0, middle - half), min(1.0, middle + half)
