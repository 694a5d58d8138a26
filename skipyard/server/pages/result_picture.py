"""The result of a finished table: the figures that tell it, and a picture of it to share."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.games import figures
from skipyard.games.figures import Figure
from skipyard.pictures import result as result_picture
from skipyard.pictures.colours import LIGHT
from skipyard.pictures.result import Ranked, Told
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, problem
from skipyard.server.pages.embeds import A_DAY, PNG
from skipyard.server.pages.rules_page import svg
from skipyard.server.sentences import say
from skipyard.server.workers.dear_queues import PICTURES, REVIEWS, dear
from skipyard.table.figures import of_table


async def finished(request: Request) -> OpenTable:
    """The table, or a refusal in a sentence while it is not over."""
    table = await table_of(request)
    if table.host.result is None:
        raise problem(request, 404, "ask.result")
    await seating_of(request).check_unsealed(table, language_of(request))
    return table


def told(table: OpenTable, language: str) -> list[tuple[Figure, str]]:
    """The figures with their labels; none where the log cannot be played by today's rules."""
    host = table.host
    found = [] if host.table is None or host.adjourned else of_table(host.table)
    return [(one, figures.label(host.game, one, language)) for one in found]


async def figures_of(request: Request) -> Response:
    """The figures of a finished game."""
    table, language = await finished(request), language_of(request)
    pairs = await asyncio.to_thread(told, table, language)
    return answer({"figures": [one._asdict() | {"label": label} for one, label in pairs]})


# The picture --------------------------------------------------------------------------------------
def draw(table: OpenTable, language: str, theme: str) -> str:
    presenter, ended = table.presenter, table.host.result
    assert ended is not None
    names = presenter.names(language)
    scene = presenter.scene(NOBODY, language)
    places = {seat.seat: seat.place for seat in scene.seats} if scene else {}
    ranks = {
        seat: places.get(seat) or (1 if seat in ended.winners else 0) for seat in range(len(names))
    }
    ranked = sorted(ranks, key=lambda seat: (ranks[seat] or len(names) + 1, seat))
    winners = [names[seat] for seat in ended.winners]
    if len(winners) in (0, len(names)):
        headline = say(language, "page.result_draw")
    else:
        key = "page.result_won" if len(winners) == 1 else "page.result_won_many"
        headline = say(language, key, names=listed(winners, language))
    shown = [Told(one.value, label, names[one.seat]) for one, label in told(table, language)]
    order = [Ranked(names[seat], ranks[seat]) for seat in ranked]
    return result_picture.result(table.host.game.title, headline, order, shown, theme)


def listed(names: list[str], language: str) -> str:
    return (
        names[0]
        if len(names) == 1
        else say(language, "page.result_and", first=", ".join(names[:-1]), last=names[-1])
    )


async def picture_svg(request: Request) -> Response:
    theme = request.query_params.get("theme", pictures.AUTO)
    known = theme if theme in pictures.THEMES else pictures.AUTO
    table = await finished(request)
    return svg(await asyncio.to_thread(draw, table, language_of(request), known), A_DAY)


async def picture_png(request: Request) -> Response:
    theme = request.query_params.get("theme", LIGHT)
    known = theme if theme in pictures.THEMES and theme != pictures.AUTO else LIGHT
    table, language = await finished(request), language_of(request)

    def drawn() -> bytes:
        return pictures.png(draw(table, language, known))

    headers = {"cache-control": A_DAY, "vary": "accept-language, cookie"}
    headers |= {"cross-origin-resource-policy": "cross-origin"}
    return Response(await asyncio.to_thread(drawn), headers=headers, media_type=PNG)


ROUTES = [
    Route("/api/tables/{table}/figures", dear(REVIEWS, figures_of)),
    Route("/g/{table}/result.svg", dear(PICTURES, picture_svg)),
    Route("/g/{table}/result.png", dear(PICTURES, picture_png)),
]
