"""A table as it was after any of its rows, and its record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.seats import NOBODY
from skipyard.server.access.past_turns import LONGEST_SEQ, record_bytes, rows_of, viewers_of
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.live.past_events import MOST_ROWS
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.language import language_of
from skipyard.server.net.listeners import Listener
from skipyard.server.net.requests import answer, problem
from skipyard.server.workers.dear_queues import REVIEWS, dear
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

MOST_TURNS = 40  # that are answered at once


def views(
    header: Header,
    rows: Sequence[Row],
    seq: int,
    to: int,
    viewers: list[int],
    language: str,
    now: int,
) -> tuple[list[bytes], list[list[bytes]]]:
    """The view of each viewer after row `seq`, and what each was sent until row `to`.

    The messages are those of a socket at the table, so that the same client can show them.
    """
    start = max(0, seq - MOST_ROWS)
    presenter, present = Presenter(Host(header, rows[:start])), range(header.seats)
    for row in rows[start:seq]:
        presenter.apply(row)
    shown = [presenter.shown(viewer, language, present, now, past=True) for viewer in viewers]
    listeners = [Listener(viewer, language, changes=True) for viewer in viewers]
    for listener in listeners:
        listener.seen = seq
    for row in rows[seq:to]:
        presenter.play(row, listeners, present, now)
    return shown, [listener.waiting for listener in listeners]


async def at(request: Request) -> Response:
    """What each of the asked-for viewers saw after row `seq` of the log, then until row `to`."""
    table, language = await table_of(request), language_of(request)
    chosen, tables = await viewers_of(request, table), seating_of(request).tables
    last = table.host.seq
    seq = row_number(request, request.path_params["seq"], last)
    to = row_number(request, request.query_params.get("to", str(seq)), last)
    rows = await rows_of(request, table)
    header, now = table.host.header, tables.now()
    until = min(to, seq + MOST_TURNS)
    # In a thread: a long log takes a while, and other tables must not wait for it.
    shown, then = await asyncio.to_thread(views, header, rows, seq, until, chosen, language, now)
    facts: dict[str, object] = {"seq": seq, "last": last}
    facts |= {"shown": [msgspec.Raw(each) for each in shown]}
    if "to" in request.query_params:
        facts |= {"then": [[msgspec.Raw(each) for each in all_of] for all_of in then]}
    return answer(facts)


def row_number(request: Request, wanted: str, last: int) -> int:
    """The number of a row that a request names, or a refusal in a sentence."""
    if not (wanted.isdecimal() and len(wanted) <= LONGEST_SEQ and int(wanted) <= last):
        raise problem(request, 404, "ask.turn", last=last, turn=wanted[:LONGEST_SEQ])
    return int(wanted)


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


ROUTES = [
    Route("/api/tables/{table}/at/{seq}", dear(REVIEWS, at)),
    Route("/api/tables/{table}/record", dear(REVIEWS, export)),
]
