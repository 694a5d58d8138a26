"""A game that nobody can judge halfway: its playouts go to the end."""

from typing import Any

from skipyard.core import rule


@rule
def outlook(s: Any, seat: int) -> float:
    """As good as any other's."""
    return 1.0 / s.seats
