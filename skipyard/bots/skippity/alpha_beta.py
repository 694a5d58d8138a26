"""Alpha-beta search of Skippity for two, with iterative deepening.

Depth counts turns: a chain is searched to its end. Values are from the point of view of the player
on turn. The positions from the root to the current one are on an explicit stack, a frame each,
because Numba cannot cache recursive functions.
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
    store,
    value_in,
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
LATE = 3  # moves after this many are searched with reduced depth first


class Frame(Record):
    """The state of the search at one position on the stack."""

    board, key = number(), number()
    depth, alpha, beta = number(), number(), number()  # in turns; the window of the search
    n, at = number(), number()  # moves; the current one
    top, less = number(), number()  # its upper bound and depth reduction
    floor, best, chosen = number(), number(), number()
    guesses = number()  # estimates made before this position


@loop
def deepen(
    stack: Any, states: Any, lists: Any, ranks: Any, memory: Any, history: Any, tally: Any
) -> None:
    """Search deeper and deeper until the budget is spent or every line ends the game."""
    depth = 1
    while depth < TO_THE_END and not tally[STOP]:
        guesses = tally[GUESSES]
        root = stack[0]
        root.board = key_of_board(states[0])
        root.depth, root.alpha, root.beta = depth, -INFINITE, INFINITE
        value = search(stack, states, lists, ranks, memory, history, tally)
        if not tally[STOP]:
            tally[VALUE], tally[DEPTH] = value, depth
            if tally[GUESSES] == guesses:  # every line was searched to the end of the game
                tally[DEPTH] = TO_THE_END
                return
        depth += 1


@rule
def search(
    stack: Any, states: Any, lists: Any, ranks: Any, memory: Any, history: Any, tally: Any
) -> int:
    """The value of the root within its window; its best move goes into the tally."""
    ply = 0
    while True:
        value, answered = enter(
            stack[ply], states[ply], lists[ply], ranks[ply], memory, history, tally, ply
        )
        while answered:  # return to the parent until a position has moves left
            if ply == 0 or tally[STOP]:
                return value
            ply -= 1
            f = stack[ply]
            if states[ply + 1].turn != states[ply].turn:
                value = -value
            if value > f.floor and (f.top < f.beta or f.less > 0):  # search again, unreduced
                f.top, f.less = f.beta, 0
                answered = False
            else:
                update(f, value, lists[ply, f.at])
                if ply == 0 and value == f.best:
                    tally[BEST] = f.chosen
                answered = f.at == f.n or f.floor >= f.beta
                if answered:
                    value = f.best
                    remember(f, states[ply], memory, history, tally)
                else:
                    f.top, f.less = f.floor + 1, f.at > LATE and f.depth > 1
        descend(stack, states, lists, ranks, ply)
        ply += 1


@rule
def enter(
    f: Any, s: Any, actions: Any, ranks: Any, memory: Any, history: Any, tally: Any, ply: int
) -> Any:
    """Evaluate a position at once if possible (value, True), or rank its moves (0, False)."""
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
def descend(stack: Any, states: Any, lists: Any, ranks: Any, ply: int) -> None:
    """Make the next move and set up the frame of the position after it."""
    f, below = stack[ply], stack[ply + 1]
    bring_best(lists[ply], ranks[ply], f.at, f.n)
    below.board = f.board ^ try_out(states, ply, lists[ply, f.at])
    below.depth = f.depth - f.less
    if states[ply + 1].turn != states[ply].turn:
        below.depth -= 1
        below.alpha, below.beta = -f.top, -f.floor
    else:
        below.alpha, below.beta = f.floor, f.top


@rule
def update(f: Any, value: int, action: int) -> None:
    """Update the frame with the value of a searched move."""
    if value > f.best:
        f.best, f.chosen = value, action
    f.floor = max(f.floor, value)
    f.at += 1


@rule
def remember(f: Any, s: Any, memory: Any, history: Any, tally: Any) -> None:
    """Store the result of a position in the transposition table."""
    if f.best >= f.beta:
        history[s.turn, f.chosen] += f.depth * f.depth
    depth = TO_THE_END if tally[GUESSES] == f.guesses else max(f.depth, 0)
    bound = AT_LEAST if f.best >= f.beta else EXACTLY if f.best > f.alpha else AT_MOST
    store(memory, f.key, note_of(f.best, f.chosen, depth, bound))
