"""What the laws need to know of Skip or Trip: tokens on a track, and cards with hidden symbols."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from skipyard.core import NOBODY, NONE
from skipyard.games import game
from skipyard.games.random_options import fits
from skipyard.games.random_play import OngoingGame, Played, Table, kinds, legal, table
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.games.skip_or_trip.board import Ended, Step
from skipyard.options import Value

NAME = "skip_or_trip"
CARDS, FACES, NUMBERS = 108, 12, 9
EXAMPLES = (4, 30)
EVERY = {"mask": 5, "sound": 3, "secrecy": 29, "imagine": 17, "position": 11, "refusals": 31}
TWIN_EVERY = 9
MOST = TWIN_MOVES = 1 << 30
POLICIES = ("trip", "any", "pass")
HIDES = ("hand", "down", "bag", "top")
SECRET = ("bag", "reveals")
IN_FULL = True
SET_UP = ("squares", "faces", "symbol_mark")
IN_TWINS = ("over 1", "over 2", "over 3", "endgame")
FORBIDDEN = 7  # moves that the book names and forbids, at least
RARE_REASONS: set[int] = set()
WRONG_THINGS = 7
SHORTEST = 100
# Fields of a view that features leave out: they follow from others or from the history.
UNTOLD = {
    NAME: {
        *("quits", "target", "target_token", "own_token", "first_player"),
        *("squares", "symbol_mark"),  # features have the symbols under tokens only
    }
}


def refusals(name: str) -> int:
    """How many reasons to refuse the telling games must meet."""
    return 12


# Tables -------------------------------------------------------------------------------------------
VALUES = {"hand_limit": (0, 0, 2, 3, 5), "removed_cards": (-1, -1, *range(97))}


def mend(seats: int, chosen: dict[str, Value], dice: random.Random) -> int:
    """Change seats, mercy, cut and removed cards so that they fit the variant."""
    if chosen["variant"] == "team":
        seats = 4
    if chosen["variant"] != "basic":
        chosen["mercy"] = "off"
    else:
        chosen["cut"] = "plain"
    first = str(chosen["first_player"]).removeprefix("seat")
    if first.isdecimal() and int(first) >= seats and chosen["variant"] == "basic":
        seats = int(first) + 1
    elif first.isdecimal() and int(first) >= seats:
        chosen["first_player"] = "random"
    chosen["house_rules"] = True
    if not fits(game(NAME), seats, chosen):
        chosen["removed_cards"] = 20
    return seats


@functools.cache
def telling(name: str) -> tuple[Table, ...]:
    """Tables of every variant, reading of the endgame and way to run out of cards."""
    advanced = functools.partial(table, name, variant="advanced")
    bound = functools.partial(advanced, wasted_skip="forbid", allow_pass="false")
    return (
        table(name, 2, 1),
        table(name, 3, 2, removed_cards=30),
        table(name, 5, 3, "any"),
        table(name, 6, 4, mercy="on", removed_cards=50),
        advanced(2, 5, adv_elimination="token", cut="half"),
        bound(3, 6, cut="random"),
        table(name, 4, 7, variant="team", symbol_set="quartet", cut="half"),
        table(name, 6, 8, "pass", removed_cards=90),
        table(name, 4, 9, "pass", removed_cards=96, last_tie="all_quit"),
        table(name, 4, 10, removed_cards=92, last_tie="mover_quits", endgame_reading="mover"),
        table(name, 3, 11, "pass", hand_limit=2),
        table(name, 2, 12, wasted_skip="forbid", allow_pass="only_if_stuck", symbol_set="quintet"),
        table(name, 2, 13, removed_cards=104, endgame_first_check="same", reveal_skipped=True),
        bound(2, 14, "any"),
        table(name, 5, 15, removed_cards=80, endgame_reading="mover"),
    )


scripted = telling


# Play ---------------------------------------------------------------------------------------------
def choose(walk: OngoingGame, state: Any) -> int:
    """A legal action by the table's policy."""
    actions, kind, chance = legal(NAME, state), kinds(NAME), walk.chance
    policy = walk.table.policy or POLICIES[0]
    trips = [a for a in actions if kind[a] in (Kind.TRIP, Kind.LAY, Kind.WITH)]
    passes = [a for a in actions if kind[a] in (Kind.PASS, Kind.END)]
    if policy == "trip" and trips:
        return chance.choice(trips)
    if policy == "trip":  # with high numbers, so that tokens come near the end of the track
        skips = [a for a in actions if kind[a] == Kind.SKIP]
        return max(skips[-3:], default=actions[0])
    if policy == "pass" and passes and chance.random() < 0.8:
        return passes[0]
    return chance.choice(actions)


