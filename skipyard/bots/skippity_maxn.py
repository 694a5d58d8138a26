"""Skippity for three or four: max-n search, in which everybody seeks their own best.

A position is worth a number to each seat. Of moves that are worth the same to the player on turn,
the one is taken that leaves least to the next, and so on: values do not hang on the order of moves.
Depth counts turns, and positions lie on a stack, as in skippity_alphabeta.py.
"""

from typing import Any

from skipyard.bots.skippity_desk import (
    BEST,
    BUDGET,
    DEPTH,
    GUESSES,
    NODES,
    STOP,
    VALUE,
    bring_best,
    number,
    rank,
    try_out,
)
from skipyard.bots.skippity_keys import TO_THE_END, key_of_board, key_of_turn
from skipyard.bots.skippity_worth import chances, final_chances
from skipyard.core import NONE, Record, copy, loop, rule
from skipyard.games.skippity.board import SEATS
from skipyard.games.skippity.rules import moves

# What is remembered of a position: places in a row of `memory`.
KEY, DEPTH_SEEN, ACTION, CHANCES = 0, 1, 2, 3
WIDTH = CHANCES + SEATS


class Frame(Record):
    """How far the search has got with one position."""

    board, key = number(), number()
    depth, n, at = number(), number(), number()  # turns; legal moves; the one being looked at
    chosen, guesses = number(), number()


@loop
def deepen(
    stack: Any,
    found: Any,
    states: Any,
    room: Any,
    ranks: Any,
    memory: Any,
    history: Any,
    tally: Any,
) -> None:
    """Look deeper and deeper until the budget is spent or the end of the game was seen."""
    depth = 1
    while depth < TO_THE_END and not tally[STOP]:
        guesses = tally[GUESSES]
        stack[0].board, stack[0].depth = key_of_board(states[0]), depth
        search(stack, found, states, room, ranks, memory, history, tally)
        if not tally[STOP]:
            tally[VALUE], tally[DEPTH] = found[0, states[0].turn], depth
            if tally[GUESSES] == guesses:  # all lines were followed to the end
                tally[DEPTH] = TO_THE_END
                return
        depth += 1


@rule
def search(
    stack: Any,
    found: Any,
    states: Any,
    room: Any,
    ranks: Any,
    memory: Any,
    history: Any,
    tally: Any,
) -> None:
    """What the root is worth to each seat, in `found[0]`; its best move is in the tally."""
    ply = 0
    while True:
        answered = enter(
            stack[ply], found[ply], states[ply], room[ply], ranks[ply], memory, history, tally, ply
        )
        while answered:  # go up with the answer to where there is more to look at
            if ply == 0 or tally[STOP]:
                return
            ply -= 1
            f, s = stack[ply], states[ply]
            if f.chosen == NONE or is_better(found[ply + 1], found[ply], s.turn, s.seats):
                copy(found[ply + 1], found[ply], SEATS)
                f.chosen = room[ply, f.at]
                if ply == 0:
                    tally[BEST] = f.chosen
            f.at += 1
            answered = f.at == f.n
            if answered:
                leave(f, found[ply], s, memory, history, tally)
        f = stack[ply]
        bring_best(room[ply], ranks[ply], f.at, f.n)
        stack[ply + 1].board = f.board ^ try_out(states, ply, room[ply, f.at])
        stack[ply + 1].depth = f.depth - (states[ply + 1].turn != states[ply].turn)
        ply += 1


@rule
def enter(
    f: Any,
    worth: Any,
    s: Any,
    actions: Any,
    ranks: Any,
    memory: Any,
    history: Any,
    tally: Any,
    ply: int,
) -> bool:
    """Answer a position at once, if possible, or make ready to look at its moves."""
    tally[NODES] += 1
    if tally[NODES] >= tally[BUDGET]:
        tally[STOP] = 1
    if s.over:
        final_chances(s, worth)
        return True
    if f.depth <= 0 and s.jumps == 0:
        tally[GUESSES] += 1
        chances(s, worth)
        return True
    f.key, hinted = f.board ^ key_of_turn(s), NONE
    row = memory[f.key & (len(memory) - 1)]
    if row[KEY] == f.key and row[DEPTH_SEEN] > 0:
        hinted = row[ACTION]
        if ply > 0 and row[DEPTH_SEEN] >= f.depth:
            tally[GUESSES] += row[DEPTH_SEEN] < TO_THE_END
            copy(row[CHANCES:], worth, SEATS)
            return True
    f.n, f.at, f.chosen, f.guesses = moves(s, actions), 0, NONE, tally[GUESSES]
    rank(s, actions, ranks, f.n, hinted, history)
    return False


@rule
def leave(f: Any, worth: Any, s: Any, memory: Any, history: Any, tally: Any) -> None:
    """Remember what was found about a position."""
    history[s.turn, f.chosen] += f.depth * f.depth
    row = memory[f.key & (len(memory) - 1)]
    row[KEY], row[ACTION] = f.key, f.chosen
    row[DEPTH_SEEN] = TO_THE_END if tally[GUESSES] == f.guesses else max(f.depth, 0)
    copy(worth, row[CHANCES:], SEATS)


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
