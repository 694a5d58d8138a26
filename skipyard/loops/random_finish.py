"""A random game from a state to its end."""

from typing import Any

from skipyard.core import cheap_below, loop
from skipyard.games.skipbo.rules import LONGEST, moves, play


@loop
def play_out(states: Any, dice: Any, out: Any) -> int:
    """Play the first state at random until the game is over; return the number of moves."""
    s, length = states[0], 0
    while not s.over and length < LONGEST:
        play(s, out[cheap_below(dice, moves(s, out))])
        length += 1
    return length
