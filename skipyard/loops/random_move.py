"""A random move of Skip-Bo in a GPU's thread, without a list of moves (see nth_move.py).

Where numba-cuda is untested, listed_move.py has the same three functions with a list.
"""

from typing import Any

from skipyard.core import cheap_below, rule
from skipyard.games.skipbo.rules import moves
from skipyard.loops.nth_move import nowhere, nth

MEMORY = 2  # 32-bit numbers that a thread keeps: which move it wants, and that move


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """Any legal action, each as likely."""
    return nth_move(s, cheap_below(dice, count_moves(s, memory)), memory)


@rule
def count_moves(s: Any, memory: Any) -> int:
    """How many actions are legal."""
    return moves(s, nowhere())


@rule
def nth_move(s: Any, number: int, memory: Any) -> int:
    """The legal action that a list of them would have at this place."""
    memory[0] = number
    moves(s, nth(memory))
    return memory[1]
