"""Past turns of a table, from the seats that the sender may look from, and its journal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request

from skipyard.games.scene import Scene
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import problem
from skipyard.table import journal as journals
from skipyard.table.database.store import Row
from skipyard.table.files import record
from skipyard.table.host import Host

PUBLIC, ALL = "public", "all"
LONGEST_SEQ = 9  # digits of a row's number


@dataclass(frozen=True)
class Turn:
    """A table after one of its rows, as some viewers see it."""

    seq: int
    last: int
    scenes: Sequence[Scene | None]  # one for each viewer; None before the deal


def turn_at(
    table: OpenTable, rows: Sequence[Row], seq: int, viewers: list[int], language: str
) -> Turn:
    """Apply the log up to a row."""
    presenter = Presenter(Host(table.host.header, rows[:seq]))
    return Turn(seq, len(rows), [presenter.scene(viewer, language) for viewer in viewers])


def journal(table: OpenTable, rows: Sequence[Row], viewers: list[int], language: str) -> list[str]:
    """What happened in each row, told to the viewer; to nobody in particular if there are many."""
    presenter = Presenter(Host(table.host.header, []))
    viewer = viewers[0] if len(viewers) == 1 else NOBODY
    lines = []
    for row in rows:
        names = presenter.names(language)
        lines.append(" ".join(journals.follow(presenter.host, row, viewer, names, language)))
    return lines


def default_turn(table: OpenTable, rows: Sequence[Row]) -> int:
    """The turn of a review that names none: the deal of a finished game, else the latest."""
    deals = (row.seq for row in rows if row.kind == "deal")
    return next(deals, len(rows)) if table.host.phase == "over" else len(rows)


def asked_turn(request: Request, rows: Sequence[Row], default: int) -> int:
    """The row that a request names, or the default where it names none."""
    asked = request.query_params.get("seq", "")
    seq = int(asked) if asked.isdecimal() and len(asked) <= LONGEST_SEQ else default
    if seq > len(rows):
        raise problem(request, 404, "ask.turn", last=len(rows), turn=seq)
    return seq


async def turn_of(
    request: Request, table: OpenTable, rows: Sequence[Row], seq: int, viewers: list[int]
) -> Turn:
    return await asyncio.to_thread(turn_at, table, rows, seq, viewers, language_of(request))


async def rows_of(request: Request, table: OpenTable) -> list[Row]:
    """The log of a table, unless it is part of a tournament and its deal is still being played."""
    tables = seating_of(request).tables
    await seating_of(request).check_unsealed(table, language_of(request))
    return await tables.folding.rows(table.id)


def viewers(host: Host, own: list[int], wanted: str) -> list[int] | None:
    """The viewers that the parameter `as` asks for; empty where it means none.

    None where it asks for somebody else's seat and the game is not over. Where nothing is hidden,
    all sides see the same board, which is shown once.
    """
    if wanted == PUBLIC:
        return [NOBODY]
    if not wanted or (wanted == ALL and not host.game.profile.hidden):
        return own[:1] or [NOBODY]
    seats = range(host.header.seats)
    chosen = list(seats) if wanted == ALL else [seat for seat in seats if str(seat) == wanted]
    return chosen if host.phase == "over" or set(chosen) <= set(own) else None


async def viewers_of(request: Request, table: OpenTable) -> list[int]:
    """The viewers that a request asks for, or a refusal in a sentence."""
    wanted = request.query_params.get("as", "")
    own = await seating_of(request).held(request, table)
    chosen = viewers(table.host, own, wanted)
    if chosen is None:
        raise problem(request, 403, "ask.hidden")
    if not chosen:
        raise problem(request, 400, "ask.as", wanted=wanted[:20])
    return chosen


def record_bytes(host: Host, rows: Sequence[Row], viewer: int) -> bytes:
    """A log as the bytes of a record, as far as a viewer may know it."""
    return record.dumps(record.of(host.header, rows, viewer, host.phase == "over"))
