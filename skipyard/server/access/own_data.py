"""What is stored about a person: in numbers, and all of it as a file to take along."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

from skipyard.server.access import own_tournaments
from skipyard.server.access.own_tables import OwnTables, title_of
from skipyard.server.net.public_sentences import reason_of
from skipyard.server.workers.fair_queue import Asker, Full
from skipyard.table.database.store import Header, Row, Store, Trouble
from skipyard.table.files import record
from skipyard.table.files.canonical_json import dumps

FORMAT = "skipyard-person/1"
TRY_AGAIN = 1.0  # seconds
HASH_SHOWN = 8  # bytes of a token's hash, by which devices are told apart


async def facts(own: OwnTables, holder: bytes, language: str) -> dict[str, Any]:
    """How much is stored about a person."""
    now = own.tables.now()

    def read(store: Store) -> dict[str, Any]:
        tables = {table for table, _ in store.seats_of(holder)}
        return {
            "known": bool(tables) or len(store.devices_of(holder)) > 1,
            "devices": [since for _, since in store.devices_of(holder)],
            "codes": store.open_recoveries(holder, now),
            "tables": len(tables),
            "running": len(store.running_of(holder, len(tables))),
            "names": store.names_of(holder),
        }

    if not holder:
        nothing: dict[str, Any] = {"codes": [], "tables": 0, "running": 0, "names": []}
        return nothing | {"known": False, "devices": [], "tournaments": 0}
    known = await own.writer.ask(read)
    tournaments = await own_tournaments.entries(own.tables, holder)
    named = {player["name"] for each in tournaments for player in each.get("played", ())}
    return known | {
        "known": known["known"] or bool(tournaments),
        "tournaments": len(tournaments),
        "names": sorted({*known["names"], *named} - {""}),
    }


def name_in(row: Row) -> str:
    return str(json.loads(row.data)["name"])


# The file -----------------------------------------------------------------------------------------
def download(own: OwnTables, holder: bytes, asker: Asker) -> StreamingResponse:
    """All of it as JSON; a record at a time, so that thousands of games need little memory."""
    headers = {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="skipyard.json"',
    }
    return StreamingResponse(
        parts(own, holder, asker), headers=headers, media_type="application/json"
    )


async def parts(own: OwnTables, holder: bytes, asker: Asker) -> AsyncIterator[str]:
    """The file, piece by piece."""
    now = own.tables.now()

    def read(store: Store) -> tuple[list[tuple[str, int]], list[tuple[bytes, int]], list[int]]:
        return store.seats_of(holder), store.devices_of(holder), store.open_recoveries(holder, now)

    seats, devices, codes = await own.writer.ask(read)
    head = {
        "format": FORMAT,
        "written": now,
        "devices": [
            {"token_hash": device[:HASH_SHOWN].hex(), "linked": since}
            for device, since in devices
            if device
        ],
        "recovery_links": [{"expires": expires} for expires in codes],
    }
    yield dumps(head)[:-1] + ',"tables":['
    tables: dict[str, list[int]] = {}
    for table, seat in seats:
        tables.setdefault(table, []).append(seat)
    for nth, (table, mine) in enumerate(tables.items()):
        yield ("," if nth else "") + await table_entry(own, table, mine, asker)
    tournaments = await own_tournaments.entries(own.tables, holder)
    yield '],"tournaments":' + dumps(tournaments) + "}"


async def table_entry(own: OwnTables, table: str, mine: list[int], asker: Asker) -> str:
    """One table, when it is its turn: a file that has begun waits where it does not fit."""
    while True:
        with contextlib.suppress(Full):
            async with own.queue.turn(asker):
                header, rows, over = await own.log_of(table)
                sealed = await own.tables.tournaments.is_sealed_table(header)
                return await asyncio.to_thread(entry, header, rows, over, sealed, mine)
        await asyncio.sleep(TRY_AGAIN)


def entry(header: Header, rows: list[Row], over: bool, sealed: bool, mine: list[int]) -> str:
    """One table: this person's seats and names, and its record as far as they may know it.

    While others still play the same deal (`sealed`), that is what they saw themselves.
    """
    names = {str(row.seat): name_in(row) for row in rows if row.kind == "sit" and row.seat in mine}
    content: dict[str, Any] = {
        "table": header.table,
        "game": header.game,
        "title": title_of(header.game),
        "opened": header.opened,
        "over": over,
        "seats": mine,
        "names": names,
    }
    try:
        content["record"] = (
            record.part(header, rows, mine[0]) if sealed else record.of(header, rows, mine[0], over)
        )
    except Trouble as trouble:  # its game is gone, or its rules are newer than ours
        content |= {"record": None, "why": reason_of(trouble, "en")}
    return dumps(content)
