"""Random tables for the laws: option sets of any game, games played at random, what they hold."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import hypothesis
import numpy as np
from hypothesis import strategies as st

from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import Game, game, rulebook
from skipyard.games.skipbo.actions import PARTNER, Kind, No
from skipyard.games.skipbo.cards import (
    BOX,
    FACE_OF,
    FACES,
    FIRST_SLOT,
    HAND,
    NO_SLOT,
    PILES,
    SLOTS,
    WILD,
)
from skipyard.options import Option, Refused, Value

GAMES = rulebook.FAMILIES[0]  # Skip-Bo's; the other games have test files of their own
POLICIES = ("any", "build", "hoard", "mixed")
ACT_CHANCE, MOST_ACTS = 0.1, 25  # of the referee, in one game


# Option sets --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Table:
    """One table: a game, its options, its key, and how its players choose."""

    name: str
    seats: int
    chosen: Mapping[str, Value]
    key: int
    policy: str

    @property
    def game(self) -> Game:
        return game(self.name)

    def deal(self) -> Any:
        """The table's state, dealt."""
        state = self.game.set_up(self.seats, self.chosen)
        self.game.rules.deal(state, key_from(self.key), self.key % 7)
        return state


def defaults(name: str) -> dict[str, Value]:
    return {option.name: option.default for option in game(name).options.OPTIONS}


def table(name: str, seats: int, key: int, policy: str = "build", **changed: Value) -> Table:
    """A table with the book's options but for the changed ones."""
    chosen = defaults(name) | changed
    assert changed.keys() <= defaults(name).keys()
    game(name).options.check(seats, chosen)
    return Table(name, seats, chosen, key, policy)


@st.composite
def decks(draw: st.DrawFn, option: Option) -> tuple[int, ...]:
    """The book's deck, one without its highest number, or any that the box can make."""
    book = option.default
    assert isinstance(book, tuple)
    shape = draw(st.sampled_from(["book", "book", "pocket", "any"]))
    if shape == "book":
        return book
    if shape == "pocket":
        return (*book[:-1], 0)
    highest = draw(st.integers(2, len(option.counts) - 1))
    counts = [draw(st.integers(0, option.counts[0]))]
    counts += [draw(st.integers(1, most)) for most in option.counts[1 : highest + 1]]
    return (*counts, *(len(option.counts) - 1 - highest) * (0,))


def values(option: Option) -> st.SearchStrategy[Value]:
    """Any value of an option."""
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.names)
    if option.kind == "number":
        small = st.integers(option.low, min(option.high, 6))
        return st.one_of(st.just(option.default), small, st.integers(option.low, option.high))
    return decks(option)


def fits(name: str, seats: int, chosen: Mapping[str, Value]) -> bool:
    try:
        game(name).options.check(seats, chosen)
    except Refused:
        return False
    return True


@st.composite
def tables(draw: st.DrawFn, name: str) -> Table:
    """Any table that the game's `check` allows."""
    options = game(name).options
    seats = draw(st.integers(options.FEWEST_SEATS, options.MOST_SEATS))
    chosen = {option.name: draw(values(option)) for option in options.OPTIONS}
    if not fits(name, seats, chosen):
        chosen["stock_size"] = draw(st.integers(1, 8))
    if not fits(name, seats, chosen):
        chosen["teams"] = False
    hypothesis.assume(fits(name, seats, chosen))
    key, policy = draw(st.integers(0, 2**40)), draw(st.sampled_from(POLICIES))
    return Table(name, seats, chosen, key, policy)


def for_all(name: str, examples: int, law: Callable[[Table], None]) -> None:
    """Hold a law on so many random tables, and on those that are sure to tell."""
    for told in telling(name):
        law(told)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables(name))
    def hold(drawn: Table) -> None:
        law(drawn)

    hold()


