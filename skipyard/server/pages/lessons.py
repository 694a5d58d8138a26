"""Lessons: the cases of a game in the order of its learn.toml, with one move to find in each.

A lesson is the picture of a table, the things on it that can be touched, and what touching them
does. The rules judge every try: a wrong one is answered with its rule.
"""

from __future__ import annotations

import asyncio
import functools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.games import Game, cases, game, played_cases
from skipyard.games.move_words import speaker
from skipyard.games.played_cases import Example
from skipyard.games.scene import Path, Scene
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer
from skipyard.server.pages import rules_page
from skipyard.server.pages.home import render
from skipyard.server.sentences import say

LONGEST_TRY = 200  # characters of the ids that were touched
CHUNK = 128  # actions drawn at once
CACHED_TRIES = 4096
SHEETS = WIDE, NARROW = "wide", "narrow"  # a picture as a large screen and as a phone shows it
KINDS = ("right", "other", "refused")  # outcomes of a try


@dataclass(frozen=True)
class Step:
    """One lesson: a case and its introduction."""

    number: int  # of the case
    intro: dict[str, str]  # by language


@functools.cache
def steps(name: str) -> tuple[Step, ...]:
    """The lessons of a game; it may have none."""
    g = game(name)
    numbers = {case.name: number for number, case in enumerate(cases.load(g))}
    file = g.lessons
    rows = tomllib.loads(file.read_text("utf-8"))["step"] if file else []
    return tuple(Step(numbers[row.pop("case")], row) for row in rows)


# What can be tried --------------------------------------------------------------------------------
@functools.cache
def touches(name: str, number: int, language: str) -> dict[tuple[str, ...], list[Path]]:
    """Every sequence of touches on the table of a case, with the actions that it could mean."""
    g = game(name)
    paths: dict[tuple[str, ...], list[Path]] = {}
    for path in every_path(g, played_cases.position(g, cases.load(g)[number]), language):
        paths.setdefault(tuple(path.touch), []).append(path)
    return paths


@functools.lru_cache(CACHED_TRIES)
def outcome(name: str, number: int, touch: tuple[str, ...], language: str) -> tuple[str, str]:
    """The outcome of touching some things (right, other or refused), and its sentence."""
    paths = touches(name, number, language).get(touch, [])
    if not paths:
        return "refused", say(language, "page.learn_nothing")
    g, example = game(name), played_cases.show(game(name), number, language)
    state = played_cases.position(g, example.case)
    aim = speaker(g, state).parse(example.case.played[-1])
    outcomes = [judge(g, state, path, aim, example, language) for path in paths]
    return min(outcomes, key=lambda one: KINDS.index(one[0]))


def every_path(g: Game, state: Any, language: str) -> Iterator[Path]:
    """The path of every action that can be touched on this table, legal or not."""
    viewer, actions = int(state.turn), list(range(len(g.rules.ACTIONS)))
    waiting = [actions[i : i + CHUNK] for i in range(0, len(actions), CHUNK)]
    while waiting:
        some = waiting.pop()
        try:
            yield from played_cases.scene_of(g, state, viewer, some, language).paths
        except LookupError:  # one of them has no place on this table
            if len(some) > 1:
                half = len(some) // 2
                waiting += [some[:half], some[half:]]


def judge(
    g: Game, state: Any, path: Path, aim: int, example: Example, language: str
) -> tuple[str, str]:
    no = g.rules.No(g.rules.verdict(state, g.rules.ACTIONS[path.action]))
    if no != g.rules.No.OK:
        view = cases.seen_by(g, state, int(state.turn))
        refusal = speaker(g, state).refuse(view, path.action, no, language)
        return "right" if example.said and path.action == aim else "refused", refusal
    if path.action == aim:
        return "right", ""
    return "other", say(language, "page.learn_other", move=example.move)


