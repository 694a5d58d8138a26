"""A random move of Skip-Bo in a GPU's thread; made.py has the same file for every other game."""

from typing import Any

from skipyard.batch.nth import nowhere, nth
from skipyard.core import rule, spin
from skipyard.games.skipbo.rules import moves


@rule
def random_move(s: Any, dice: Any, memory: Any) -> int:
    """Any legal action: `stepping.random_move` without a list; see nth.py."""
    memory[0] = spin(dice, moves(s, nowhere()))
    moves(s, nth(memory))
    return memory[1]
