"""Pictures of a table for link previews and for pages elsewhere, which may frame them."""

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

A_MINUTE, A_DAY = "public, max-age=60", "private, max-age=86400"
PNG = "image/png"
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


async def picture_svg(request: Request) -> Response:
    theme = request.query_params.get("theme", pictures.AUTO)
    drawing, kept = await drawn(request, theme if theme in pictures.THEMES else pictures.AUTO)
    return svg(drawing, kept)


async def picture_png(request: Request) -> Response:
    """For those who show links and know no SVG."""
    drawing, kept = await drawn(request, pictures.colours.LIGHT)
    content = await asyncio.to_thread(pictures.png, drawing)
    headers = {"cache-control": kept, "cross-origin-resource-policy": "cross-origin"}
    return Response(content, headers=headers, media_type=PNG)


async def drawn(request: Request, theme: str) -> tuple[str, str]:
    """A picture of a turn, public unless another side is asked for; and how long it may be kept."""
    table, viewers = await table_of(request), [NOBODY]
    if "as" in request.query_params:
        viewers = (await viewers_of(request, table))[:1]
    rows, narrow = await rows_of(request, table), is_narrow(request)
    seq = asked_turn(request, rows, len(rows))
    scene = (await turn_of(request, table, rows, seq, viewers)).scenes[0]
    kept = kept_for(request, table, viewers)
    if scene is None:
        title, told = table.host.game.title, say(language_of(request), "page.not_dealt")
        return pictures.waiting(title, told, theme, narrow), kept
    return await asyncio.to_thread(pictures.picture, scene, theme, narrow=narrow), kept


def kept_for(request: Request, table: OpenTable, viewers: list[int]) -> str:
    """A turn of a finished game stays as it is; what one seat sees of a running one is not kept."""
    if table.host.phase == "over" and "seq" in request.query_params:
        return A_DAY
    return A_MINUTE if viewers == [NOBODY] else "no-store"


async def embed(request: Request) -> Response:
    """A turn as a small page for other sites: the one kind of page that may be framed."""
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
    response.headers["cache-control"] = kept_for(request, table, viewers)
    return response


ROUTES = [
    Route("/g/{table}.svg", picture_svg),
    Route("/g/{table}.png", picture_png),
    Route("/g/{table}/embed", embed),
]
