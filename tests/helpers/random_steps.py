"""Random games move by move, as every viewer sees them, for the tests of scenes."""

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
MOST_MOVES = 400  # of one game


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
    views = {}
    for seat in range(NOBODY, int(state.seats)):
        views[seat] = game(name).rules.View()
        game(name).rules.observe(state, seat, views[seat])
    return views


def play(name: str, state: Any, action: int) -> Step:
    """Play one move; what everybody saw before and after it."""
    mover, before = int(state.turn), views_of(name, state)
    game(name).rules.play(state, action)
    return Step(mover, action, before, views_of(name, state), legal_in(name, state))


def random_steps(name: str, seats: int, key: int, *settings: str) -> Iterator[Step]:
    """A random game with these settings, move by move."""
    g, chance = game(name), random.Random(key)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    g.options.check(seats, chosen)
    state = g.set_up(seats, chosen)
    g.rules.deal(state, key_from(key), 0)
    for _ in range(MOST_MOVES):
        if state.over:
            return
        yield play(name, state, chance.choice(legal_in(name, state)))


def play_words(name: str, state: Any, text: str) -> Step:
    """Play a move that is given in words."""
    return play(name, state, speaker(game(name), state).parse(text))


def scene_of(name: str, step: Step, seat: int, language: str = "en") -> Scene:
    """The scene after a move, as a seat sees it."""
    view = step.after[seat]
    legal = step.legal if seat == view.turn else []
    scene: Scene = game(name).scene.scene(view, legal, NAMES[: view.seats], language)
    return scene


def events_of(name: str, step: Step, seat: int, language: str = "en") -> list[Event]:
    """The events of a move, as a seat is told them."""
    before, after = step.before[seat], step.after[seat]
    events: list[Event] = game(name).scene.events(
        before, after, step.action, NAMES[: after.seats], language
    )
    return events


def labels(events: Sequence[Event]) -> list[str]:
    """The sentences of all events but the move itself."""
    return [event.label for event in events[1:] if event.label]
