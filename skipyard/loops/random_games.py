"""Random games of Skip-Bo in one compiled loop; made.py has the same file for every other game."""

from typing import Any

from skipyard.core import cheap_below, loop
from skipyard.games.skipbo.rules import LONGEST, deal, moves, play


@loop
def random_games(
    template: Any, state: Any, key: Any, first: int, n: int, dice: Any, out: Any
) -> int:
    """Play games `first` to `first + n - 1` of a key at random; the number of moves."""
    played = 0
    for number in range(first, first + n):
        state[0] = template[0]
        s = state[0]
        deal(s, key, number)
        length = 0
        while not s.over and length < LONGEST:
            play(s, out[cheap_below(dice, moves(s, out))])
            length += 1
        played += length
    return played
