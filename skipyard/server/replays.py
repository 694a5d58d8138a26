"""A table as it was after any of its rows, from the seats that may be looked over; its record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from skipyard.seats import NOBODY
from skipyard.server.api import office_of, table_of
from skipyard.server.asking import answer, problem
from skipyard.server.gallery import Gallery
from skipyard.server.hosted import Hosted
from skipyard.server.pages import language_of
from skipyard.table import record
from skipyard.table.host import Host
from skipyard.table.store import Header, Row

PUBLIC, ALL = "public", "all"
LONGEST = 9  # digits of a row's number


def viewers(host: Host, own: list[int], wanted: str) -> list[int] | None:
    """The seats to look from, as `as` asks; none where none is meant.

    Others' seats only when the game is over: None where it is not.
    """
    if wanted == PUBLIC:
        return [NOBODY]
    if not wanted:
        return own[:1] or [NOBODY]
    seats = range(host.header.seats)
    chosen = list(seats) if wanted == ALL else [seat for seat in seats if str(seat) == wanted]
    return chosen if host.phase == "over" or set(chosen) <= set(own) else None


def pictures(
    header: Header, rows: Sequence[Row], viewers: list[int], language: str, now: int
) -> list[bytes]:
    """What each viewer saw after those rows."""
    gallery = Gallery(Host(header, rows))
    return [gallery.shown(viewer, language, (), now) for viewer in viewers]


async def viewers_of(request: Request, hosted: Hosted) -> list[int]:
    """The seats to look from, or a refusal in a sentence."""
    wanted = request.query_params.get("as", "")
    own = await office_of(request).held(request, hosted)
    chosen = viewers(hosted.host, own, wanted)
    if chosen is None:
        raise problem(request, 403, "ask.hidden")
    if not chosen:
        raise problem(request, 400, "ask.as", wanted=wanted[:20])
    return chosen


async def at(request: Request) -> Response:
    """What each of the asked-for viewers saw after row `seq` of the log."""
    hosted, language = await table_of(request), language_of(request)
    chosen, keeper = await viewers_of(request, hosted), office_of(request).keeper
    wanted, last = request.path_params["seq"], hosted.host.seq
    if not (wanted.isdecimal() and len(wanted) <= LONGEST and int(wanted) <= last):
        raise problem(request, 404, "ask.turn", last=last, turn=wanted[:LONGEST])
    seq = int(wanted)
    rows = await keeper.writer.ask(lambda store: store.rows(hosted.id))
    header, now = hosted.host.header, keeper.now()
    # In a thread: a long log takes a while to fold, and others are waiting for their moves.
    shown = await asyncio.to_thread(pictures, header, rows[:seq], chosen, language, now)
    return answer({"seq": seq, "last": last, "shown": [msgspec.Raw(each) for each in shown]})


async def export(request: Request) -> Response:
    """The record: whole when the game is over, else what the sender's own seat may know."""
    hosted = await table_of(request)
    keeper = office_of(request).keeper
    rows = await keeper.writer.ask(lambda store: store.rows(hosted.id))
    seats = await office_of(request).held(request, hosted)
    viewer = seats[0] if seats else NOBODY
    content = await asyncio.to_thread(written, hosted.host, rows, viewer)
    name = f'attachment; filename="{hosted.host.game.name}-{hosted.id}.json"'
    headers = {"cache-control": "no-store", "content-disposition": name}
    return Response(content, headers=headers, media_type="application/json")


def written(host: Host, rows: Sequence[Row], viewer: int) -> bytes:
    """A log as a record, as far as a viewer may know it."""
    return record.dumps(record.of(host.header, rows, viewer, host.phase == "over"))
