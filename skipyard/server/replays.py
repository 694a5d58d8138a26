"""A table as it was after any of its rows, from the seats that may be looked over; its record."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from skipyard.seats import NOBODY
from skipyard.server.api import office_of, table_of
from skipyard.server.asking import answer, problem
from skipyard.server.gallery import Gallery
from skipyard.server.keeper import Hosted
from skipyard.server.pages import language_of
from skipyard.table import record
from skipyard.table.host import Host

PUBLIC, ALL = "public", "all"


async def viewers_of(request: Request, hosted: Hosted) -> list[int]:
    """The seats to look from, as `as` asks: others' only when the game is over."""
    wanted = request.query_params.get("as", "")
    if wanted == PUBLIC:
        return [NOBODY]
    own = await office_of(request).held(request, hosted)
    if not wanted:
        return own[:1] or [NOBODY]
    seats = range(hosted.host.header.seats)
    chosen = list(seats) if wanted == ALL else [seat for seat in seats if str(seat) == wanted]
    if not chosen:
        raise problem(request, 400, "ask.as", wanted=wanted[:20])
    if hosted.host.phase != "over" and not set(chosen) <= set(own):
        raise problem(request, 403, "ask.hidden")
    return chosen


async def at(request: Request) -> Response:
    """What each of the asked-for viewers saw after row `seq` of the log."""
    hosted, language = await table_of(request), language_of(request)
    viewers, keeper = await viewers_of(request, hosted), office_of(request).keeper
    seq, last = request.path_params["seq"], hosted.host.seq
    if seq > last:
        raise problem(request, 404, "ask.turn", last=last, turn=seq)
    rows = await keeper.writer.ask(lambda store: store.rows(hosted.id))
    gallery = Gallery(Host(hosted.host.header, rows[:seq]))
    shown = [gallery.shown(viewer, language, (), keeper.now()) for viewer in viewers]
    return answer({"seq": seq, "last": last, "shown": [msgspec.Raw(each) for each in shown]})


async def export(request: Request) -> Response:
    """The record: whole when the game is over, else what the sender's own seat may know."""
    hosted = await table_of(request)
    keeper = office_of(request).keeper
    rows = await keeper.writer.ask(lambda store: store.rows(hosted.id))
    if hosted.host.phase == "over":
        content = record.dumps(hosted.host, rows)
    else:
        seats = await office_of(request).held(request, hosted)
        content = record.redacted(hosted.host, rows, seats[0] if seats else NOBODY)
    name = f'attachment; filename="{hosted.host.game.name}-{hosted.id}.json"'
    headers = {"cache-control": "no-store", "content-disposition": name}
    return Response(content, headers=headers, media_type="application/json")
