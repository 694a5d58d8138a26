"""A random move in a GPU's thread, without a list of moves (see nth_move.py).

For untested versions of numba-cuda, listed_move.py has the same three functions with a list.
"""

from typing import Any

from skipyard.core import cheap_below, rule
from skipyard.games.skipbo.rules import moves
from skipyard.loops.nth_move import no_moves, nth

MEMORY = 2  # 32-bit numbers in a thread's memory: the index of a move, and the move


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """A legal action, uniformly at random."""
    return nth_move(s, cheap_below(dice, count_moves(s, memory)), memory)


@rule
def count_moves(s: Any, memory: Any) -> int:
    """How many actions are legal."""
    return moves(s, no_moves())


@rule
def nth_move(s: Any, number: int, memory: Any) -> int:
    """The legal action at this place of the list that `moves` would write."""
    memory[0] = number
    moves(s, nth(memory))
    return memory[1]
