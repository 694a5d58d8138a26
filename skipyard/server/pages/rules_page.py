"""A game's rulebook as a page: every rule with its examples, played and drawn from cases.toml.

Playing all cases takes seconds, so it is done once, in a thread, and cached.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.art import sprite
from skipyard.games import Game, game, played_cases, rulebook
from skipyard.games import cases as played
from skipyard.games.played_cases import Example
from skipyard.games.scene import Scene
from skipyard.options import Refused
from skipyard.pictures import AFTER, BEFORE, MOMENTS
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import Problem, answer
from skipyard.server.pages import assets
from skipyard.server.pages.home import render
from skipyard.server.workers.dear_queues import EXAMPLES, in_turn

AN_HOUR = "public, max-age=3600"
CACHED_PICTURES = 512  # some 20 KB each
BUILDING = threading.Lock()  # so that two requests do not play the same cases


@dataclass(frozen=True)
class Picture:
    """The address of an example's drawing, its sizes (wide and on a phone), and its text."""

    address: str
    size: tuple[float, float]
    narrow: tuple[float, float]
    alt: str


@dataclass(frozen=True)
class Shown:
    """An example as the page shows it."""

    example: Example
    before: Picture | None
    after: Picture | None


# Building -----------------------------------------------------------------------------------------
@functools.cache
def build(name: str, language: str) -> dict[str, list[Shown]]:
    """The examples of a rulebook, by rule."""
    examples: dict[str, list[Shown]] = {}
    g = game(name)
    for number, case in enumerate(played.load(g)):
        example = played_cases.show(g, number, language)
        shown = Shown(example, picture_of(example, BEFORE), picture_of(example, AFTER))
        examples.setdefault(case.rule, []).append(shown)
    return examples


def build_once(name: str, language: str) -> dict[str, list[Shown]]:
    with BUILDING:
        return build(name, language)


def picture_of(example: Example, moment: str) -> Picture | None:
    scene = example.after if moment == AFTER else example.before
    if scene is None:
        return None
    beside = example.before if moment == AFTER else example.after or example.before
    wide, narrow = (pictures.boxes(scene, beside, slim)[""][2:] for slim in (False, True))
    address = f"/rules/{example.case.game}/{example.number}/{moment}.svg"
    return Picture(address, wide, narrow, scene.status)


@functools.lru_cache(CACHED_PICTURES)
def draw(name: str, number: int, moment: str, language: str, theme: str, narrow: bool) -> str:
    """A picture of an example; empty where there is none."""
    example = played_cases.show(game(name), number, language)
    scene = example.after if moment == AFTER else example.before
    return pictures.of_example(example, moment, theme, narrow) if scene else ""


# Pages --------------------------------------------------------------------------------------------
def game_of(request: Request) -> Game:
    """The game in the request's path."""
    try:
        return game(request.path_params["game"], language_of(request))
    except Refused as unknown:
        raise Problem(404, str(unknown)) from None


async def rules(request: Request) -> Response:
    """A rulebook; every rule can be linked to by its id."""
    language, g = language_of(request), game_of(request)
    text, compiling = rulebook.read(g, language), request.app.state.seating.tables.compiling
    await compiling.wait_for(g.name)
    shown = await in_turn(request, EXAMPLES, build_once, g.name, language)
    sprites = [sprite.address(sprite.HOUSE), sprite.address(g.name)]
    facts = {"game": g, "boards": [g.name, g.family], "sprites": sprites}
    response = render(request, "rules.html", book=text, shown=shown, **facts)
    response.headers["cache-control"] = "no-cache"
    return response


async def example(request: Request) -> Response:
    """An example as scenes for the live board: before its move and after it."""
    g, number, language = game_of(request), request.path_params["number"], language_of(request)
    if number >= len(played.load(g)):
        raise HTTPException(404)
    await request.app.state.seating.tables.compiling.wait_for(g.name)
    shown = await in_turn(request, EXAMPLES, played_cases.show, g, number, language)
    if shown.before is None:
        raise HTTPException(404)
    facts: dict[str, object] = {"before": untouchable(shown.before)}
    facts |= {"after": untouchable(shown.after)}
    facts |= {"touch": list(shown.touch), "events": list(shown.events), "said": shown.said}
    return answer(facts)


def untouchable(scene: Scene | None) -> Scene | None:
    """A scene to look at only."""
    return scene and msgspec.structs.replace(scene, paths=[], chains=[])


async def picture(request: Request) -> Response:
    """The table of an example, before or after its move."""
    language, theme = language_of(request), request.query_params.get("theme", pictures.AUTO)
    g = game_of(request)
    number, moment = request.path_params["number"], request.path_params["moment"]
    if number >= len(played.load(g)) or moment not in MOMENTS or theme not in pictures.THEMES:
        raise HTTPException(404)
    await request.app.state.seating.tables.compiling.wait_for(g.name)
    wanted = (g.name, number, moment, language, theme, is_narrow(request))
    content = await in_turn(request, EXAMPLES, draw, *wanted)
    if not content:
        raise HTTPException(404)
    return svg(content, AN_HOUR)


def is_narrow(request: Request) -> bool:
    """Whether a request asks for a picture in a phone's shape."""
    return request.query_params.get("narrow", "") == "1"


def svg(content: str, cache_control: str) -> Response:
    """A picture that other sites may embed."""
    headers = {
        "cache-control": cache_control,
        "content-security-policy": pictures.POLICY,
        "cross-origin-resource-policy": "cross-origin",
        "vary": "accept-language, cookie",
    }
    return Response(content, headers=headers, media_type=assets.SVG)


ROUTES: Sequence[Route] = [
    Route("/rules/{game}", rules),
    Route("/api/rules/{game}/{number:int}", example),
    Route("/rules/{game}/{number:int}/{moment}.svg", picture),
]
