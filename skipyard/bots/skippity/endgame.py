"""Exact endgames of Skippity for three or four players, by max-n search.

A position has a value for each seat, and every player maximises their own. Ties are broken against
the next player, then the one after, so that values do not depend on the order of moves. Positions
are on an explicit stack, as in alpha_beta.py. Every line is searched to the end of the game; if the
budget runs out first, there is no result.
"""

from typing import Any

from skipyard.bots.skippity.evaluation import final_chances
from skipyard.bots.skippity.position_keys import TO_THE_END, key_of_board, key_of_turn
from skipyard.bots.skippity.search_buffers import (
    BEST,
    BUDGET,
    DEPTH,
    NODES,
    STOP,
    VALUE,
    number,
    try_out,
)
from skipyard.core import NONE, Record, copy, loop, rule
from skipyard.games.skippity.board import SEATS
from skipyard.games.skippity.rules import moves

# Columns of the transposition table `memory`. A zeroed row is empty: that a position has key 0 is
# as good as impossible (1 in 2 ** 64).
KEY, CHANCES = 0, 1
WIDTH = CHANCES + SEATS


class Frame(Record):
    """The state of the search at one position on the stack."""

    board, key = number(), number()
    n, at, chosen = number(), number(), number()  # moves; the current one; the best


@loop
def solve(stack: Any, values: Any, states: Any, lists: Any, memory: Any, tally: Any) -> None:
    """Write the root's value to the player on turn and the best move into the tally."""
    ply, stack[0].board = 0, key_of_board(states[0])
    while True:
        answered = enter(stack[ply], values[ply], states[ply], lists[ply], memory, tally)
        while answered:  # return to the parent until a position has moves left
            if tally[STOP]:
                return
            if ply == 0:
                tally[BEST], tally[VALUE] = stack[0].chosen, values[0, states[0].turn]
                tally[DEPTH] = TO_THE_END
                return
            ply -= 1
            f, s = stack[ply], states[ply]
            if f.chosen == NONE or is_better(values[ply + 1], values[ply], s.turn, s.seats):
                copy(values[ply + 1], values[ply], SEATS)
                f.chosen = lists[ply, f.at]
            f.at += 1
            answered = f.at == f.n
            if answered:
                row = memory[f.key & (len(memory) - 1)]
                row[KEY] = f.key
                copy(values[ply], row[CHANCES:], SEATS)
        f = stack[ply]
        stack[ply + 1].board = f.board ^ try_out(states, ply, lists[ply, f.at])
        ply += 1


@rule
def enter(f: Any, values: Any, s: Any, actions: Any, memory: Any, tally: Any) -> bool:
    """Evaluate a position at once if possible (True), or list its moves (False)."""
    tally[NODES] += 1
    if tally[NODES] >= tally[BUDGET]:
        tally[STOP] = 1
    if s.over:
        final_chances(s, values)
        return True
    f.key = f.board ^ key_of_turn(s)
    row = memory[f.key & (len(memory) - 1)]
    if row[KEY] == f.key:
        copy(row[CHANCES:], values, SEATS)
        return True
    f.n, f.at, f.chosen = moves(s, actions), 0, NONE
    return False


@rule
def is_better(one: Any, other: Any, me: int, seats: int) -> bool:
    """Whether a player prefers one outcome to another."""
    if one[me] != other[me]:
        return one[me] > other[me]
    for i in range(1, seats):
        seat = (me + i) % seats
        if one[seat] != other[seat]:
            return one[seat] < other[seat]
    return False
