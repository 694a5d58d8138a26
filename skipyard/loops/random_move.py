"""A random move of Skip-Bo in a GPU's thread; made.py has the same file for every other game."""

from typing import Any

from skipyard.core import cheap_below, rule
from skipyard.games.skipbo.rules import moves
from skipyard.loops.nth_move import nowhere, nth


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """Any legal action: `stepping.random_move` without a list; see nth.py."""
    return nth_move(s, cheap_below(dice, count_moves(s)), memory)


@rule
def count_moves(s: Any) -> int:
    """How many actions are legal."""
    return moves(s, nowhere())


@rule
def nth_move(s: Any, number: int, memory: Any) -> int:
    """The legal action with this number in the list that there would be."""
    memory[0] = number
    moves(s, nth(memory))
    return memory[1]