@functools.cache
def telling(name: str) -> tuple[Table, ...]:
    """Tables on which the rare things happen: blocks of each kind, penalties, wilds that bind."""
    few = (6, *8 * (4,), *4 * (0,))
    wilds = (28, *4 * (3,), *8 * (0,))
    found = []
    for on_block in ("fewest_stock", "draw", "recycle_discards", "shed_bottom"):
        plain = {"on_block": on_block, "deck": few, "stock_size": 3}
        found += [
            table(name, 2, 11, "hoard", **plain),
            table(name, 3, 12, "mixed", **plain),
            table(name, 4, 13, "hoard", teams=True, show_discards="top", **plain),
            table(name, 4, 14, "mixed", teams=True, must_play="when_no_draw", **plain),
        ]
        bound = {"discard_wild": False, "wild_on_wild": False, "wild_as_12": False}
        found.append(
            table(name, 3, 15, "any", on_block=on_block, deck=wilds, stock_size=3, **bound)
        )
    for seats, teams in ((2, False), (4, True), (6, True)):
        book: dict[str, Value] = {"referee": True, "teams": teams, "stock_size": 5}
        found.append(table(name, seats, 20 + seats, "build", on_block="shed_bottom", **book))
        found.append(table(name, seats, 30 + seats, "mixed", dealer="highest", **book))
    return tuple(found)


# Games played at random ---------------------------------------------------------------------------
@functools.cache
def rows(name: str) -> tuple[Any, ...]:
    """The game's actions as records, ready for `verdict`."""
    actions = game(name).rules.ACTIONS
    return tuple(actions[number] for number in range(len(actions)))


@functools.cache
def kinds(name: str) -> tuple[int, ...]:
    return tuple(int(kind) for kind in game(name).rules.ACTIONS.kind)


@functools.cache
def acts(name: str) -> tuple[int, ...]:
    """The referee's actions."""
    return tuple(
        number for number, kind in enumerate(kinds(name)) if Kind.TALK <= kind <= Kind.LET_STAND
    )


def legal(name: str, state: Any) -> list[int]:
    out = np.full(len(rows(name)), NONE, np.int16)
    n = int(game(name).rules.moves(state, out))
    return [int(action) for action in out[:n]]


def legal_acts(name: str, state: Any) -> list[int]:
    verdict = game(name).rules.verdict
    return [act for act in acts(name) if verdict(state, rows(name)[act]) == No.OK]


def choose(table: Table, state: Any, chance: random.Random) -> int:
    """A legal action, as the table's policy likes it."""
    actions = legal(table.name, state)
    kind = kinds(table.name)
    builds = [action for action in actions if kind[action] <= Kind.PILE]
    others = [action for action in actions if kind[action] > Kind.PILE]
    policy = table.policy
    if policy == "mixed":
        policy = chance.choice(("any", "build", "build"))
    if policy == "build" and builds:
        return chance.choice(builds)
    if policy == "hoard" and others:
        return chance.choice(others)
    return chance.choice(actions)


@dataclass
class Walk:
    """A game on its way: the live state, the actions so far, and what has happened."""

    table: Table
    seen: Counter[str] = field(default_factory=Counter)
    actions: list[int] = field(default_factory=list)
    blocked: bool = False  # the last move was the pass that blocked the game

    def states(self, every: int = 1) -> Iterator[Any]:
        """Every so manieth state of a whole game, the first and the last always."""
        table, rules = self.table, self.table.game.rules
        chance = random.Random(table.key)
        state = table.deal()
        yield state
        given = 0
        while not state.over:
            assert len(self.actions) < rules.LONGEST, f"no end in sight: {table}"
            action = NONE
            if state.referee and given < MOST_ACTS and chance.random() < ACT_CHANCE:
                possible = legal_acts(table.name, state)
                action = chance.choice(possible) if possible else NONE
                given += 1
            if action == NONE:
                action = choose(table, state, chance)
            before = plain(state)
            rules.play(state, action)
            self.actions.append(action)
            after = plain(state)
            self.note(before, action, after)
            if len(self.actions) % every == 0 or after["over"]:
                yield state

    def note(self, before: Any, action: int, after: Any) -> None:
        """Count what a move brought about."""
        seen, kind, seats = self.seen, kinds(self.table.name)[action], self.table.seats
        move = rows(self.table.name)[action]
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
        self.blocked = passed and before["passes"] + 1 >= seats * before["pass_rounds"]
        if self.blocked:
            block = f"block {before['on_block']}"
            seen[block] += 1
            seen[f"{block}, play goes on"] += not after["over"]
            seen["block with cards to draw"] += int(before["draw_left"] > 0)
        if after["over"]:
            won = "won by a team" if after["teams"] else "won"
            seen["drawn" if after["winner"] == NOBODY else won] += 1


