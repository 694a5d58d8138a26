"""From a library's seed to the keys of deals."""

from __future__ import annotations

import numpy as np

MOST = 2**62


def deal_number(chance: np.random.Generator) -> int:
    """The number of the next deal of a numpy generator."""
    return int(chance.integers(MOST))
