"""What the laws need to know of Skip-Bo and MOD: how to play at random, and what is rare."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.games.random_play import (
    OngoingGame,
    Played,
    Table,
    kinds,
    legal,
    referee_actions,
    rows,
    table,
)
from skipyard.games.skipbo.actions import PARTNER, Kind, No
from skipyard.games.skipbo.cards import Ended
from skipyard.games.skipbo.law_cards import check, unsound
from skipyard.games.skipbo.options import BOX
from skipyard.options import Value

__all__ = ["check", "unsound"]
EXAMPLES = (5, 40)
EVERY = {"mask": 7, "sound": 3, "secrecy": 61, "imagine": 23, "position": 17, "refusals": 83}
TWIN_EVERY = 5
MOST = 1 << 30
TWIN_MOVES = 160
POLICIES = ("build", "any", "hoard", "mixed")
ACT_CHANCE, MOST_ACTS = 0.1, 25  # of the referee, in one game
HIDES = ("hand", "unseen", "draw", "below")
SECRET = ("unseen", "draw", "under", "under_left", "below", "reveals")
IN_FULL = False  # a position does not tell which slot holds which of two equal cards
SET_UP = ("deck",)
IN_TWINS = (
    *("over 0", "over 1", "over 2", "recycled", "card from under a stock", "penalty paid"),
    *("block 2, play goes on", "block 3, play goes on"),
)
FORBIDDEN = 7  # moves that the book names and forbids, at least
RARE_REASONS: set[int] = set()
WRONG_THINGS = 13
# Fields of a view that features leave out: they follow from others or from the history.
IN_OTHERS = {"discards", "top", "dealer", "pass_rounds", "discard_top", "spent_left"}
OF_MOD = {"die", "die_left", "dies", "redraw_after_discard", "may_reopen_stock", "short_game"}
UNTOLD = {"skipbo": IN_OTHERS | OF_MOD, "skipbo_mod": IN_OTHERS}
SHORTEST = 100  # the longest random game has more moves


def unmet(name: str) -> set[No]:
    """Reasons that a game cannot have."""
    return {no for no in No if no >= No.DIE_USED} if name == "skipbo" else set()


def refusals(name: str) -> int:
    """How many reasons to refuse the telling games must meet."""
    return 12 if name == "skipbo" else 18


# Tables -------------------------------------------------------------------------------------------
def some_deck(dice: random.Random) -> tuple[int, ...]:
    """A deck as both books have it, one without its highest number, or any of the box."""
    shape = dice.choice(["book", "book", "pocket", "any"])
    if shape in ("book", "pocket"):
        book = dice.choice([(18, *12 * (12,)), (16, *12 * (8,))])
        return book if shape == "book" else (*book[:-1], 0)
    highest = dice.randint(2, len(BOX) - 1)
    counts = [dice.randint(0, BOX[0])]
    counts += [dice.randint(1, most) for most in BOX[1 : highest + 1]]
    return (*counts, *(len(BOX) - 1 - highest) * (0,))


VALUES = {"deck": some_deck}


def mend(seats: int, chosen: dict[str, Value], dice: random.Random) -> int:
    """Choose a stock that the deck allows, and no teams unless the seats allow them."""
    chosen["stock_size"] = dice.randint(1, 8)
    chosen["teams"] = bool(chosen["teams"] and seats in (4, 6))
    return seats


@functools.cache
def telling(name: str) -> tuple[Table, ...]:
    """Tables on which rare things happen: blocks of each kind, penalties, restricted wilds."""
    few = (6, *8 * (4,), *4 * (0,))
    wilds = (28, *4 * (3,), *8 * (0,))
    tables = []
    for on_block in ("fewest_stock", "draw", "recycle_discards", "shed_bottom"):
        plain = {"on_block": on_block, "deck": few, "stock_size": 3}
        tables += [
            table(name, 2, 11, "hoard", **plain),
            table(name, 3, 12, "mixed", **plain),
            table(name, 4, 13, "hoard", teams=True, show_discards="top", **plain),
            table(name, 4, 14, "mixed", teams=True, must_play="when_no_draw", **plain),
        ]
        bound = {"discard_wild": False, "wild_on_wild": False, "wild_as_12": False}
        tables.append(
            table(name, 3, 16, "any", on_block=on_block, deck=wilds, stock_size=3, **bound)
        )
    for seats, teams in ((2, False), (4, True), (6, True)):
        book: dict[str, Value] = {"referee": True, "teams": teams, "stock_size": 5}
        tables.append(table(name, seats, 20 + seats, "build", on_block="shed_bottom", **book))
        tables.append(table(name, seats, 30 + seats, "mixed", dealer="highest", **book))
    return tuple(tables)


def scripted(name: str) -> Iterator[Table]:
    """Tables that between them use every rule: all seat counts, teams, referee, blocks, decks."""
    few = (6, *8 * (4,), *4 * (0,))
    wilds = (28, *4 * (3,), *8 * (0,))
    box = (28, *12 * (12,))  # the largest deck: its sums do not fit in 8 bits
    yield table(name, 2, 1)
    yield table(name, 2, 2, "mixed", deck=box, stock_size=30, referee=True)
    yield table(name, 4, 3, teams=True, show_discards="top", stock_size=8, referee=True)
    yield table(name, 6, 4, teams=True, dealer="highest", stock_size=6, referee=True)
    yield table(name, 6, 5, "any", dealer="random", stock_size=9)
    yield table(name, 2, 6, "hoard", deck=few, stock_size=3, on_block="recycle_discards")
    yield table(name, 4, 7, "hoard", deck=few, stock_size=3, on_block="shed_bottom", referee=True)
    yield table(name, 3, 8, "hoard", deck=few, stock_size=3, must_play="when_no_draw")
    bound = {"discard_wild": False, "wild_on_wild": False, "wild_as_12": False}
    yield table(name, 3, 9, "any", deck=wilds, stock_size=3, on_block="draw", **bound)
    other = {"penalty_place": "shuffle"} if name == "skipbo" else {"redraw_after_discard": True}
    small = (10, *6 * (4,), *6 * (0,))
    for key in (37, 42, 45, 58):  # cards go under stocks, and come up again
        on_block = "shed_bottom"
        yield table(
            name, 2, key, deck=small, stock_size=2, referee=True, on_block=on_block, **other
        )


# Play ---------------------------------------------------------------------------------------------
def choose(walk: OngoingGame, state: Any) -> int:
    """A legal action by the table's policy; now and then an act of the referee."""
    name, chance, policy = walk.table.name, walk.chance, walk.table.policy or POLICIES[0]
    if state.referee and walk.seen["acts"] < MOST_ACTS and chance.random() < ACT_CHANCE:
        walk.seen["acts"] += 1
        verdict = game(name).rules.verdict
        possible = [
            act for act in sorted(referee_actions(name)) if verdict(state, rows(name)[act]) == No.OK
        ]
        if possible:
            return chance.choice(possible)
    actions, kind = legal(name, state), kinds(name)
    builds = [action for action in actions if kind[action] <= Kind.PILE]
    others = [action for action in actions if kind[action] > Kind.PILE]
    if policy == "mixed":
        policy = chance.choice(("any", "build", "build"))
    if policy == "build" and builds:
        return chance.choice(builds)
    if policy == "hoard" and others:
        return chance.choice(others)
    return chance.choice(actions)


