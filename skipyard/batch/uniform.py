"""The player who takes any legal move; a bot's file stands in its place where a bot plays."""

from typing import Any

from skipyard.core import rule, spin


@rule
def choose(bot: int, v: Any, legal: Any, n: int, dice: Any) -> int:
    """Any legal move."""
    return legal[spin(dice, n)]
