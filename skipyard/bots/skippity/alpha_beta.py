"""Skippity for two: alpha-beta search, jump by jump, deepened turn by turn.

Depth counts turns: a chain is looked at to its end. Values are those of the player on turn. The
positions from the root to the one being looked at lie on a stack, a frame each: Numba cannot keep
a function that calls itself.
"""

from typing import Any

from skipyard.bots.skippity.evaluation import balance, final_balance
from skipyard.bots.skippity.position_keys import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    TO_THE_END,
    action_in,
    bound_in,
    depth_in,
    key_of_board,
    key_of_turn,
    look_up,
    note_of,
    value_in,
    write_down,
)
from skipyard.bots.skippity.search_buffers import (
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
from skipyard.core import NONE, Record, loop, rule, wide
from skipyard.games.skippity.rules import moves

INFINITE = 20_000_000
LATE = 3  # moves after so many are looked at less deeply at first


class Frame(Record):
    """How far the search has got with one position."""

    board, key = number(), number()
    depth, alpha, beta = number(), number(), number()  # in turns; the window it was asked for
    n, at = number(), number()  # legal moves; the one being looked at
    top, less = number(), number()  # the window and the depth tried for that move
    floor, best, chosen = number(), number(), number()
    guesses = number()  # those made before this position


@loop
def deepen(
    stack: Any, states: Any, room: Any, ranks: Any, memory: Any, history: Any, tally: Any
) -> None:
    """Look deeper and deeper until the budget is spent or the end of the game was seen."""
    depth = 1
    while depth < TO_THE_END and not tally[STOP]:
        guesses = tally[GUESSES]
        root = stack[0]
        root.board = key_of_board(states[0])
        root.depth, root.alpha, root.beta = depth, -INFINITE, INFINITE
        value = search(stack, states, room, ranks, memory, history, tally)
        if not tally[STOP]:
            tally[VALUE], tally[DEPTH] = value, depth
            if tally[GUESSES] == guesses:  # all lines were followed to the end
                tally[DEPTH] = TO_THE_END
                return
        depth += 1


@rule
def search(
    stack: Any, states: Any, room: Any, ranks: Any, memory: Any, history: Any, tally: Any
) -> int:
    """What the root is worth within its window; its best move is in the tally."""
    ply = 0
    while True:
        value, answered = enter(
            stack[ply], states[ply], room[ply], ranks[ply], memory, history, tally, ply
        )
        while answered:  # go up with the answer to where there is more to look at
            if ply == 0 or tally[STOP]:
                return value
            ply -= 1
            f = stack[ply]
            if states[ply + 1].turn != states[ply].turn:
                value = -value
            if value > f.floor and (
                f.top < f.beta or f.less > 0
            ):  # better than thought: look again
                f.top, f.less = f.beta, 0
                answered = False
            else:
                take(f, value, room[ply, f.at])
                if ply == 0 and value == f.best:
                    tally[BEST] = f.chosen
                answered = f.at == f.n or f.floor >= f.beta
                if answered:
                    value = f.best
                    leave(f, states[ply], memory, history, tally)
                else:
                    f.top, f.less = f.floor + 1, f.at > LATE and f.depth > 1
        descend(stack, states, room, ranks, ply)
        ply += 1


@rule
def enter(
    f: Any, s: Any, actions: Any, ranks: Any, memory: Any, history: Any, tally: Any, ply: int
) -> Any:
    """Answer a position at once, if possible, or make ready to look at its moves."""
    tally[NODES] += 1
    if tally[NODES] >= tally[BUDGET]:
        tally[STOP] = 1
    if s.over:
        return final_balance(s), True
    if f.depth <= 0 and s.jumps == 0:
        tally[GUESSES] += 1
        return balance(s), True
    f.key = f.board ^ key_of_turn(s)
    note, hinted = look_up(memory, f.key), NONE
    if note != 0:
        hinted = action_in(note)
        value, bound = value_in(note), bound_in(note)
        fits = bound == EXACTLY or (value >= f.beta if bound == AT_LEAST else value <= f.alpha)
        if ply > 0 and fits and depth_in(note) >= f.depth:
            tally[GUESSES] += depth_in(note) < TO_THE_END
            return value, True
    f.n, f.at = moves(s, actions), 0
    rank(s, actions, ranks, f.n, hinted, history)
    f.floor, f.best, f.chosen, f.guesses = f.alpha, -INFINITE, NONE, tally[GUESSES]
    f.top, f.less = f.beta, 0
    return wide(0), False


@rule
def descend(stack: Any, states: Any, room: Any, ranks: Any, ply: int) -> None:
    """Make the move that comes next, and ask what it leads to."""
    f, below = stack[ply], stack[ply + 1]
    bring_best(room[ply], ranks[ply], f.at, f.n)
    below.board = f.board ^ try_out(states, ply, room[ply, f.at])
    below.depth = f.depth - f.less
    if states[ply + 1].turn != states[ply].turn:
        below.depth -= 1
        below.alpha, below.beta = -f.top, -f.floor
    else:
        below.alpha, below.beta = f.floor, f.top


@rule
def take(f: Any, value: int, action: int) -> None:
    """Count a move that was looked at."""
    if value > f.best:
        f.best, f.chosen = value, action
    f.floor = max(f.floor, value)
    f.at += 1


@rule
def leave(f: Any, s: Any, memory: Any, history: Any, tally: Any) -> None:
    """Remember what was found about a position."""
    if f.best >= f.beta:
        history[s.turn, f.chosen] += f.depth * f.depth
    depth = TO_THE_END if tally[GUESSES] == f.guesses else max(f.depth, 0)
    bound = AT_LEAST if f.best >= f.beta else EXACTLY if f.best > f.alpha else AT_MOST
    write_down(memory, f.key, note_of(f.best, f.chosen, depth, bound))
