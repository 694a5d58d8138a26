"""Numbers of deals from a library's random generator."""

from __future__ import annotations

import numpy as np

DEALS = 2**62


def deal_number(chance: np.random.Generator) -> int:
    """The number of the next deal of a numpy generator."""
    return int(chance.integers(DEALS))