# As data ------------------------------------------------------------------------------------------
@functools.cache
def lesson(name: str, nth: int, language: str) -> dict[str, Any]:
    """A lesson as its page needs it."""
    step = steps(name)[nth]
    example = played_cases.show(game(name), step.number, language)
    assert example.before
    scene = example.before
    sheets = {
        sheet: pictures.boxes(scene, example.after or scene, sheet == NARROW) for sheet in SHEETS
    }
    labels, buttons = labels_of(scene), buttons_of(scene)
    drawn = set.intersection(*(set(boxes) for boxes in sheets.values()))
    there = labels.keys() & (drawn | buttons)
    tries = [touch for touch in touches(name, step.number, language) if there.issuperset(touch)]
    touched = {thing for touch in tries for thing in touch}
    touchable = [thing for thing in labels if thing in touched]
    return {
        "rule": example.case.rule,
        "intro": step.intro[language],
        "status": scene.status,
        "move": example.move,
        "refused": bool(example.said),
        "sizes": {sheet: boxes[""][2:] for sheet, boxes in sheets.items()},
        "before": address(name, step.number, pictures.START, language),
        "after": address(name, step.number, pictures.AFTER, language) if example.after else "",
        "things": [
            {
                "id": thing,
                "label": labels[thing],
                "boxes": {sheet: boxes[thing] for sheet, boxes in sheets.items()},
            }
            for thing in touchable
            if thing not in buttons
        ],
        "buttons": [
            {"id": thing, "label": labels[thing]} for thing in touchable if thing in buttons
        ],
        "paths": [path for path in legal_paths(scene, example) if there.issuperset(path)],
        "told": list(example.told),
    }


def address(name: str, number: int, moment: str, language: str) -> str:
    return f"/rules/{name}/{number}/{moment}.svg?lang={language}"


def labels_of(scene: Scene) -> dict[str, str]:
    """The labels of zones and items, in the order of the scene."""
    labels = {}
    for zone in scene.zones:
        labels[zone.id] = zone.label
        labels |= {item.id: item.label for item in zone.items}
    return labels


def buttons_of(scene: Scene) -> set[str]:
    """The ids of things that are words, not drawn."""
    return {item.id for zone in scene.zones for item in zone.items if item.kind == "button"}


def legal_paths(scene: Scene, example: Example) -> list[Sequence[str]]:
    """The touches of legal moves, and of the illegal one that the lesson is about, if any."""
    paths: list[Sequence[str]] = [path.touch for path in scene.paths]
    return [*paths, list(example.touch)] if example.said else paths


def lessons(name: str, language: str) -> list[dict[str, Any]]:
    with rules_page.BUILDING:
        return [lesson(name, nth, language) for nth in range(len(steps(name)))]


# Pages --------------------------------------------------------------------------------------------
async def compiled(request: Request) -> Game:
    """The game that is asked for, once it is compiled."""
    g = rules_page.game_of(request)
    await request.app.state.seating.tables.compiling.wait_for(g.name)
    return g


async def page(request: Request) -> Response:
    g = rules_page.game_of(request)
    if not g.lessons:
        raise HTTPException(404)
    return render(request, "learn.html", game=g, count=len(steps(g.name)))


async def data(request: Request) -> Response:
    """All lessons of a game."""
    g = await compiled(request)
    return answer(await asyncio.to_thread(lessons, g.name, language_of(request)))


async def attempt(request: Request) -> Response:
    """The outcome of touching some things in one lesson."""
    g, nth, language = await compiled(request), request.path_params["nth"], language_of(request)
    if nth >= len(steps(g.name)):
        raise HTTPException(404)
    touched = tuple(request.query_params.get("touch", "")[:LONGEST_TRY].split(","))
    number = steps(g.name)[nth].number
    kind, sentence = await asyncio.to_thread(outcome, g.name, number, touched, language)
    return answer({"kind": kind, "sentence": sentence})


ROUTES = [
    Route("/learn/{game}", page),
    Route("/api/learn/{game}", data),
    Route("/api/learn/{game}/{nth:int}", attempt),
]
