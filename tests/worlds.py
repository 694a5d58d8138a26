"""Tables of any game for the laws: random option sets, games played at random, views, worlds.

What a law must know of one game is in `own`; nothing here names a game.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import hypothesis
import numpy as np
import own
import pytest
from hypothesis import strategies as st

from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import GAMES, Game, game
from skipyard.loops import for_game
from skipyard.options import Option, Refused, Value

FEW, MANY = 0, 1
DICE = frozenset(("key", "stream", "block", "ready", "ready_left"))
every_game = pytest.mark.parametrize("name", GAMES)
every_size = pytest.mark.parametrize(
    "size",
    [
        pytest.param(FEW, id="few", marks=pytest.mark.few),
        pytest.param(MANY, id="many", marks=pytest.mark.slow),
    ],
)


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

    @property
    def id(self) -> tuple[object, ...]:
        return self.name, self.seats, tuple(self.chosen.items()), self.key, self.policy

    def deal(self) -> Any:
        """The table's state, dealt."""
        state = self.game.set_up(self.seats, self.chosen)
        self.game.rules.deal(state, key_from(self.key), self.key % 7)
        return state


def defaults(name: str) -> dict[str, Value]:
    return {option.name: option.default for option in game(name).options.OPTIONS}


def table(name: str, seats: int, key: int, policy: str = "", **changed: Value) -> Table:
    """A table with the book's options but for the changed ones."""
    assert changed.keys() <= defaults(name).keys()
    chosen = defaults(name) | changed
    game(name).options.check(seats, chosen)
    return Table(name, seats, chosen, key, policy or own.of(name).POLICIES[0])


def values(name: str, option: Option) -> st.SearchStrategy[Value]:
    """Any value of an option, or those that the game's own module likes."""
    special: dict[str, st.SearchStrategy[Value]] = own.of(name).VALUES
    if option.name in special:
        return special[option.name]
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.names)
    assert option.kind == "number"
    small = st.integers(option.low, min(option.high, option.low + 6))
    return st.one_of(st.just(option.default), small, st.integers(option.low, option.high))


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
    chosen = {option.name: draw(values(name, option)) for option in options.OPTIONS}
    if not fits(name, seats, chosen):
        seats = own.of(name).mend(seats, chosen, draw)
    hypothesis.assume(fits(name, seats, chosen))
    key, policy = draw(st.integers(0, 2**40)), draw(st.sampled_from(own.of(name).POLICIES))
    return Table(name, seats, chosen, key, policy)


def telling(name: str) -> tuple[Table, ...]:
    """Tables on which the rare things happen."""
    found: tuple[Table, ...] = own.of(name).telling(name)
    return found


def for_all(name: str, examples: int, law: Callable[[Table], None]) -> None:
    """Hold a law on the tables that are sure to tell, and on so many random ones."""
    for told in telling(name):
        law(told)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables(name))
    def hold(drawn: Table) -> None:
        law(drawn)

    hold()


def hold(name: str, size: int, law: Callable[[Played], None], times: int = 1) -> Counter[str]:
    """Hold a law on the games that are played at a few or many tables; what happened in them."""
    seen: Counter[str] = Counter()

    def law_of_a_table(drawn: Table) -> None:
        game_played = played(drawn)
        law(game_played)
        seen.update(game_played.seen)

    for_all(name, times * own.of(name).EXAMPLES[size], law_of_a_table)
    return seen


def assert_met(name: str, seen: Counter[str]) -> None:
    """A law means nothing where the rare things never happened."""
    assert [event for event in own.of(name).met(name) if not seen[event]] == []


# Actions ------------------------------------------------------------------------------------------
@functools.cache
def rows(name: str) -> tuple[Any, ...]:
    """The game's actions as records, ready for `verdict`."""
    actions = game(name).rules.ACTIONS
    return tuple(actions[number] for number in range(len(actions)))


@functools.cache
def kinds(name: str) -> tuple[int, ...]:
    return tuple(int(kind) for kind in game(name).rules.ACTIONS.kind)


@functools.cache
def acts(name: str) -> frozenset[int]:
    """The actions that only a referee may do; most games have none."""
    is_referee = getattr(game(name).rules, "is_referee", lambda row: False)
    return frozenset(number for number, row in enumerate(rows(name)) if is_referee(row))


