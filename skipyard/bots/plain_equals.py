"""A game in which no two moves come to the same."""

from typing import Any

from skipyard.core import rule


@rule
def distinct(s: Any, legal: Any, n: int) -> int:
    """All moves are kept."""
    return n
