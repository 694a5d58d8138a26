"""Tables of any game and random games on them, for the laws and the games' law data."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from skipyard.core import NONE, key_from
from skipyard.games import Game, game
from skipyard.games.random_options import book
from skipyard.options import Value

DICE = frozenset(("key", "stream", "block", "ready", "ready_left"))


# Tables -------------------------------------------------------------------------------------------
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
        """A freshly dealt state."""
        state = self.game.set_up(self.seats, self.chosen)
        self.game.rules.deal(state, key_from(self.key), self.key % 7)
        return state


def defaults(name: str) -> dict[str, Value]:
    return book(game(name))


def table(name: str, seats: int, key: int, policy: str = "", **changed: Value) -> Table:
    """A table with the default options except for `changed`."""
    assert changed.keys() <= defaults(name).keys()
    chosen = defaults(name) | changed
    game(name).options.check(seats, chosen)
    return Table(name, seats, chosen, key, policy)


# Actions ------------------------------------------------------------------------------------------
@functools.cache
def rows(name: str) -> tuple[Any, ...]:
    """The game's actions as records, as `verdict` takes them."""
    actions = game(name).rules.ACTIONS
    return tuple(actions[number] for number in range(len(actions)))


@functools.cache
def kinds(name: str) -> tuple[int, ...]:
    return tuple(int(kind) for kind in game(name).rules.ACTIONS.kind)


@functools.cache
def referee_actions(name: str) -> frozenset[int]:
    """The actions that only a referee may take; most games have none."""
    is_referee = getattr(game(name).rules, "is_referee", lambda row: False)
    return frozenset(number for number, row in enumerate(rows(name)) if is_referee(row))


def legal(name: str, state: Any) -> list[int]:
    out = np.full(len(rows(name)), NONE, np.int16)
    n = int(game(name).rules.moves(state, out))
    actions: list[int] = out[:n].tolist()
    return actions


# Games --------------------------------------------------------------------------------------------
class OngoingGame:
    """A game being played: its table, random numbers, actions so far, and what has happened."""

    def __init__(self, table: Table) -> None:
        self.table, self.chance = table, random.Random(table.key)
        self.seen: Counter[str] = Counter()
        self.actions: list[int] = []


@dataclass(frozen=True)
class Played:
    """A finished game: every state, every action, what has happened."""

    table: Table
    kept: Any = field(repr=False)
    actions: list[int] = field(repr=False)
    seen: Counter[str] = field(repr=False)
    most: int = 1 << 30  # at most so many states are checked

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def last(self) -> Any:
        return self.kept[-1]

    def states(self, every: int) -> Iterator[Any]:
        """One in `every` states up to `most`, and the last."""
        most = min(len(self.kept), self.most)
        for number in range(0, most, every):
            yield self.kept[number]
        if (len(self.kept) - 1) % every or len(self.kept) > most:
            yield self.last


def play_out(name: str, state: Any, seed: int, most: int) -> None:
    """Play on at random, to the end or at most so many moves."""
    chance, play = random.Random(seed), game(name).rules.play
    for _ in range(most):
        if state.over:
            return
        play(state, chance.choice(legal(name, state)))


# States -------------------------------------------------------------------------------------------
def view_of(name: str, state: Any, seat: int) -> Any:
    view = game(name).rules.View()
    game(name).rules.observe(state, seat, view)
    return view


def imagined(name: str, view: Any, seed: int) -> Any:
    state = game(name).rules.State()
    game(name).rules.imagine(view, state, seed)
    return state


def differing(first: Any, second: Any) -> set[str]:
    """The fields, except for the dice, in which two states differ."""
    names = set(first.dtype.names) - DICE
    return {field for field in names if first[field].tobytes() != second[field].tobytes()}


def wrong(state: Any, field: str, number: int, index: Any = None) -> Any:
    """A copy of a state with one number of a field changed."""
    other = state.copy()
    if index is None:
        other[field] += number
    else:
        other[field][index] += number
    return other
