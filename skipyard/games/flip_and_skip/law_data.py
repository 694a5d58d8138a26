"""What the laws need to know of Flip & Skip: coins on a board, and what is under them."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip import options
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import Ended, Phase
from skipyard.games.flip_and_skip.redeal import shown
from skipyard.games.random_play import (
    OngoingGame,
    Played,
    Table,
    kinds,
    legal,
    play_out,
    rows,
    table,
    wrong,
)
from skipyard.options import Value

NAME = "flip_and_skip"
CORNERS = (0, 7, 56, 63)
NEAR = {c + d for c in CORNERS for d in (0, 1, -1, 2, -2, 7, 8, 9, -7, -8, -9, 16, -16, 18, -18)}
EXAMPLES = (3, 12)
EVERY = {"mask": 1, "sound": 5, "secrecy": 11, "imagine": 17, "position": 19, "refusals": 29}
TWIN_EVERY = 10
MOST, TWIN_MOVES = 400, 80
POLICIES = ("any", "skip", "corner", "wander")
HIDES = ("under",)
SECRET = ("bag", "reveals", "coin_at", "squares")
IN_FULL = False  # a position does not say what a coin in the box was
SET_UP: tuple[str, ...] = ()
IN_TWINS = ("over 0", "over 2", "leaving", "looked at by one")
FORBIDDEN = 2  # at least so many moves that the rulebook mentions only to forbid them
RARE_REASONS: set[int] = {No.MUST_SKIP_ON}  # tests of the board search meet it
WRONG_THINGS = 8
SHORTEST = 100
# Fields of a view that features leave out: they follow from others, or from the history.
UNTOLD = {NAME: {"hand_left", "board", "on_board", "light_seat"}}


def refusals(name: str) -> int:
    """How many reasons to refuse the chosen tables must meet."""
    return 12


# Tables -------------------------------------------------------------------------------------------
SETS = (  # the default, and others: many of one icon, types of different sizes
    options.OPTIONS[-1].default,
    (1, 1, 0, 2, 0, 0, 0, 0, 1, 2, 0, 1, 0, 1, 0, 1, 1, 1),
    (0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 6),
    (0, 1, 0, 0, 2, 2, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1),
)


VALUES = {"coin_set": SETS, "no_progress_limit": (2, 5, 30, 60)}


@functools.cache
def telling(name: str) -> tuple[Table, ...]:
    """Tables with corners to leave, icons to remember, and each way to end."""
    free: dict[str, Value] = {"action_optional": True, "flip_optional": True}
    return (
        table(name, 2, 1, "any"),
        table(name, 2, 23, "skip"),
        table(name, 2, 3, "corner", no_progress_limit=400),
        table(name, 2, 4, "corner", no_progress_limit=400, move_any=True),
        table(name, 2, 21, "skip", show_memory=False, alt_action="any", no_progress_limit=30),
        table(name, 2, 6, "wander", no_progress_limit=5, alt_action="none"),
        table(name, 2, 7, "wander", literal_no_flip=True, light_seat="1"),
        table(name, 2, 19, "skip", coin_set=SETS[2], capture_own=True),
        table(name, 2, 14, "skip", coin_set=SETS[1], **free),
        table(name, 2, 8, "skip", setup_pick="random", return_square="dark_only", coin_set=SETS[3]),
    )


scripted = telling


def scene_tables(name: str) -> list[Table]:
    """Games that are soon over; the book's outlast what the laws of scenes look at."""
    return [table(name, 2, key, no_progress_limit=2) for key in range(4)]


# Play ---------------------------------------------------------------------------------------------
def choose(ongoing: OngoingGame, state: Any) -> int:
    """A legal action, by the table's policy."""
    actions, kind, chance, policy = (
        legal(NAME, state),
        kinds(NAME),
        ongoing.chance,
        ongoing.table.policy,
    )
    steps = [a for a in actions if kind[a] == Kind.STEP]
    skips = [a for a in actions if kind[a] == Kind.SKIP]
    if policy == "skip" and skips and chance.random() < 0.9:
        return chance.choice(skips)
    if policy == "corner" and steps and chance.random() < 0.8:
        near = [a for a in steps if int(rows(NAME)[a].target) in NEAR]
        return chance.choice(near or steps)
    if policy == "wander" and steps:
        return chance.choice(steps)
    return chance.choice(actions)


