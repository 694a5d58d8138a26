"""One table, move by move, in one call a move: play, then list what is legal in ascending order."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import moves, play

OVER = -1


@loop
def advance(states: Any, action: int, out: Any) -> int:
    """Play an action, if it is one, and list the legal ones; their number, or OVER."""
    s = states[0]
    if action >= 0:
        play(s, action)
    if s.over != 0:
        return OVER
    n = moves(s, out)
    for i in range(1, n):  # rules list them nearly in order
        moved, j = out[i], i
        while j > 0 and out[j - 1] > moved:
            out[j] = out[j - 1]
            j -= 1
        out[j] = moved
    return n
