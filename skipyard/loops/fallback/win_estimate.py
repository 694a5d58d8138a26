"""A guess at who wins, for a game without one of its own: everybody is as likely."""

from typing import Any

from skipyard.core import rule


@rule
def win_estimate(s: Any, seat: int) -> float:
    """The same for every seat."""
    return 0.5