def note(walk: OngoingGame, before: Any, action: int, after: Any) -> None:
    """Count what a move did."""
    seen, kind, seats = walk.seen, kinds(walk.table.name)[action], walk.table.seats
    move = rows(walk.table.name)[action]
    seen["moves"] += 1
    seen[f"kind {Kind(kind).name}"] += 1
    seen["partner's card"] += int(move["owner"] == PARTNER)
    if move["die"] and kind <= Kind.DISCARD:
        seen["stand-in" if kind <= Kind.PILE else "die discard"] += 1
    if after["spent_left"] < before["spent_left"]:
        seen["recycled"] += 1
    if (after["height"] < before["height"]).any():
        seen["series done"] += 1
    if after["draw_left"] == 0 and after["spent_left"] == 0:
        seen["nothing to draw"] += 1
    rise = int(after["under_left"].sum()) - int(before["under_left"].sum())
    if rise:
        seen["card under a stock" if rise > 0 else "card from under a stock"] += 1
    stocks, stocks_now = before["stock_left"][:seats], after["stock_left"][:seats]
    if after["fresh"] and stocks_now.sum() > stocks.sum():
        seen["sunk while fresh"] += 1
    if ((stocks == 0) & (stocks_now > 0)).any():
        seen["stock reopened"] += 1
    if after["no_draw"].sum() < before["no_draw"].sum():
        seen["penalty paid"] += 1
    passed = kind == Kind.END and not before["acted"]
    seen["pass"] += passed
    blocked = passed and before["passes"] + 1 >= seats * before["pass_rounds"]
    if blocked:
        block = f"block {before['on_block']}"
        seen[block] += 1
        seen[f"{block}, play goes on"] += not after["over"]
        seen["block with cards to draw"] += int(before["draw_left"] > 0)
    if after["over"]:
        seen["ended by a block"] += bool(blocked)
        won = "won by a team" if after["teams"] else "won"
        seen["drawn" if after["winner"] == NOBODY else won] += 1


