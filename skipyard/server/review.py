"""A table looked back on: any of its turns as a page or a picture, its record, and its proof.

What is shown is made by the same gallery as at the table, so it holds nothing that the viewer may
not see; other seats' sides open when the game is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.games.scene import Scene
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import pictures
from skipyard.server.api import office_of, table_of
from skipyard.server.asking import answer, problem
from skipyard.server.book import svg
from skipyard.server.gallery import Gallery
from skipyard.server.hosted import Hosted
from skipyard.server.pages import language_of, render
from skipyard.server.replays import ALL, PUBLIC, viewers_of
from skipyard.server.sentences import say
from skipyard.table import record, verify
from skipyard.table.host import Host
from skipyard.table.store import Row

A_MINUTE = "public, max-age=60"
PNG = "image/png"


@dataclass(frozen=True)
class Turn:
    """A table after one of its rows, as some viewers see it."""

    seq: int
    last: int
    scenes: Sequence[Scene | None]  # one for each viewer
    said: str  # what happened in this row


# Looking ------------------------------------------------------------------------------------------
def look(hosted: Hosted, rows: Sequence[Row], seq: int, viewers: list[int], language: str) -> Turn:
    """Fold the log up to a row."""
    gallery = Gallery(Host(hosted.host.header, rows[: max(0, seq - 1)]))
    said = ""
    if seq:
        said = gallery.said(rows[seq - 1], viewers[0], language)
        gallery.host.apply(rows[seq - 1])
        gallery.views = {}
    scenes = [gallery.scene(viewer, language) for viewer in viewers]
    return Turn(seq, len(rows), scenes, said)


async def turn_of(request: Request, hosted: Hosted, viewers: list[int]) -> Turn:
    """The turn that a request asks for; the latest where it asks for none."""
    rows = await rows_of(request, hosted)
    asked = request.query_params.get("seq", "")
    seq = int(asked) if asked.isdecimal() and len(asked) < 9 else len(rows)
    if seq > len(rows):
        raise problem(request, 404, "ask.turn", last=len(rows), turn=seq)
    return await asyncio.to_thread(look, hosted, rows, seq, viewers, language_of(request))


async def rows_of(request: Request, hosted: Hosted) -> list[Row]:
    keeper = office_of(request).keeper
    return await keeper.writer.ask(lambda store: store.rows(hosted.id))


# The page -----------------------------------------------------------------------------------------
async def page(request: Request) -> Response:
    """One turn, with ways to the others, from the sides that may be looked from."""
    hosted, language = await table_of(request), language_of(request)
    viewers = await viewers_of(request, hosted)
    turn = await turn_of(request, hosted, viewers)
    wanted = request.query_params.get("as", "") or (
        PUBLIC if viewers == [NOBODY] else str(viewers[0])
    )
    facts = {
        "hosted": hosted,
        "host": hosted.host,
        "turn": turn,
        "viewers": viewers,
        "wanted": wanted,
        "sides": await sides(request, hosted, language),
        "names": hosted.gallery.names(language),
        "result": hosted.gallery.result(language),
        "checks": None,
    }
    if "verify" in request.query_params:
        facts["checks"] = await proof(request, hosted)
    response = render(request, "review.html", **facts)
    response.headers["cache-control"] = "no-store"
    return response


async def sides(request: Request, hosted: Hosted, language: str) -> list[tuple[str, str]]:
    """The sides to look from, and what they are called."""
    over = hosted.host.phase == "over"
    own = await office_of(request).held(request, hosted)
    names = hosted.gallery.names(language)
    found = [(PUBLIC, say(language, "page.side_public"))]
    found += [(str(seat), name) for seat, name in enumerate(names) if over or seat in own]
    return [*found, (ALL, say(language, "page.side_all"))] if over else found


# Pictures -----------------------------------------------------------------------------------------
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
    hosted, viewers = await table_of(request), [NOBODY]
    if "as" in request.query_params:
        viewers = (await viewers_of(request, hosted))[:1]
    scene = (await turn_of(request, hosted, viewers)).scenes[0]
    kept = A_MINUTE if viewers == [NOBODY] else "no-store"
    if scene is None:
        title, told = hosted.host.game.title, say(language_of(request), "page.not_dealt")
        return pictures.waiting(title, told, theme), kept
    return await asyncio.to_thread(pictures.picture, scene, theme), kept


# The proof ----------------------------------------------------------------------------------------
async def proof(request: Request, hosted: Hosted) -> dict[str, Any]:
    """What a record of the table was found to be right in, and the first thing that is wrong."""
    rows, language = await rows_of(request, hosted), language_of(request)
    return await asyncio.to_thread(check, hosted, rows, language)


def check(hosted: Hosted, rows: Sequence[Row], language: str) -> dict[str, Any]:
    raw = record.dumps(record.of(hosted.host.header, rows))
    right: list[str] = []
    try:
        right.extend(verify.read(raw, language).checks())
    except Refused as refusal:
        return {"right": right, "wrong": str(refusal)}
    return {"right": right, "wrong": ""}


async def verified(request: Request) -> Response:
    """The record of a finished table, read with suspicion."""
    return answer(await proof(request, await table_of(request)))


ROUTES = [
    Route("/g/{table}.svg", picture_svg),
    Route("/g/{table}.png", picture_png),
    Route("/g/{table}", page),
    Route("/api/tables/{table}/verify", verified),
]
