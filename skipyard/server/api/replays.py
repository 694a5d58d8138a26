"""A table as it was after any of its rows, and its record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from skipyard.seats import NOBODY
from skipyard.server.access.past_turns import LONGEST_SEQ, record_bytes, rows_of, viewers_of
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, problem
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host


def pictures(
    header: Header, rows: Sequence[Row], viewers: list[int], language: str, now: int
) -> list[bytes]:
    """The view of each viewer after those rows, as messages."""
    presenter = Presenter(Host(header, rows))
    return [presenter.shown(viewer, language, (), now) for viewer in viewers]


async def at(request: Request) -> Response:
    """What each of the asked-for viewers saw after row `seq` of the log."""
    table, language = await table_of(request), language_of(request)
    chosen, tables = await viewers_of(request, table), seating_of(request).tables
    wanted, last = request.path_params["seq"], table.host.seq
    if not (wanted.isdecimal() and len(wanted) <= LONGEST_SEQ and int(wanted) <= last):
        raise problem(request, 404, "ask.turn", last=last, turn=wanted[:LONGEST_SEQ])
    seq = int(wanted)
    rows = await rows_of(request, table)
    header, now = table.host.header, tables.now()
    # In a thread: a long log takes a while, and other tables must not wait for it.
    shown = await asyncio.to_thread(pictures, header, rows[:seq], chosen, language, now)
    return answer({"seq": seq, "last": last, "shown": [msgspec.Raw(each) for each in shown]})


async def export(request: Request) -> Response:
    """The record: whole when the game is over, else as the sender's own seat may know it."""
    table = await table_of(request)
    rows = await rows_of(request, table)
    seats = await seating_of(request).held(request, table)
    viewer = seats[0] if seats else NOBODY
    content = await asyncio.to_thread(record_bytes, table.host, rows, viewer)
    name = f'attachment; filename="{table.host.game.name}-{table.id}.json"'
    headers = {"cache-control": "no-store", "content-disposition": name}
    return Response(content, headers=headers, media_type="application/json")
