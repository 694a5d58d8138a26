"""A game with its seats and options: everything that adapters need of the rules."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from skipyard.arguments import read_options, text_of, whole
from skipyard.batch.setup import refuse_without_effect
from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.games.contract import Moves, StateRecord, ViewRecord
from skipyard.games.feature_layout import highs
from skipyard.games.move_words import speaker
from skipyard.options import Refused, Value, find, write_settings

Settings = Mapping[str, Value]


class Variant:
    """One kind of table, without any table's state, so that all tables of a kind can share it."""

    def __init__(self, name: str, seats: int, texts: tuple[str, ...], position: str) -> None:
        self.name, self.seats, self.texts, self.position = name, seats, texts, position
        self.game = game(name)
        self.rules = self.game.rules
        options = self.game.options
        self.chosen = {option.name: option.default for option in options.OPTIONS}
        for text in texts:
            word, _, value = text.partition("=")
            option = find(options.OPTIONS, word, self.game.title)
            self.chosen[option.name] = option.read(value)
        options.check(seats, self.chosen)
        self.template: StateRecord = self.game.set_up(seats, self.chosen)
        self.public: ViewRecord | None = None  # what everybody sees, if games begin at a position
        if position:
            self.begin_at(position)
        self.actions = len(self.rules.ACTIONS)
        self.sides = int(self.rules.sides(self.template))

    def __reduce__(self) -> tuple[Callable[..., Variant], tuple[object, ...]]:
        return variant, (self.name, self.seats, self.texts, self.position)

    def __deepcopy__(self, memo: object) -> Variant:
        return self  # nothing in it changes

    def begin_at(self, position: str) -> None:
        """Begin all games at a position, which has its own options; hidden items are dealt."""
        self.template = self.game.position.read(position)
        if self.template.seats != self.seats:
            raise Refused(f"The position has {self.template.seats} seats, not {self.seats}.")
        self.public = self.view(self.template, NOBODY)

    # Playing ------------------------------------------------------------------------------------
    def deal(self, number: int | None, stream: int = 0) -> StateRecord:
        """A dealt table; the same number gives the same deal every time."""
        state = self.template.copy()
        self.rules.deal(state, key_from(number), stream)
        return state

    def moves(self, state: StateRecord) -> Moves:
        """The legal actions, in the order of the rules."""
        out = np.zeros(self.actions, np.int16)
        return out[: self.rules.moves(state, out)]

    def legal(self, state: StateRecord) -> Moves:
        """The legal actions, in ascending order."""
        return np.sort(self.moves(state))

    def mask(self, legal: Moves | Sequence[int]) -> npt.NDArray[np.int8]:
        """The legal actions as ones, all others zero."""
        mask = np.zeros(self.actions, np.int8)
        mask[legal] = 1
        return mask

    # Seeing -------------------------------------------------------------------------------------
    def view(self, state: StateRecord, seat: int) -> ViewRecord:
        """What a seat knows; NOBODY is a watcher."""
        view: ViewRecord = self.rules.View()
        self.rules.observe(state, seat, view)
        return view

    def imagine(self, view: ViewRecord, seed: int) -> StateRecord:
        """A world that the view cannot tell from the real one."""
        state: StateRecord = self.rules.State()
        self.rules.imagine(view, state, seed)
        return state

    @functools.cached_property
    def highs(self) -> npt.NDArray[np.uint8]:
        """The highest value of every feature; the lowest is 0."""
        return highs(self.game.features.FEATURES)

    def features(self, view: ViewRecord) -> npt.NDArray[np.uint8]:
        """A view as bytes (docs/observations.md)."""
        out = np.zeros(self.game.features.SIZE, np.uint8)
        self.game.features.features(view, out)
        return out

    def text(self, view: ViewRecord) -> str:
        return self.game.position.write_view(view)

    def public_text(self, state: StateRecord) -> str:
        """What everybody sees of the table, as text."""
        return self.text(self.view(state, NOBODY))

    def describe(self, record: ViewRecord, action: int) -> str:
        """A move in words."""
        return str(speaker(self.game, record).describe(action))

    def refusal(self, state: StateRecord, action: int) -> str:
        """Why a move is illegal, with its rule; empty if it is legal."""
        if not 0 <= action < self.actions:
            return f"There is no action {action}; they are 0 to {self.actions - 1}."
        no = int(self.rules.verdict(state, self.rules.ACTIONS[action]))
        view = self.view(state, int(state.turn))
        return str(speaker(self.game, view).refuse(view, action, no, "en")) if no else ""

    # The end ------------------------------------------------------------------------------------
    def returns(self, state: StateRecord) -> list[float]:
        """Each seat's return: 1 for the winning side, -1 divided among the others."""
        if not state.over or state.winner == NOBODY:
            return self.seats * [0.0]
        lost = -1.0 / (self.sides - 1)
        won = int(state.winner)
        return [1.0 if seat % self.sides == won else lost for seat in range(self.seats)]


@functools.cache
def variant(name: str, seats: int, texts: tuple[str, ...] = (), position: str = "") -> Variant:
    """The variant with these seats and `NAME=VALUE` settings."""
    return Variant(name, seats, texts, position)


def variant_of(
    name: str, seats: int, options: Settings | None = None, position: str = ""
) -> Variant:
    """The variant with these options; names and values as `skipyard games` lists them."""
    g, count = game(text_of(name, "game")), whole(seats, "seats", low=1)
    values = read_options(g.options.OPTIONS, options, g.title)
    g.options.check(count, values)
    refuse_without_effect(g, count, values, "here", "en")
    return variant(g.name, count, tuple(write_settings(g.options.OPTIONS, values)), position)
