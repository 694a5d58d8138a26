"""A game's cases as scenes: the table before the move, the move in words, the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skipyard.catalogue import LANGUAGES, common
from skipyard.games import Game, cases
from skipyard.games.cases import Case
from skipyard.games.move_words import speaker
from skipyard.games.scene import Event, Path, Scene
from skipyard.seats import NOBODY


@dataclass(frozen=True)
class Example:
    """One case as a viewer sees it."""

    case: Case
    number: int  # its place in cases.toml, which its address has
    before: Scene | None = None  # None for set-ups and matches
    after: Scene | None = None  # None if nothing was played, or it was refused
    earlier: Sequence[str] = ()  # the moves that led here, in words
    move: str = ""  # in words
    touch: Sequence[str] = ()  # ids of what the move touches
    said: str = ""  # the refusal
    told: Sequence[str] = ()  # what happened, in sentences
    events: Sequence[Event] = ()  # the same, for animation


def names_of(seats: int, language: str) -> list[str]:
    return [common().say(language, "seat.player", player=seat + 1) for seat in range(seats)]


def legal(g: Game, state: Any, seat: int) -> list[int]:
    """The legal actions of a seat."""
    if state.over or seat != state.turn:
        return []
    actions = np.zeros(len(g.rules.ACTIONS), np.int16)
    return [int(action) for action in actions[: g.rules.moves(state, actions)]]


def scene_of(g: Game, state: Any, viewer: int, actions: Sequence[int], language: str) -> Scene:
    view = cases.seen_by(g, state, viewer)
    scene: Scene = g.scene.scene(view, actions, names_of(int(state.seats), language), language)
    return scene


def position(g: Game, case: Case) -> Any:
    """The state before the last move of a case."""
    state = cases.deal(g, case.deal) if case.deal else g.position.read(case.position)
    for text in case.played[:-1]:
        cases.try_move(g, state, text)
    return state


def show(g: Game, number: int, language: str) -> Example:
    """The example with that number in cases.toml."""
    case = cases.load(g)[number]
    if case.setup or case.match:
        said = cases.run(g, case).said.get(language, "")
        return Example(case, number, said=said)
    state = position(g, case)
    earlier = [in_language(g, state, text, language) for text in case.played[:-1]]
    viewer = viewer_of(case, state)
    before = scene_of(g, state, viewer, legal(g, state, viewer), language)
    if not case.played:
        return Example(case, number, before, earlier=earlier)
    return tried(g, Example(case, number, before, earlier=earlier), state, viewer, language)


def viewer_of(case: Case, state: Any) -> int:
    """The viewer of a case: the one that it names, else the mover."""
    if case.view:
        return NOBODY if case.view == cases.WATCHER else int(case.view) - 1
    return int(state.turn)


def tried(g: Game, start: Example, state: Any, viewer: int, language: str) -> Example:
    """Add the last move of a case, played or refused."""
    text = start.case.played[-1]
    move = in_language(g, state, text, language)
    touch = touched(g, state, text, viewer, language)
    view = cases.seen_by(g, state, viewer)
    said = cases.try_move(g, state, text)[1].get(language, "")
    if said:
        return Example(
            start.case, start.number, start.before, None, start.earlier, move, touch, said
        )
    after = scene_of(g, state, viewer, legal(g, state, viewer), language)
    names = names_of(int(state.seats), language)
    action = speaker(g, state).parse(text)
    events = g.scene.events(view, cases.seen_by(g, state, viewer), action, names, language)
    told = [event.label for event in events if event.label]
    facts = start.case, start.number, start.before, after, start.earlier, move, touch, "", told
    return Example(*facts, events)


def in_language(g: Game, state: Any, text: str, language: str) -> str:
    """A move of a case, which is written in English, in another language."""
    if language == LANGUAGES[0]:
        return text
    words = speaker(g, state)
    try:
        return str(words.describe(words.parse(text), language))
    except g.words.Never:
        return cases.translate(g, text, language)


def touched(g: Game, state: Any, text: str, viewer: int, language: str) -> list[str]:
    """The ids that a move touches, legal or not; none if they are not in the scene."""
    if viewer != state.turn:
        return []
    try:
        action = speaker(g, state).parse(text)
        paths: list[Path] = scene_of(g, state, viewer, [action], language).paths
    except (g.words.Never, LookupError):  # such as a card that is not in the hand
        return []
    return paths[0].touch if paths else []
