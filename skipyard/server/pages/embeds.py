"""Pictures of a table for link previews, and a page that other sites may frame."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.seats import NOBODY
from skipyard.server.access.past_turns import PUBLIC, asked_turn, rows_of, turn_of, viewers_of
from skipyard.server.access.seating import table_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net.headers import POLICY
from skipyard.server.net.language import language_of
from skipyard.server.pages.home import render
from skipyard.server.pages.rules_page import is_narrow, svg
from skipyard.server.sentences import say
from skipyard.server.workers.dear_queues import PICTURES, dear

A_MINUTE, A_DAY = "public, max-age=60", "private, max-age=86400"
PNG = "image/png"
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


async def picture_svg(request: Request) -> Response:
    theme = request.query_params.get("theme", pictures.AUTO)
    known_theme = theme if theme in pictures.THEMES else pictures.AUTO
    drawing, cache_control = await draw(request, known_theme)
    return svg(drawing, cache_control)


async def picture_png(request: Request) -> Response:
    """The same as PNG, for link previews that cannot show SVG."""
    drawing, cache_control = await draw(request, pictures.colours.LIGHT)
    content = await asyncio.to_thread(pictures.png, drawing)
    headers = {"cache-control": cache_control, "cross-origin-resource-policy": "cross-origin"}
    return Response(content, headers=headers, media_type=PNG)


async def draw(request: Request, theme: str) -> tuple[str, str]:
    """A picture of a turn, public unless another viewer is asked for, and its Cache-Control."""
    table, viewers = await table_of(request), [NOBODY]
    if "as" in request.query_params:
        viewers = (await viewers_of(request, table))[:1]
    rows, narrow = await rows_of(request, table), is_narrow(request)
    seq = asked_turn(request, rows, len(rows))
    scene = (await turn_of(request, table, rows, seq, viewers)).scenes[0]
    cache_control = cache_control_of(request, table, viewers)
    if scene is None:
        title, sentence = table.host.game.title, say(language_of(request), "page.not_dealt")
        return pictures.waiting(title, sentence, theme, narrow), cache_control
    return await asyncio.to_thread(pictures.picture, scene, theme, narrow=narrow), cache_control


def cache_control_of(request: Request, table: OpenTable, viewers: list[int]) -> str:
    """A turn of a finished game never changes; what one seat sees of a running one is private."""
    if table.host.phase == "over" and "seq" in request.query_params:
        return A_DAY
    return A_MINUTE if viewers == [NOBODY] else "no-store"


async def embed(request: Request) -> Response:
    """A turn as a small page for other sites: the only page that may be framed."""
    table = await table_of(request)
    viewers = (await viewers_of(request, table))[:1]
    rows = await rows_of(request, table)
    seq = asked_turn(request, rows, len(rows))
    turn = await turn_of(request, table, rows, seq, viewers)
    side = PUBLIC if viewers == [NOBODY] else str(viewers[0])
    names = table.presenter.names(language_of(request))
    facts = {"host": table.host, "turn": turn, "side": side, "names": names}
    response = render(request, "embed.html", **facts, told=pictures.description)
    response.headers["content-security-policy"] = FRAMED
    response.headers["cache-control"] = cache_control_of(request, table, viewers)
    return response


ROUTES = [
    Route("/g/{table}.svg", dear(PICTURES, picture_svg)),
    Route("/g/{table}.png", dear(PICTURES, picture_png)),
    Route("/g/{table}/embed", dear(PICTURES, embed)),
]
