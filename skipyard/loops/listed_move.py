"""A random move of Skip-Bo in a GPU's thread, from a list of all legal moves.

The slow stand-in for random_move.py where numba-cuda is untested: its lists are ordinary arrays.
"""

from typing import Any

from skipyard.core import cheap_below, rule
from skipyard.games.skipbo.rules import ACTIONS, moves

MEMORY = len(ACTIONS)  # 32-bit numbers that a thread keeps: the list


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """Any legal action, each as likely."""
    return nth_move(s, cheap_below(dice, count_moves(s, memory)), memory)


@rule
def count_moves(s: Any, memory: Any) -> int:
    """How many actions are legal; the list of them is left in the memory."""
    return moves(s, memory)


@rule
def nth_move(s: Any, number: int, memory: Any) -> int:
    """The legal action at this place of the list that `count_moves` has just left."""
    return memory[number]