# What must happen in random play for the laws to mean anything.
RARE = (
    "recycled",
    "series done",
    "nothing to draw",
    "card under a stock",
    "card from under a stock",
    "sunk while fresh",
    "stock reopened",
    "penalty paid",
    "partner's card",
    "pass",
    "block 0",
    "block 1",
    "block 2",
    "block 2, play goes on",
    "block 3",
    "block 3, play goes on",
    "won",
    "won by a team",
    "drawn",
    *(f"kind {kind.name}" for kind in Kind if kind != Kind.OPPONENT_DRAWS),
)
RARE_IN = {
    "skipbo": ("block with cards to draw",),  # SB-A50  not met in MOD by these tables
    "skipbo_mod": ("stand-in", "die discard", "kind OPPONENT_DRAWS"),
}


def met(name: str) -> tuple[str, ...]:
    return RARE + RARE_IN[name]


def scene_tables(name: str) -> list[Table]:
    """Tables on which every kind of event may happen."""
    return [one for one in telling(name) if one.policy == "hoard" or one.chosen["referee"]]


# Hidden things ------------------------------------------------------------------------------------
SEATS, TURNS = 4, 6


BLIND_SEAT = 0


def blind(name: str, number: int) -> Any:
    """A game in which everybody discards a card without looking at it."""
    dealt = table(name, SEATS, 1000 + number)
    state = dealt.deal()
    for _ in fair_turns(dealt, state, TURNS):
        pass
    return state


def fair_turns(dealt: Table, state: Any, turns: int) -> Iterator[int]:
    """Play turns in which everybody discards a card without looking at it.

    Choices then say nothing about hands, so all states that fit a view are equally likely.
    """
    chance, words = random.Random(dealt.key), dealt.game.words
    for turn in range(turns):
        if state.over or not state.hand_left[state.turn]:
            return
        face = int(state.hand[state.turn, chance.randrange(int(state.hand_left[state.turn]))])
        card = words.WORDS.card(face)
        action = words.parse(f"discard {card} on discard {chance.randrange(4) + 1}")
        dealt.game.rules.play(state, action)
        yield turn


def unseen(state: Any) -> Counter[tuple[int, int]]:
    """The cards in the hands of the others, which player 1 cannot see."""
    return Counter(
        (seat, int(face))
        for seat in range(1, int(state.seats))
        for face in state.hand[seat, : state.hand_left[seat]]
    )


# The end ------------------------------------------------------------------------------------------
def sides_of(state: Any) -> dict[int, set[int]]:
    """The seats of each side: partners sit opposite."""
    half = int(state.seats) // 2
    if not state.teams:
        return {seat: {seat} for seat in range(int(state.seats))}
    return {side: {side, side + half} for side in range(half)}


def check_end(played: Played) -> None:
    """Check who won, and the score: 25 points, and 5 for each stock card of the others."""
    state = played.last
    blocked = played.seen["ended by a block"]
    assert state.over == (Ended.BLOCKED if blocked else Ended.STOCK_GONE)
    points = np.full(int(state.seats), -1, np.int64)
    played.table.game.rules.score(state, points)
    sides = sides_of(state)
    assert state.winner == NOBODY or int(state.winner) in sides
    winners = sides.get(int(state.winner), set())
    left = sum(int(state.stock_left[n]) for n in range(int(state.seats)) if n not in winners)
    assert points.tolist() == [
        25 + 5 * left if seat in winners else 0 for seat in range(int(state.seats))
    ]
