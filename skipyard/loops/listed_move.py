"""A random move in a GPU's thread, from a list of all legal moves.

The slower replacement of random_move.py for untested versions of numba-cuda: it uses plain arrays.
"""

from typing import Any

from skipyard.core import cheap_below, rule
from skipyard.games.skipbo.rules import ACTIONS, moves

MEMORY = len(ACTIONS)  # 32-bit numbers in a thread's memory: the list


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """A legal action, uniformly at random."""
    return nth_move(s, cheap_below(dice, count_moves(s, memory)), memory)


@rule
def count_moves(s: Any, memory: Any) -> int:
    """How many actions are legal; it writes their list into the memory."""
    return moves(s, memory)


@rule
def nth_move(s: Any, number: int, memory: Any) -> int:
    """The legal action at this place of the list that `count_moves` has just written."""
    return memory[number]
