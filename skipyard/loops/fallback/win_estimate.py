"""The default estimate of who wins: every seat is equally likely."""

from typing import Any

from skipyard.core import rule


@rule
def win_estimate(s: Any, seat: int) -> float:
    """The same for every seat."""
    return 0.5
