"""Games played at random, as everybody at the table sees them: for the tests of scenes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.games.move_words import speaker
from skipyard.games.scene import Event, Scene
from skipyard.options import read_settings

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Flo")
LONG = 400  # moves of one game that a test looks at


@dataclass
class Step:
    """One move: what each seat, and the watcher, saw before and after it."""

    mover: int
    action: int
    before: Mapping[int, Any]
    after: Mapping[int, Any]
    legal: Sequence[int]  # for the player on turn after it


def legal_in(name: str, state: Any) -> list[int]:
    out = np.zeros(len(game(name).rules.ACTIONS), np.int16)
    return [int(action) for action in out[: game(name).rules.moves(state, out)]]


def views_of(name: str, state: Any) -> dict[int, Any]:
    """What everybody sees; NOBODY is a watcher."""
    found = {}
    for seat in range(NOBODY, int(state.seats)):
        found[seat] = game(name).rules.View()
        game(name).rules.observe(state, seat, found[seat])
    return found


def play(name: str, state: Any, action: int) -> Step:
    """Play one move and see what it did."""
    mover, before = int(state.turn), views_of(name, state)
    game(name).rules.play(state, action)
    return Step(mover, action, before, views_of(name, state), legal_in(name, state))


def walk(name: str, seats: int, key: int, *settings: str) -> Iterator[Step]:
    """A game at random with these settings, move by move."""
    g, chance = game(name), random.Random(key)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    g.options.check(seats, chosen)
    state = g.set_up(seats, chosen)
    g.rules.deal(state, key_from(key), 0)
    for _ in range(LONG):
        if state.over:
            return
        yield play(name, state, chance.choice(legal_in(name, state)))


def say_move(name: str, state: Any, text: str) -> Step:
    """Play a move that is given in words."""
    return play(name, state, speaker(game(name), state).parse(text))


def scene_of(name: str, step: Step, seat: int, language: str = "en") -> Scene:
    """The scene after a move, as a seat sees it."""
    view = step.after[seat]
    legal = step.legal if seat == view.turn else []
    found: Scene = game(name).scene.scene(view, legal, NAMES[: view.seats], language)
    return found


def events_of(name: str, step: Step, seat: int, language: str = "en") -> list[Event]:
    """What a seat is told of a move."""
    before, after = step.before[seat], step.after[seat]
    found: list[Event] = game(name).scene.events(
        before, after, "said", NAMES[: after.seats], language
    )
    return found


def labels(events: Sequence[Event]) -> list[str]:
    """The sentences of events, but for the move's own."""
    return [event.label for event in events[1:] if event.label]
