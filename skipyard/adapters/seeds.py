"""From a library's seed to the keys of deals."""

from __future__ import annotations

from typing import Any

MOST = 2**62


def deal_number(chance: Any) -> int:
    """The number of the next deal of a numpy generator."""
    return int(chance.integers(MOST))