def note(ongoing: OngoingGame, before: Any, action: int, after: Any) -> None:
    """Count what has happened, in the part of a game that the laws look at."""
    seen = ongoing.seen
    if after["over"]:
        seen[f"over {Ended(after['over']).name}"] += 1
        seen["draw"] += after["winner"] == NOBODY
    if len(ongoing.actions) < MOST or after["over"]:
        seen[f"phase {Phase(after['phase']).name}"] += 1
        seen["leaving"] += after["began"] != 0
        seen["closed"] += bool(after["closed"])
        seen["three steps"] += after["steps_left"] == 3
        seen["again"] += bool(after["again"])
        seen["another coin"] += after["used"] != NONE
        seen["looked at by one"] += 1 in after["known"] or 2 in after["known"]


def met(name: str) -> tuple[str, ...]:
    return (
        *(f"phase {Phase(n).name}" for n in range(Phase.OPEN)),
        *("leaving", "closed", "three steps", "again", "another coin", "looked at by one"),
        *("over THREE_OF_EACH", "over COUNT", "draw"),
    )


# Conservation -------------------------------------------------------------------------------------
def check(state: Any) -> None:
    """Every coin in one place, every count right, the undersides a whole set."""
    where = [int(place) for place in state.where]
    on_board = [place for place in where if place < 64]
    assert len(on_board) == len(set(on_board))
    assert sorted(on_board) == [n for n in range(64) if state.coin_at[n] != NONE]
    for coin, place in enumerate(where):
        assert 0 <= place <= 67, "a coin in no place"
        assert int(state.face[coin]) // 3 == coin // 12
        if place < 64:
            assert state.coin_at[place] == coin
            assert state.board[place] == state.face[coin]
    assert [n for n in range(64) if state.board[n] == 6] == sorted(set(range(64)) - set(on_board))
    for seat in range(2):
        assert state.hand_left[seat] == where.count(64 + seat)
        for kind in range(3):
            held = [c for c in range(24) if where[c] == 66 + seat and state.face[c] % 3 == kind]
            assert state.pile[seat, kind] == len(held)
    for face in range(6):
        held = [c for c in range(24) if where[c] < 64 and state.face[c] == face]
        assert state.on_board[face] == len(held)
        of_type = [c for c in range(24) if state.face[c] == face]
        wanted = state.coin_set.reshape(3, 6)[face % 3]
        assert len(of_type) == wanted.sum()
        shown = Counter(int(state.under[c]) for c in of_type)
        for icon in range(6):
            assert 0 <= state.bag[face // 3, face % 3, icon] == wanted[icon] - shown[icon]
    assert ((state.under != NONE) == (state.known != 0)).all()


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """The table with one thing wrong at a time."""
    for field in ("hand_left", "pile", "on_board", "bag", "coin_set", "where", "under"):
        yield field, wrong(state, field, 1, (0,) * state[field].ndim)
    for coin in range(24):
        if state.where[coin] < 64:
            yield "face", wrong(state, "face", 1, coin)


# Hidden things ------------------------------------------------------------------------------------
MOVES = 150


BLIND_SEAT = NOBODY


def blind(name: str, number: int) -> Any:
    """A game played at random: no move depends on what only one player has seen."""
    state = table(name, 2, 1000 + number, "any", coin_set=SETS[3]).deal()
    play_out(name, state, number, MOVES)
    return state


def unseen(state: Any) -> Counter[tuple[int, int]]:
    """Type and icon of coins that a player has looked at and a watcher has not."""
    looked = [c for c in range(24) if state.known[c] and not shown(state, NOBODY, c)]
    return Counter((int(state.face[c]) % 3, int(state.under[c])) for c in looked)


# The end ------------------------------------------------------------------------------------------
def check_end(played: Played) -> None:
    """Three of each, or more coins; scores add up to zero."""
    state = played.last
    points = np.full(2, 9, np.int64)
    played.table.game.rules.score(state, points)
    sizes = [int(state.pile[seat].sum()) for seat in range(2)]
    if state.over == Ended.THREE_OF_EACH:
        assert state.pile[state.winner].min() >= 3
    elif sizes[0] != sizes[1]:
        assert state.winner == int(sizes[1] > sizes[0])
    else:
        assert state.winner == NOBODY or played.table.chosen["tie_break"] == "triples"
    assert points.sum() == 0
    assert points.max() == (0 if state.winner == NOBODY else points[state.winner])
    limit = int(state.no_progress_limit)
    assert len(played.actions) < played.table.game.rules.most_moves(limit)
