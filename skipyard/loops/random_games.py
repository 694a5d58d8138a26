"""Whole random games in one compiled loop."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import deal
from skipyard.loops.random_finish import play_out


@loop
def random_games(
    template: Any, state: Any, key: Any, first: int, n: int, dice: Any, out: Any
) -> int:
    """Play games `first` to `first + n - 1` of a key at random; return the number of moves."""
    played = 0
    for number in range(first, first + n):
        state[0] = template[0]
        deal(state[0], key, number)
        played += play_out(state, dice, out)
    return played
