"""What the laws need to know of Skippity: coloured skippers on a board, and nothing hidden."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.games.random_play import OngoingGame, Played, Table, legal, table
from skipyard.games.skippity.actions import PASS_TURN
from skipyard.games.skippity.board import LARGEST, SIZES, Ended
from skipyard.options import Value

NAME = "skippity"
EXAMPLES = (4, 30)
EVERY = {"mask": 13, "sound": 9, "secrecy": 61, "imagine": 19, "position": 29, "refusals": 61}
TWIN_EVERY = 12
MOST = TWIN_MOVES = 1 << 30
POLICIES = ("any",)
HIDES: tuple[str, ...] = ()
SECRET = ("reveals",)
IN_FULL = True
BLIND_SEAT = 0
SET_UP: tuple[str, ...] = ()
IN_TWINS = ("over 1", "over 2", "shared")
FORBIDDEN = 5  # at least so many moves that the rulebook mentions only to forbid them
RARE_REASONS: set[int] = set()
WRONG_THINGS = 11
SHORTEST = 100
# Fields of a view that features leave out: they follow from others, or from the history.
UNTOLD = {NAME: {"taken", "jumps", "onward", "column", "first_player"}}


def refusals(name: str) -> int:
    """How many reasons to refuse the chosen tables must meet."""
    return 7


# Tables -------------------------------------------------------------------------------------------
VALUES = {"size": (6, 6, 8, 8, 10, 10, *SIZES)}  # small boards more often than large ones


def mend(seats: int, chosen: dict[str, Value], dice: random.Random) -> int:
    """Enough players for the seat that begins."""
    return dice.randint(max(2, int(str(chosen["first_player"])[-1]) + 1), 4)


@functools.cache
def telling(name: str) -> tuple[Table, ...]:
    """Boards of each size and opening, games that end by passing, and a tie."""
    return (
        table(name, 2, 1),
        table(name, 3, 2, allow_pass=True, size=6),
        table(name, 4, 3, undo=True, size=8, opening_holes="corners2"),
        table(name, 4, 4, size=12, scoring="hundred", seeding="alternate", first_player="seat3"),
        table(name, 2, 5, size=20, opening_holes="corners1", seeding="rows"),
        table(name, 3, 6, size=14, allow_pass=True, undo=True),
        table(name, 2, 9, size=6, allow_pass=True),
        table(name, 2, 11, size=6, allow_pass=True),
        table(name, 2, 12, size=6, allow_pass=True),
    )


scripted = telling


# Play ---------------------------------------------------------------------------------------------
def choose(ongoing: OngoingGame, state: Any) -> int:
    """Any move, but a pass only sometimes."""
    return chosen(state, ongoing.chance)


def chosen(state: Any, chance: random.Random) -> int:
    actions = sorted(legal(NAME, state))
    if PASS_TURN in actions and chance.random() < 0.15:
        return PASS_TURN
    return chance.choice([action for action in actions if action != PASS_TURN])


def note(ongoing: OngoingGame, before: Any, action: int, after: Any) -> None:
    """Count kinds of moves and ends; check that `in_play` does not change."""
    assert (before["in_play"] == after["in_play"]).all()
    ongoing.seen[game(NAME).words.describe(action).split()[0]] += 1
    if after["over"]:
        ongoing.seen[Ended(after["over"]).name] += 1
        ongoing.seen["shared"] += after["winner"] == NOBODY


def met(name: str) -> tuple[str, ...]:
    return ("jump", "end", "pass", "NO_JUMP", "ALL_PASSED", "shared")


# Conservation -------------------------------------------------------------------------------------
def check(state: Any) -> None:
    """Check that every skipper in play is on the board or captured."""
    on_board: Counter[int] = Counter()
    for row in state.cells.tolist():
        on_board.update(row >> 3 * column & 7 for column in range(LARGEST))
    captured = state.captured.sum(axis=0).tolist()
    assert [on_board[n + 1] + captured[n] for n in range(5)] == state.in_play.tolist()
    assert sum(on_board[n] for n in range(6)) == LARGEST * LARGEST


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """The table with one thing wrong at a time."""
    for field in ("cells", "taken", "in_play", "jumps", "onward", "row", "over", "passes"):
        if field == "jumps" and state.jumps > 1:
            continue  # whether two or three, nothing else on the table says
        if field == "passes" and state.allow_pass and not state.jumps:
            continue  # nor how many have passed, unless all have
        if field == "over" and state.over == Ended.ALL_PASSED:
            continue
        wrong = state.copy()
        if wrong[field].shape:
            wrong[field][0] ^= 1
        else:
            wrong[field] ^= 1
        yield field, wrong
    wrong = state.copy()
    wrong.captured[1, 2] += 1
    yield "captured", wrong
    for field in ("cells", "taken"):
        wrong = state.copy()
        wrong[field][-1] = 1
        yield f"{field} off the board", wrong


# The end ------------------------------------------------------------------------------------------
def places(state: Any) -> list[int]:
    values = np.zeros(int(state.seats), np.int64)
    game(NAME).rules.places(state, values)
    return values.tolist()


def check_end(played: Played) -> None:
    """Check that the only first has won, and nobody if they share it."""
    state = played.last
    firsts = [seat for seat, place in enumerate(places(state)) if place == 1]
    assert state.winner == (firsts[0] if len(firsts) == 1 else NOBODY)
