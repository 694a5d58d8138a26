"""Many tables, move by move.

The steps are for one table, and run on the CPU and in a GPU's threads: `states[at]` is the table's
state, in the batch's arrays or in a thread's local memory, and `i` is its row in the arrays. The
loops below them are for the CPU.
"""

from typing import Any

from skipyard.core import NOBODY, cheap_below, loop, rule, seed_dice, start_dice, wide
from skipyard.games.skipbo.features import SIZE, features
from skipyard.games.skipbo.rules import (
    ACTIONS,
    LONGEST,
    No,
    deal,
    moves,
    observe,
    play,
    score,
    sides,
    verdict,
)

LEGAL = len(ACTIONS)
SEEDS = 1 << 30


# Steps of one table ---------------------------------------------------------------------------
@rule
def begin(arrays: Any, states: Any, at: int, i: int) -> None:
    """Begin the game whose number is in the table's row: deal it, or set its position up."""
    states[at] = arrays.template[i % len(arrays.template)]
    if arrays.dealt[0]:
        deal(states[at], arrays.key, arrays.streams[i])
    else:
        start_dice(states[at], arrays.key, arrays.streams[i])
    arrays.lengths[i] = 0


@rule
def begin_next(arrays: Any, states: Any, at: int, i: int) -> None:
    """Deal a game that no table of the batch has played yet."""
    arrays.streams[i] += len(arrays.streams)
    begin(arrays, states, at, i)


@rule
def may_play(s: Any, action: int) -> bool:
    """Whether an action exists and is legal."""
    return action >= 0 and action < LEGAL and verdict(s, ACTIONS[action]) == No.OK


@rule
def share_result(s: Any, returns: Any) -> None:
    """Write 1 for the winning side and an equal share of -1 for each other side."""
    others = sides(s) - 1
    for seat in range(s.seats):
        returns[seat] = 1.0 if seat % (others + 1) == s.winner else -1.0 / others


@rule
def advance(arrays: Any, states: Any, at: int, i: int, action: int, renews: int) -> None:
    """Play a legal action, write whether it ended the game, and deal the next one if `renews`."""
    s = states[at]
    for seat in range(s.seats):
        arrays.rewards[i, seat] = 0
        arrays.returns[i, seat] = 0
    if s.over == 0:
        play(s, action)
        arrays.lengths[i] += 1
    ended = s.over != 0 or arrays.lengths[i] >= LONGEST
    arrays.dones[i], arrays.cuts[i] = ended, ended and s.over == 0
    arrays.terminated[i] = s.over != 0
    if ended:
        score(s, arrays.rewards[i])
        arrays.winners[i] = s.winner
        if s.over != 0 and s.winner != NOBODY:
            share_result(s, arrays.returns[i])
        if renews:
            begin_next(arrays, states, at, i)


@rule
def look(arrays: Any, s: Any, i: int, views: Any, at: int, out: Any) -> None:
    """Write whose turn it is and what is legal; write what that seat sees into a view."""
    arrays.turns[i] = s.turn
    for action in range(LEGAL):
        arrays.masks[i, action] = False
    for nth in range(moves(s, out)):
        arrays.masks[i, out[nth]] = True
    views[at] = arrays.blank[0]
    observe(s, s.turn, views[at])


@rule
def describe(arrays: Any, i: int, views: Any, at: int) -> None:
    """Write the features of a view."""
    for place in range(SIZE):
        arrays.observations[i, place] = 0
    features(views[at], arrays.observations[i])


@rule
def random_move(s: Any, dice: Any, out: Any) -> int:
    """A random legal action."""
    return out[cheap_below(dice, moves(s, out))]


@rule
def count(arrays: Any, s: Any, i: int) -> None:
    """Add the result of a finished game to the totals."""
    arrays.games[i] += 1
    score(s, arrays.rewards[i])
    for seat in range(s.seats):
        arrays.points[i, seat] += arrays.rewards[i, seat]


@rule
def clone(arrays: Any, states: Any, at: int, i: int, dice: Any) -> None:
    """Copy a table and seed its dice again: its future is not that of the table itself."""
    states[at] = arrays.states[i]
    seed_dice(states[at], wide(cheap_below(dice, SEEDS)) * SEEDS + cheap_below(dice, SEEDS))


# Loops on the CPU: tables `first` to `last - 1` -----------------------------------------------
@loop
def reset_tables(arrays: Any, first: int, last: int) -> None:
    for i in range(first, last):
        begin(arrays, arrays.states, i, i)


@loop
def show_tables(arrays: Any, first: int, last: int, views: Any, out: Any) -> None:
    """Write views in groups: a processor is slow to read what it has only just written."""
    for start in range(first, last, len(views)):
        end = min(start + len(views), last)
        for i in range(start, end):
            look(arrays, arrays.states[i], i, views, i - start, out)
        for i in range(start, end):
            describe(arrays, i, views, i - start)


@loop
def illegal_table(arrays: Any, actions: Any, first: int, last: int) -> int:
    """The first table whose action is illegal; `last` if there is none."""
    for i in range(first, last):
        s = arrays.states[i]
        if s.over == 0 and not may_play(s, actions[i]):
            return i
    return last


@loop
def step_tables(arrays: Any, actions: Any, first: int, last: int, renews: int) -> None:
    for i in range(first, last):
        advance(arrays, arrays.states, i, i, actions[i], renews)


@loop
def choose_randomly(arrays: Any, actions: Any, first: int, last: int, out: Any) -> None:
    for i in range(first, last):
        if arrays.states[i].over == 0:
            actions[i] = random_move(arrays.states[i], arrays.cheap_dice[i], out)


@loop
def run_randomly(arrays: Any, first: int, last: int, times: int, out: Any) -> None:
    """Play `times` random moves at each table, deal after deal."""
    for i in range(first, last):
        s = arrays.states[i]
        for _ in range(times):
            if s.over != 0 or arrays.lengths[i] >= LONGEST:
                count(arrays, s, i)
                begin_next(arrays, arrays.states, i, i)
            play(s, random_move(s, arrays.cheap_dice[i], out))
            arrays.lengths[i] += 1


@loop
def play_out_randomly(
    arrays: Any, points: Any, first: int, last: int, times: int, state: Any, out: Any
) -> None:
    """Play each table's position out `times` times, and add up the scores."""
    for i in range(first, last):
        for seat in range(points.shape[1]):
            points[i, seat] = 0
        for _ in range(times):
            clone(arrays, state, 0, i, arrays.cheap_dice[i])
            s, length = state[0], 0
            while s.over == 0 and length < LONGEST:
                play(s, random_move(s, arrays.cheap_dice[i], out))
                length += 1
            score(s, arrays.rewards[i])
            for seat in range(points.shape[1]):
                points[i, seat] += arrays.rewards[i, seat]
