"""A game's cases as things to look at: the table before, the move in words, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skipyard.catalogue import LANGUAGES, common
from skipyard.games import Game, cases
from skipyard.games.cases import Case
from skipyard.games.move_words import speaker
from skipyard.games.scene import Path, Scene
from skipyard.seats import NOBODY


@dataclass(frozen=True)
class Example:
    """One case as somebody at the table sees it."""

    case: Case
    number: int  # its place in cases.toml: its address
    before: Scene | None = None  # none where nothing lies on a table: set-ups, matches
    after: Scene | None = None  # none where nothing was played, or where it was refused
    earlier: Sequence[str] = ()  # the moves that led here, in words
    move: str = ""  # in words
    touch: Sequence[str] = ()  # the things that the move touches
    said: str = ""  # the refusal
    told: Sequence[str] = ()  # what happened


def names_of(seats: int, language: str) -> list[str]:
    return [common().say(language, "seat.player", player=seat + 1) for seat in range(seats)]


def legal(g: Game, state: Any, seat: int) -> list[int]:
    """What a seat may do now."""
    if state.over or seat != state.turn:
        return []
    found = np.zeros(len(g.rules.ACTIONS), np.int16)
    return [int(action) for action in found[: g.rules.moves(state, found)]]


def scene_of(g: Game, state: Any, viewer: int, actions: Sequence[int], language: str) -> Scene:
    view = cases.seen_by(g, state, viewer)
    found: Scene = g.scene.scene(view, actions, names_of(int(state.seats), language), language)
    return found


def position(g: Game, case: Case) -> Any:
    """The table on which the last move of a case is tried."""
    state = cases.deal(g, case.deal) if case.deal else g.position.read(case.position)
    for text in case.played[:-1]:
        cases.try_move(g, state, text)
    return state


def show(g: Game, number: int, language: str) -> Example:
    """The example with that place in cases.toml."""
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
    """Whose eyes a case is seen with: those that it names, else the mover's."""
    if case.view:
        return NOBODY if case.view == cases.WATCHER else int(case.view) - 1
    return int(state.turn)


def tried(g: Game, start: Example, state: Any, viewer: int, language: str) -> Example:
    """The last move of a case, played or refused."""
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
    events = g.scene.events(view, cases.seen_by(g, state, viewer), "", names, language)
    told = [event.label for event in events if event.label]
    return Example(
        start.case, start.number, start.before, after, start.earlier, move, touch, "", told
    )


def in_language(g: Game, state: Any, text: str, language: str) -> str:
    """A move of a case in words; cases are written in English."""
    if language == LANGUAGES[0]:
        return text
    words = speaker(g, state)
    try:
        return str(words.describe(words.parse(text), language))
    except g.words.Never:
        return cases.translate(g, text, language)


def touched(g: Game, state: Any, text: str, viewer: int, language: str) -> list[str]:
    """The things that a move touches, be it allowed or not; none where there are no such things."""
    if viewer != state.turn:
        return []
    try:
        action = speaker(g, state).parse(text)
        paths: list[Path] = scene_of(g, state, viewer, [action], language).paths
    except (g.words.Never, LookupError):  # a card that is not in the hand has no place on the table
        return []
    return paths[0].touch if paths else []
