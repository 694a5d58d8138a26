"""Lessons: the cases of a game in the order of its learn.toml, with one move to find in each.

A lesson is a scene for the live board, the same as in play, and what follows it. The rules judge
every try: a wrong one is answered with its rule.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.art import sprite
from skipyard.games import Game, cases, game, played_cases
from skipyard.games.move_words import speaker
from skipyard.games.played_cases import Example
from skipyard.games.scene import Path, Scene
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer
from skipyard.server.pages import rules_page
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.server.workers.dear_queues import EXAMPLES, in_turn

LONGEST_TRY = 200  # characters of the ids that were touched
CHUNK = 128  # actions drawn at once
CACHED_TRIES = 4096
MOST_TRIES = 8  # what one touch may mean: a thing and the places around it
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
    scene = touchable(example)
    return {
        "rule": example.case.rule,
        "intro": step.intro[language],
        "status": scene.status,
        "move": example.move,
        "touch": list(example.touch),
        "refused": bool(example.said),
        "scene": scene,
        "after": rules_page.untouchable(example.after),
        "events": list(example.events),
        "paths": [path.touch for path in scene.paths],
        "told": list(example.told),
    }


def touchable(example: Example) -> Scene:
    """The scene of a lesson with its legal moves, and the illegal one that it is about, if any."""
    scene = example.before
    assert scene
    paths = list(scene.paths)
    if example.said:
        g = game(example.case.game)
        state = played_cases.position(g, example.case)
        aim = speaker(g, state).parse(example.case.played[-1])
        paths.append(Path(list(example.touch), aim, example.move))
    return msgspec.structs.replace(scene, paths=paths, chains=[])


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
    sprites = [sprite.address(sprite.HOUSE), sprite.address(g.name)]
    facts = {"game": g, "boards": [g.name, g.family], "sprites": sprites}
    return render(request, "learn.html", **facts, count=len(steps(g.name)))


async def data(request: Request) -> Response:
    """All lessons of a game."""
    g = await compiled(request)
    return answer(await in_turn(request, EXAMPLES, lessons, g.name, language_of(request)))


async def attempt(request: Request) -> Response:
    """The outcome of touching some things in one lesson."""
    g, nth, language = await compiled(request), request.path_params["nth"], language_of(request)
    if nth >= len(steps(g.name)):
        raise HTTPException(404)
    asked = request.query_params.getlist("touch")[:MOST_TRIES]
    number = steps(g.name)[nth].number
    kind, sentence = await in_turn(request, EXAMPLES, first_known, g.name, number, asked, language)
    return answer({"kind": kind, "sentence": sentence})


def first_known(name: str, number: int, asked: Sequence[str], language: str) -> tuple[str, str]:
    """The outcome of the first of some touches that mean anything: a thing, or where it lies."""
    tried = [tuple(one[:LONGEST_TRY].split(",")) for one in asked] or [("",)]
    known = touches(name, number, language)
    return outcome(name, number, next((one for one in tried if one in known), tried[0]), language)


ROUTES = [
    Route("/learn/{game}", page),
    Route("/api/learn/{game}", data),
    Route("/api/learn/{game}/{nth:int}", attempt),
]