def note(walk: OngoingGame, before: Any, action: int, after: Any) -> None:
    """Count what a move did."""
    walk.seen[f"kind {Kind(kinds(NAME)[action]).name}"] += 1
    walk.seen[f"over {Ended(after['over']).name}"] += 1
    walk.seen[f"step {Step(after['step']).name}"] += 1
    walk.seen["endgame"] += int(after["endgame"])


def met(name: str) -> list[str]:
    kinds_and_steps = [f"kind {kind.name}" for kind in Kind]
    kinds_and_steps += [f"step {step.name}" for step in Step]
    return [*kinds_and_steps, *(f"over {ended.name}" for ended in Ended), "endgame"]


# Conservation -------------------------------------------------------------------------------------
def cards_in(masks: Any) -> list[int]:
    return [n * FACES + f for n in range(NUMBERS) for f in range(FACES) if masks[n] >> f & 1]


def check(state: Any) -> None:
    """Check that every card is in one place and no square has two tokens."""
    places = [state.bag, state.shown, state.in_play, *state.hand, *state.down]
    held = [card for place in places for card in cards_in(place)]
    assert sorted(held) == list(range(CARDS)), "a card lost or doubled"
    assert state.bag_left == len(cards_in(state.bag)) >= state.deck_left >= 0
    assert (state.top == NONE) == (state.deck_left == 0)
    assert state.top == NONE or state.top in cards_in(state.bag)
    squares = [int(square) for square in state.token.ravel() if square > 0]
    assert len(squares) == len(set(squares)), "two tokens on a square"
    assert max(squares, default=0) <= 100
    assert (100 in squares) == (state.over == Ended.AT_GOAL)


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """Copies of the table, each with one thing wrong."""
    if not state.deck_left:
        return
    for field in ("bag", "shown", "in_play"):
        wrong = state.copy()
        wrong[field][0] ^= 1
        yield field, wrong
    for field in ("bag_left", "deck_left"):
        wrong = state.copy()
        wrong[field] = 200 if field == "bag_left" else 0
        yield field, wrong
    wrong = state.copy()
    wrong.token[0, 0] = wrong.token[1, 0] = 5
    yield "token", wrong
    wrong = state.copy()
    wrong.quit_at[1] += 1
    yield "quit_at", wrong


# Hidden things ------------------------------------------------------------------------------------
PASSES = 9


BLIND_SEAT = 0


def blind(name: str, number: int) -> Any:
    """A game in which everybody passes, so that hands grow and no move reveals anything."""
    state = table(name, 3, 1000 + number).deal()
    for _ in range(PASSES):
        game(name).rules.play(state, game(name).words.parse("pass"))
    return state


def unseen(state: Any) -> Counter[tuple[int, int]]:
    """The symbols in the hands of the others, whose numbers player 1 sees."""
    return Counter((seat, card) for seat in (1, 2) for card in cards_in(state.hand[seat]))


# The end ------------------------------------------------------------------------------------------
def check_end(played: Played) -> None:
    """Check that the winner's side has two points and the first place, and sharers one."""
    state, rules = played.last, played.table.game.rules
    seats = int(state.seats)
    points, places = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    rules.score(state, points)
    rules.places(state, places)
    first = [n for n in range(seats) if places[n] == 1]
    if state.winner == NOBODY:
        assert state.over == Ended.ALL_QUIT
        assert {int(points[n]) for n in first} == {1}
        assert len(first) >= 2
    else:
        side = [n % 2 if state.variant == 2 else n for n in range(seats)]
        winners = [n for n in range(seats) if side[n] == state.winner]
        assert [n for n in range(seats) if points[n] == 2] == winners
        assert first == winners
    assert places.min() == 1
