"""The review of a table: any of its turns, its journal, its record and its verification.

The same presenter renders it as at the table, so it contains nothing that the viewer may not see;
other seats can be looked from when the game is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.art import sprite
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.access.past_turns import (
    ALL,
    PUBLIC,
    asked_turn,
    default_turn,
    journal,
    record_bytes,
    rows_of,
    turn_of,
    viewers_of,
)
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.server.workers.chance_worker import can_be_analysed, source_of
from skipyard.server.workers.dear_queues import REVIEWS, dear
from skipyard.table.database.store import Row
from skipyard.table.files import verify
from skipyard.table.policy import BOT


async def page(request: Request) -> Response:
    """One turn with links to the others, from a seat that the sender may look from."""
    table, language = await table_of(request), language_of(request)
    viewers = await viewers_of(request, table)
    rows = await rows_of(request, table)
    seq = asked_turn(request, rows, default_turn(table, rows))
    wanted = request.query_params.get("as", "") or (
        PUBLIC if viewers == [NOBODY] else str(viewers[0])
    )
    facts = {
        "host": table.host,
        "turn": await turn_of(request, table, rows, seq, viewers),
        "journal": await asyncio.to_thread(journal, table, rows, viewers, language),
        "viewers": viewers,
        "wanted": wanted,
        "sides": await sides(request, table, language),
        "movers": [row.seat if row.kind == "move" else NOBODY for row in rows],
        "names": table.presenter.names(language),
        "bots": [chair.kind.startswith(BOT) for chair in table.host.chairs],
        "me": await hero(request, table, viewers),
        "boards": [table.host.game.name, table.host.game.family],
        "sprites": [sprite.address(sprite.HOUSE), sprite.address(table.host.game.name)],
        "result": table.presenter.result(language),
        "told": pictures.description,
        "analysed": can_be_analysed(table.host) and source_of(request) is not None,
        "checks": None,
    }
    if "verify" in request.query_params:
        facts["checks"] = await proof(request, table)
    # In a thread, since the journal of a long game is a long page.
    response = await asyncio.to_thread(render, request, "review.html", **facts)
    response.headers["cache-control"] = "no-store"
    return response


async def sides(request: Request, table: OpenTable, language: str) -> list[tuple[str, str]]:
    """The seats that the sender may look from, as (value of `as`, label)."""
    over = table.host.phase == "over"
    own = await seating_of(request).held(request, table)
    names = table.presenter.names(language)
    choices = [(PUBLIC, say(language, "page.side_public"))]
    choices += [(str(seat), name) for seat, name in enumerate(names) if over or seat in own]
    differ = table.host.game.profile.hidden  # else all sides see the same board
    return [*choices, (ALL, say(language, "page.side_all"))] if over and differ else choices


async def hero(request: Request, table: OpenTable, viewers: list[int]) -> int:
    """The seat whose chances a review tells first: the one looked from, else an own one."""
    own = await seating_of(request).held(request, table)
    return viewers[0] if len(viewers) == 1 and viewers[0] != NOBODY else (own or [NOBODY])[0]


# Verification -------------------------------------------------------------------------------------
async def proof(request: Request, table: OpenTable) -> dict[str, Any]:
    """Verify the table's record: the checks that passed, and the first that failed."""
    rows, language = await rows_of(request, table), language_of(request)
    return await asyncio.to_thread(check, table, rows, language)


def check(table: OpenTable, rows: Sequence[Row], language: str) -> dict[str, Any]:
    raw = record_bytes(table.host, rows, NOBODY)
    right: list[str] = []
    try:
        right.extend(verify.read(raw, language).checks())
    except Refused as refusal:
        return {"right": right, "wrong": str(refusal)}
    return {"right": right, "wrong": ""}


async def verified(request: Request) -> Response:
    """The result of verifying the table's record."""
    return answer(await proof(request, await table_of(request)))


ROUTES = [
    Route("/g/{table}", dear(REVIEWS, page)),
    Route("/api/tables/{table}/verify", dear(REVIEWS, verified)),
]
