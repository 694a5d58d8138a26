"""The random player, also the default for games without bots of their own."""

from typing import Any

from skipyard.core import cheap_below, rule


@rule
def choose(bot: int, v: Any, legal: Any, n: int, dice: Any) -> int:
    """A random legal move, whichever bot was asked for."""
    return legal[cheap_below(dice, n)]
