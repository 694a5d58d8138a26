"""What both searches of Skippity share: their counters, trying a move, and move ordering."""

from typing import Any

import numpy as np

from skipyard.bots.skippity.position_keys import key_of_jump
from skipyard.core import Field, rule, wide
from skipyard.games.skippity.actions import ACTIONS, Kind
from skipyard.games.skippity.board import colour_at
from skipyard.games.skippity.rules import play

# Indices of `tally`: a search's counters, limits and results.
NODES, BUDGET, STOP = 0, 1, 2
GUESSES = 3  # positions that were estimated before the end of the game
BEST, VALUE, DEPTH = 4, 5, 6  # the best move, its value, and the depth in turns
TALLY = 7

FIRST = 1 << 40  # rank of the move that was best before
ENOUGH, COLOUR_RANK = 40, 4  # skippers of a colour; rank for each one below that


def number() -> Any:
    """A field for a whole number."""
    return Field(np.int64, ())


@rule
def try_out(states: Any, ply: int, action: int) -> int:
    """Make a move on a copy, one place up the stack; return the change of the board's key."""
    states[ply + 1] = states[ply]
    change = wide(0)
    if ACTIONS[action].kind == Kind.JUMP:
        change = wide(key_of_jump(states[ply], ACTIONS[action]))
    play(states[ply + 1], action)
    return change


@rule
def rank(s: Any, actions: Any, ranks: Any, n: int, hinted: int, history: Any) -> None:
    """Rank the moves, so that promising ones are searched first."""
    for i in range(n):
        action = actions[i]
        move = ACTIONS[action]
        ranks[i] = history[s.turn, action]
        if move.kind == Kind.JUMP:
            colour = colour_at(s, move.over_row, move.over_column)
            ranks[i] += COLOUR_RANK * (ENOUGH - wide(s.captured[s.turn, colour - 1]))
        if action == hinted:
            ranks[i] = FIRST


@rule
def bring_best(actions: Any, ranks: Any, i: int, n: int) -> None:
    """Move the highest-ranked of the moves from `i` on to place `i`."""
    best = i
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    ranks[i], ranks[best] = ranks[best], ranks[i]
