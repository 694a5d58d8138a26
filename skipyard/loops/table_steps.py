"""Many tables of Skip-Bo, move by move; made.py has the same file for every other game.

The deeds are of one table, and run on the CPU and in a GPU's threads: `states[at]` is the table's
state, in the room or in a thread's own memory, and `i` its row in the room. The loops below them
are the CPU's.
"""

from typing import Any

from skipyard.core import cheap_below, loop, rule, seed_dice, wide
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
    verdict,
)

LEGAL = len(ACTIONS)
MOST_SEED = 1 << 30


# Deeds of one table ---------------------------------------------------------------------------
@rule
def begin(room: Any, states: Any, at: int, i: int) -> None:
    """Deal the game whose number stands in the table's row."""
    states[at] = room.template[0]
    deal(states[at], room.key, room.streams[i])
    room.lengths[i] = 0


@rule
def begin_next(room: Any, states: Any, at: int, i: int) -> None:
    """Deal a game that no table of the batch has played yet."""
    room.streams[i] += len(room.streams)
    begin(room, states, at, i)


@rule
def may_play(s: Any, action: int) -> bool:
    """Whether an action is in the table of actions, and the law allows it."""
    return action >= 0 and action < LEGAL and verdict(s, ACTIONS[action]) == No.OK


@rule
def advance(room: Any, states: Any, at: int, i: int, action: int, renews: int) -> None:
    """Play a legal action, tell what it ended, and deal anew after the end if asked to."""
    s = states[at]
    for seat in range(s.seats):
        room.rewards[i, seat] = 0
    if s.over == 0:
        play(s, action)
        room.lengths[i] += 1
    ended = s.over != 0 or room.lengths[i] >= LONGEST
    room.dones[i], room.cuts[i] = ended, ended and s.over == 0
    if ended:
        score(s, room.rewards[i])
        room.winners[i] = s.winner
        if renews:
            begin_next(room, states, at, i)


@rule
def look(room: Any, s: Any, i: int, views: Any, at: int, out: Any) -> None:
    """Write down whose move it is and what is legal; what that seat sees goes into a view."""
    room.turns[i] = s.turn
    for action in range(LEGAL):
        room.masks[i, action] = False
    for nth in range(moves(s, out)):
        room.masks[i, out[nth]] = True
    views[at] = room.blank[0]
    observe(s, s.turn, views[at])


@rule
def describe(room: Any, i: int, views: Any, at: int) -> None:
    """Write down what a view holds, as numbers."""
    for place in range(SIZE):
        room.observations[i, place] = 0
    features(views[at], room.observations[i])


@rule
def random_move(s: Any, dice: Any, out: Any) -> int:
    """Any legal action."""
    return out[cheap_below(dice, moves(s, out))]


@rule
def count(room: Any, s: Any, i: int) -> None:
    """Add up the result of a finished game."""
    room.games[i] += 1
    score(s, room.rewards[i])
    for seat in range(s.seats):
        room.points[i, seat] += room.rewards[i, seat]


@rule
def clone(room: Any, states: Any, at: int, i: int, dice: Any) -> None:
    """A copy of a table under other dice: what is to come is not what the table itself has."""
    states[at] = room.states[i]
    seed_dice(
        states[at], wide(cheap_below(dice, MOST_SEED)) * MOST_SEED + cheap_below(dice, MOST_SEED)
    )


# Loops on the CPU: tables `first` to `last - 1` -----------------------------------------------
@loop
def reset_tables(room: Any, first: int, last: int) -> None:
    for i in range(first, last):
        begin(room, room.states, i, i)


@loop
def show_tables(room: Any, first: int, last: int, views: Any, out: Any) -> None:
    """Some tables at a time: a processor is slow to read what it has only just written."""
    for start in range(first, last, len(views)):
        end = min(start + len(views), last)
        for i in range(start, end):
            look(room, room.states[i], i, views, i - start, out)
        for i in range(start, end):
            describe(room, i, views, i - start)


@loop
def wrong_table(room: Any, actions: Any, first: int, last: int) -> int:
    """The first table whose action is refused; `last` where there is none."""
    for i in range(first, last):
        s = room.states[i]
        if s.over == 0 and not may_play(s, actions[i]):
            return i
    return last


@loop
def step_tables(room: Any, actions: Any, first: int, last: int, renews: int) -> None:
    for i in range(first, last):
        advance(room, room.states, i, i, actions[i], renews)


@loop
def choose_randomly(room: Any, actions: Any, first: int, last: int, out: Any) -> None:
    for i in range(first, last):
        if room.states[i].over == 0:
            actions[i] = random_move(room.states[i], room.cheap_dice[i], out)


@loop
def run_randomly(room: Any, first: int, last: int, times: int, out: Any) -> None:
    """At each table so many random moves, deal after deal."""
    for i in range(first, last):
        s = room.states[i]
        for _ in range(times):
            if s.over != 0 or room.lengths[i] >= LONGEST:
                count(room, s, i)
                begin_next(room, room.states, i, i)
            play(s, random_move(s, room.cheap_dice[i], out))
            room.lengths[i] += 1


@loop
def play_out_randomly(
    room: Any, points: Any, first: int, last: int, times: int, state: Any, out: Any
) -> None:
    """From where each table stands, so many times to the end; the scores, added up."""
    for i in range(first, last):
        for seat in range(points.shape[1]):
            points[i, seat] = 0
        for _ in range(times):
            clone(room, state, 0, i, room.cheap_dice[i])
            s, length = state[0], 0
            while s.over == 0 and length < LONGEST:
                play(s, random_move(s, room.cheap_dice[i], out))
                length += 1
            score(s, room.rewards[i])
            for seat in range(points.shape[1]):
                points[i, seat] += room.rewards[i, seat]
