"""Skippity's endings for three or four, exactly: max-n, in which everybody seeks their own best.

A position is worth a number to each seat. Of moves that are worth the same to the player on turn,
the one is taken that leaves least to the next, and so on: values do not hang on the order of moves.
Positions lie on a stack, as in skippity_alphabeta.py; every line is followed to the end, or the
budget ends it all and nothing is known.
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

# What is remembered of a position: places in a row of `memory`. No position has key 0 (or one of
# 2 ** 64 has), so an empty row is nobody's.
KEY, CHANCES = 0, 1
WIDTH = CHANCES + SEATS


class Frame(Record):
    """How far the search has got with one position."""

    board, key = number(), number()
    n, at, chosen = number(), number(), number()  # legal moves; the one being looked at; the best


@loop
def solve(stack: Any, found: Any, states: Any, room: Any, memory: Any, tally: Any) -> None:
    """What the root is worth to the player on turn, and the best move, in the tally."""
    ply, stack[0].board = 0, key_of_board(states[0])
    while True:
        answered = enter(stack[ply], found[ply], states[ply], room[ply], memory, tally)
        while answered:  # go up with the answer to where there is more to look at
            if tally[STOP]:
                return
            if ply == 0:
                tally[BEST], tally[VALUE] = stack[0].chosen, found[0, states[0].turn]
                tally[DEPTH] = TO_THE_END
                return
            ply -= 1
            f, s = stack[ply], states[ply]
            if f.chosen == NONE or is_better(found[ply + 1], found[ply], s.turn, s.seats):
                copy(found[ply + 1], found[ply], SEATS)
                f.chosen = room[ply, f.at]
            f.at += 1
            answered = f.at == f.n
            if answered:
                row = memory[f.key & (len(memory) - 1)]
                row[KEY] = f.key
                copy(found[ply], row[CHANCES:], SEATS)
        f = stack[ply]
        stack[ply + 1].board = f.board ^ try_out(states, ply, room[ply, f.at])
        ply += 1


@rule
def enter(f: Any, worth: Any, s: Any, actions: Any, memory: Any, tally: Any) -> bool:
    """Answer a position at once, if possible, or make ready to look at its moves."""
    tally[NODES] += 1
    if tally[NODES] >= tally[BUDGET]:
        tally[STOP] = 1
    if s.over:
        final_chances(s, worth)
        return True
    f.key = f.board ^ key_of_turn(s)
    row = memory[f.key & (len(memory) - 1)]
    if row[KEY] == f.key:
        copy(row[CHANCES:], worth, SEATS)
        return True
    f.n, f.at, f.chosen = moves(s, actions), 0, NONE
    return False


@rule
def is_better(one: Any, other: Any, me: int, seats: int) -> bool:
    """Whether a player would rather have one outcome than another."""
    if one[me] != other[me]:
        return one[me] > other[me]
    for i in range(1, seats):
        seat = (me + i) % seats
        if one[seat] != other[seat]:
            return one[seat] < other[seat]
    return False
