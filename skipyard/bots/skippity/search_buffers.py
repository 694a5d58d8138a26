"""What looking ahead in Skippity needs: its counts, trying out a move, and which to try first."""

from typing import Any

import numpy as np

from skipyard.bots.skippity.position_keys import key_of_jump
from skipyard.core import Field, rule, wide
from skipyard.games.skippity.actions import ACTIONS, Kind
from skipyard.games.skippity.board import colour_at
from skipyard.games.skippity.rules import play

# What a search counts, and what it is told: places in its `tally`.
NODES, BUDGET, STOP = 0, 1, 2
GUESSES = 3  # positions that were judged before the end of the game
BEST, VALUE, DEPTH = 4, 5, 6  # what was found, and in how many turns
TALLY = 7

FIRST = 1 << 40  # the rank of the move that was best before
ENOUGH, COLOUR_RANK = 40, 4  # skippers of a colour; the rank of each below that


def number() -> Any:
    """A field for a whole number."""
    return Field(np.int64, ())


@rule
def try_out(states: Any, ply: int, action: int) -> int:
    """Make a move on a copy, one place further on the stack; what it changes in the board's key."""
    states[ply + 1] = states[ply]
    change = wide(0)
    if ACTIONS[action].kind == Kind.JUMP:
        change = wide(key_of_jump(states[ply], ACTIONS[action]))
    play(states[ply + 1], action)
    return change


@rule
def rank(s: Any, actions: Any, ranks: Any, n: int, hinted: int, history: Any) -> None:
    """Guess which moves are good, so that they are looked at first."""
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
    """Bring the most promising of the moves from `i` on to place `i`."""
    best = i
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    ranks[i], ranks[best] = ranks[best], ranks[i]
