"""The puzzle of the day: a page for each game, one for all of them, and their API.

The day is the player's own: a browser asks for the number of its local date. The newest puzzle
that is served is that of the place on earth where a day begins first; without scripts a page shows
that of today's date in UTC.
"""

from __future__ import annotations

import asyncio
import datetime
import functools
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.art import sprite
from skipyard.games import GAMES, Game, game, puzzles
from skipyard.options import Refused
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem, refusal
from skipyard.server.pages import puzzle_answers
from skipyard.server.pages.home import render
from skipyard.server.pages.rules_page import AN_HOUR, game_of, is_narrow, svg
from skipyard.server.workers.dear_queues import EXAMPLES, PICTURES, dear, in_turn

PNG = "image/png"
LONGEST_NUMBER = 6  # digits
LONGEST_ID, MOST_IDS = 60, 8
Id = Annotated[str, Meta(max_length=LONGEST_ID)]
Ids = Annotated[list[Id], Meta(max_length=MOST_IDS)]


class Try(Struct, forbid_unknown_fields=True):
    """A move, or the wish to see the solution."""

    action: int | None = None


class Touched(Struct, forbid_unknown_fields=True):
    """What is held, and the ids of what was touched then."""

    held: Ids = []
    touched: Ids = []


def today() -> int:
    """The number of today's puzzle in UTC."""
    return puzzles.number_on(datetime.datetime.now(datetime.UTC).date())


def with_puzzles() -> list[Game]:
    """The games that have puzzles."""
    return [game(name) for name in GAMES if puzzles.count(game(name))]


def puzzle_of(request: Request) -> tuple[Game, int]:
    """The game and the number in the request's path; a Problem if there is no such puzzle yet."""
    g = game_of(request)
    if not puzzles.count(g):
        raise problem(request, 404, "puzzle.none", game=g.title)
    if "number" not in request.path_params:
        return g, today()
    text, newest = request.path_params["number"], puzzles.newest()
    if not (text.isdecimal() and text.isascii() and len(text) <= LONGEST_NUMBER and int(text)):
        raise problem(request, 404, "puzzle.number", newest=today())
    if int(text) > newest:
        raise problem(request, 404, "puzzle.future", number=int(text), newest=today())
    return g, int(text)


async def compiled(request: Request) -> tuple[Game, int]:
    """The same, once the game's code is loaded."""
    g, number = puzzle_of(request)
    await request.app.state.seating.tables.compiling.wait_for(g.name)
    return g, number


# Pages --------------------------------------------------------------------------------------------
async def every_game(request: Request) -> Response:
    """Today's puzzles of all games."""
    facts = {"games": with_puzzles(), "number": today(), "first": puzzles.FIRST_DAY}
    return render(request, "puzzles.html", **facts)


async def page(request: Request) -> Response:
    """One puzzle: today's, or the one that the address names."""
    g, number = puzzle_of(request)
    return render(
        request,
        "puzzle.html",
        game=g,
        number=number,
        is_named="number" in request.path_params,
        first=puzzles.FIRST_DAY,
        games=with_puzzles(),
        sprites=[sprite.address(sprite.HOUSE), sprite.address(g.name)],
        boards=[g.name, g.family],
    )


@functools.lru_cache(puzzle_answers.CACHED)
def draw(g: Game, number: int, language: str, theme: str, narrow: bool) -> str:
    scene = puzzle_answers.scene(g, number, language)
    return pictures.picture(scene, theme, narrow=narrow)


async def picture_svg(request: Request) -> Response:
    """The position as a picture."""
    g, number = await compiled(request)
    theme = request.query_params.get("theme", pictures.AUTO)
    known = theme if theme in pictures.THEMES else pictures.AUTO
    wanted = (g, number, language_of(request), known, is_narrow(request))
    return svg(await asyncio.to_thread(draw, *wanted), AN_HOUR)


async def picture_png(request: Request) -> Response:
    """The same as PNG, for link previews."""
    g, number = await compiled(request)
    wanted = (g, number, language_of(request), pictures.colours.LIGHT, False)
    content = await asyncio.to_thread(lambda: pictures.png(draw(*wanted)))
    headers = {"cache-control": AN_HOUR, "cross-origin-resource-policy": "cross-origin"}
    return Response(content, headers=headers, media_type=PNG)


# The API ------------------------------------------------------------------------------------------
async def position(request: Request) -> Response:
    """The table of a puzzle with its legal moves, and not a word of the solution."""
    (g, number), language = await compiled(request), language_of(request)
    scene = await in_turn(request, EXAMPLES, puzzle_answers.scene, g, number, language)
    day = puzzles.day_of(number).isoformat()
    return answer({"game": g.name, "number": number, "day": day, "scene": scene})


async def attempt(request: Request) -> Response:
    """What becomes of a move; without one, the solution."""
    wanted, language = await body_of(request, Try), language_of(request)
    g, number = await compiled(request)
    if wanted.action is None:
        solution = puzzle_answers.solution
        return answer(await in_turn(request, EXAMPLES, solution, g, number, language))
    question = (g, number, wanted.action, language)
    try:
        return answer(await in_turn(request, EXAMPLES, puzzle_answers.answer, *question))
    except Refused as refused:
        return refusal(409, str(refused), refused.rule)


async def why(request: Request) -> Response:
    """Why a touch does nothing."""
    wanted, language = await body_of(request, Touched), language_of(request)
    g, number = await compiled(request)
    question = (g, number, wanted.held, wanted.touched, language)
    sentence, rule = await in_turn(request, EXAMPLES, puzzle_answers.why_not, *question)
    return answer({"sentence": sentence, "rule": rule})


ROUTES = [
    Route("/puzzle", every_game),
    Route("/puzzle/{game}", page),
    Route("/puzzle/{game}/{number}.svg", dear(PICTURES, picture_svg)),
    Route("/puzzle/{game}/{number}.png", dear(PICTURES, picture_png)),
    Route("/puzzle/{game}/{number}", page),
    Route("/api/puzzles/{game}/{number}", position, methods=["GET"]),
    Route("/api/puzzles/{game}/{number}", attempt, methods=["POST"]),
    Route("/api/puzzles/{game}/{number}/why", why, methods=["POST"]),
]