def legal(name: str, state: Any) -> list[int]:
    out = np.full(len(rows(name)), NONE, np.int16)
    n = int(game(name).rules.moves(state, out))
    found: list[int] = out[:n].tolist()
    return found


def verdicts(name: str, state: Any) -> list[int]:
    """The verdict on every action."""
    out = np.zeros(len(rows(name)), np.int16)
    loops = for_game("verdicts", game(name))
    loops.all_verdicts(state, game(name).rules.ACTIONS, out)
    found: list[int] = out.tolist()
    return found


# Games played at random ---------------------------------------------------------------------------
class Walk:
    """A game on its way: the live state, the actions so far, and what has happened."""

    def __init__(self, table: Table) -> None:
        self.table, self.chance = table, random.Random(table.key)
        self.seen: Counter[str] = Counter()
        self.actions: list[int] = []

    def states(self) -> Iterator[Any]:
        """The live state of a whole game, before its first move and after every one."""
        table, differs, rules = self.table, own.of(self.table.name), self.table.game.rules
        state = table.deal()
        yield state
        after = plain(state)
        while not after["over"]:
            assert len(self.actions) < rules.LONGEST, f"no end in sight: {table}"
            action = differs.choose(self, state)
            before = after
            rules.play(state, action)
            self.actions.append(action)
            after = plain(state)
            differs.note(self, before, action, after)
            yield state


def plain(state: Any) -> Any:
    """A copy whose fields are quick to read: a record's attributes are looked up in Python."""
    return np.frombuffer(state.tobytes(), np.dtype((np.void, state.dtype)))[0]


@dataclass(frozen=True)
class Played:
    """A whole game, kept: every state, every action, what has happened."""

    table: Table
    kept: Any = field(repr=False)
    actions: list[int] = field(repr=False)
    seen: Counter[str] = field(repr=False)

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def last(self) -> Any:
        return self.kept[-1]

    def states(self, every: int) -> Iterator[Any]:
        """Every so manieth state, the first and the last always; of a long game its beginning."""
        most = min(len(self.kept), own.of(self.name).MOST)
        for number in range(0, most, every):
            yield self.kept[number]
        if (len(self.kept) - 1) % every or len(self.kept) > most:
            yield self.last


KEPT: dict[tuple[object, ...], Played] = {}


def played(table: Table) -> Played:
    """The game of a table; every law looks at the same one."""
    if table.id not in KEPT:
        walk = Walk(table)
        kept = b"".join(state.tobytes() for state in walk.states())
        states = np.frombuffer(bytearray(kept), table.game.rules.State.dtype).view(np.recarray)
        KEPT[table.id] = Played(table, states, walk.actions, walk.seen)
    return KEPT[table.id]


def play_out(name: str, state: Any, seed: int, most: int) -> None:
    """Play on at random, to the end or so far."""
    chance, play = random.Random(seed), game(name).rules.play
    for _ in range(most):
        if state.over:
            return
        play(state, chance.choice(legal(name, state)))


# What a seat knows --------------------------------------------------------------------------------
def watchers(state: Any) -> range:
    """Every seat, and the watcher."""
    return range(NOBODY, int(state.seats))


def view_of(name: str, state: Any, seat: int) -> Any:
    view = game(name).rules.View()
    game(name).rules.observe(state, seat, view)
    return view


def features_of(name: str, view: Any) -> Any:
    """What a view tells as a vector."""
    found = np.zeros(game(name).features.SIZE, np.uint8)
    game(name).features.features(view, found)
    return found


def imagined(name: str, view: Any, seed: int) -> Any:
    state = game(name).rules.State()
    game(name).rules.imagine(view, state, seed)
    return state


def other_dice(state: Any, chance: random.Random) -> None:
    """Give a table other dice."""
    state.key, state.block, state.ready_left = chance.getrandbits(31), 5, 0


def wrong(state: Any, field: str, number: int, index: Any = None) -> Any:
    """A copy of the table with one number of a field raised."""
    other = state.copy()
    if index is None:
        other[field] += number
    else:
        other[field][index] += number
    return other
