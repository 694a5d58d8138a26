"""Random games of Skip-Bo to their end; batch/made.py has the same file for every other game."""

from typing import Any

from skipyard.core import cheap_below, loop
from skipyard.games.skipbo.rules import LONGEST, moves, play


@loop
def play_out(states: Any, dice: Any, out: Any) -> None:
    """Play the first of the states at random until its game is over."""
    s, length = states[0], 0
    while not s.over and length < LONGEST:
        play(s, out[cheap_below(dice, moves(s, out))])
        length += 1