def plain(state: Any) -> Any:
    """A copy whose fields are quick to read: a record's attributes are looked up in Python."""
    return np.frombuffer(state.tobytes(), np.dtype((np.void, state.dtype)))[0]


def played(table: Table) -> tuple[Any, Walk]:
    """The last state of a table's game, and its walk."""
    walk = Walk(table)
    *_, state = walk.states(every=1 << 30)
    return state, walk


# What a table holds -------------------------------------------------------------------------------
def discard_slots(state: Any, seat: int, own: int) -> list[int]:
    """The slots of a discard pile from the top down."""
    slots, slot = [], int(state.discard_top[seat, own])
    below: Any = state.below if slot != NO_SLOT else ()
    while slot != NO_SLOT:
        slots.append(slot)
        assert len(slots) <= SLOTS, "a discard pile that runs in a circle"
        slot = int(below[slot])
    return slots


def ring_slots(state: Any, seat: int) -> list[int]:
    """The slots of the cards put under a stock, from above."""
    slots, last = [], int(state.under[seat])
    if last != NO_SLOT:
        slot = int(state.below[last])
        slots.append(slot)
        while slot != last:
            slot = int(state.below[slot])
            slots.append(slot)
            assert len(slots) <= SLOTS, "a ring that never closes"
    return slots


def free_slots(state: Any, face: int, count: int) -> list[int]:
    slots, slot, below = [], int(state.free[face]), state.below
    for _ in range(count):
        slots.append(slot)
        slot = int(below[slot])
    return slots


def series_cards(state: Any) -> Counter[int]:
    """The cards on the series; the die leaves none."""
    found: Counter[int] = Counter()
    heights, all_wilds, all_dies = (a.tolist() for a in (state.height, state.wilds, state.dies))
    for height, wilds, dies in zip(heights, all_wilds, all_dies, strict=True):
        assert 0 <= height < state.top
        assert wilds & dies == 0
        assert wilds | dies < 1 << height
        for level in range(height):
            if wilds & 1 << level:
                found[WILD] += 1
            elif not dies & 1 << level:
                found[level + 1] += 1
    return found


def bag(counts: Any) -> Counter[int]:
    assert (counts >= 0).all(), f"a bag with fewer than no cards: {counts}"
    return Counter({face: int(counts[face]) for face in range(FACES) if counts[face]})


def check_cards(state: Any) -> None:
    """Conservation: every card is in one place, and every counter says what is there."""
    held: Counter[int] = series_cards(state)
    down = 0
    used: list[int] = []
    for seat in range(len(state.hand)):
        size = int(state.hand_left[seat])
        hand = [int(face) for face in state.hand[seat]]
        assert size <= HAND
        assert hand[:size] == sorted(hand[:size]), f"a hand out of order: {hand}"
        assert min(hand[:size], default=0) >= 0
        assert hand[size:] == (HAND - size) * [NONE], f"a hand of {size}: {hand}"
        ring = ring_slots(state, seat)
        assert len(ring) == state.under_left[seat]
        piles = [slot for own in range(PILES) for slot in discard_slots(state, seat, own)]
        used += ring + piles
        left = int(state.stock_left[seat])
        if seat >= state.seats:
            assert (size, left, len(ring), len(piles)) == (0, 0, 0, 0), "a seat nobody sits on"
            continue
        held.update(hand[:size])
        if left:
            held[int(state.stock_top[seat])] += 1
            assert state.stock_top[seat] >= 0
        else:
            assert state.stock_top[seat] == NONE
        assert len(ring) <= max(0, left - 1)
        down += max(0, left - 1) - len(ring)
    held.update(int(FACE_OF[slot]) for slot in used)
    unseen, draw, spent = bag(state.unseen), bag(state.draw), bag(state.spent)
    assert state.unseen_left == unseen.total()
    assert state.spent_left == spent.total()
    if state.fresh:
        assert draw.total() == 0
        assert state.unseen_left == down + state.draw_left
    else:
        assert state.draw_left == draw.total()
        assert state.unseen_left == down
    assert held + unseen + draw + spent == bag(state.deck)
    check_slots(state, used)


def check_slots(state: Any, used: list[int]) -> None:
    """Every slot of the box is in one pile, one ring or the free list of its face."""
    assert len(used) == len(set(used)), "one card in two places"
    for face in range(FACES):
        own = set(range(int(FIRST_SLOT[face]), int(FIRST_SLOT[face]) + int(BOX[face])))
        taken = own & set(used)
        free = free_slots(state, face, len(own) - len(taken))
        assert sorted([*free, *taken]) == sorted(own)


# What a seat knows --------------------------------------------------------------------------------
def watchers(state: Any) -> range:
    """Every seat, and the watcher."""
    return range(NOBODY, int(state.seats))


def view_of(name: str, state: Any, seat: int) -> Any:
    view = game(name).rules.View()
    game(name).rules.observe(state, seat, view)
    return view


def imagined(name: str, view: Any, seed: int) -> Any:
    state = game(name).rules.State()
    game(name).rules.imagine(view, state, seed)
    return state


def redealt(state: Any, seat: int, chance: random.Random) -> Any:
    """The table with all that `seat` cannot see dealt anew, and with other dice.

    It is written without `imagine`, so that neither can hide the other's faults.
    """
    other = state.copy()
    places: list[tuple[str, int, int]] = []
    faces: list[int] = []
    for who in range(int(state.seats)):
        if who != seat:
            size = int(state.hand_left[who])
            places += [("hand", who, i) for i in range(size)]
            faces += [int(face) for face in state.hand[who, :size]]
    for name in ("unseen", "draw"):
        cards = [face for face in range(FACES) for _ in range(state[name][face])]
        places += [(name, 0, 0) for _ in cards]
        faces += cards
        other[name][:] = 0
    linked: list[list[int]] = []
    for who in range(int(state.seats)):
        linked.append(ring_slots(state, who))
        for own in range(PILES):
            pile = discard_slots(state, who, own)
            linked.append(pile[1:] if state.show_discards else [])
    for number, slots in enumerate(linked):
        places += [("linked", number, i) for i in range(len(slots))]
        faces += [int(FACE_OF[slot]) for slot in slots]
    chance.shuffle(faces)
    hands: dict[int, list[int]] = {}
    chains: dict[int, list[int]] = {}
    for (place, number, _), face in zip(places, faces, strict=True):
        if place == "hand":
            hands.setdefault(number, []).append(face)
        elif place == "linked":
            chains.setdefault(number, []).append(face)
        else:
            other[place][face] += 1
    for who, cards in hands.items():
        other.hand[who, : len(cards)] = sorted(cards)
    relink(state, other, chains)
    other.key, other.block, other.ready_left = chance.getrandbits(31), 5, 0
    return other


def relink(state: Any, other: Any, chains: Mapping[int, list[int]]) -> None:
    """Rebuild rings and discard piles with other faces in the hidden links."""
    free = {
        face: list(range(int(FIRST_SLOT[face]), int(FIRST_SLOT[face]) + int(BOX[face])))
        for face in range(FACES)
    }
    number = 0
    for who in range(int(state.seats)):
        ring = [free[face].pop() for face in chains.get(number, [])]
        for i, slot in enumerate(ring):
            other.below[slot] = ring[(i + 1) % len(ring)]
        other.under[who] = ring[-1] if ring else NO_SLOT
        for own in range(PILES):
            number += 1
            pile = [int(FACE_OF[slot]) for slot in discard_slots(state, who, own)]
            hidden = chains.get(number, [])
            pile = pile[: len(pile) - len(hidden)] + hidden
            slots = [free[face].pop() for face in pile]
            other.discard_top[who, own] = slots[0] if slots else NO_SLOT
            for i, slot in enumerate(slots):
                other.below[slot] = slots[i + 1] if i + 1 < len(slots) else NO_SLOT
        number += 1
    for face, slots in free.items():
        for i, slot in enumerate(slots[:-1]):
            other.below[slot] = slots[i + 1]
        if slots:
            other.free[face] = slots[0]
