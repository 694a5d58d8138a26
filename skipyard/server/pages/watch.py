"""The lobby: tables with a free seat, and running ones that can be watched.

Both lists come from the database, so every process shows the same, also after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.seats import NOBODY
from skipyard.server.access.seating import LISTED_TABLES, seating_of
from skipyard.server.live.open_table import OpenTable, Unreadable
from skipyard.server.net.language import language_of
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.table.chair import FREE
from skipyard.table.policy import OPEN

LISTED_FOR = 3600 * 1000  # milliseconds that a table stays listed after its last row


def free_seats(table: OpenTable) -> list[int]:
    """The chairs that anybody may take."""
    chairs = enumerate(table.host.chairs)
    return [seat for seat, chair in chairs if chair.kind == FREE and chair.reserved == OPEN]


def summary(table: OpenTable, language: str) -> dict[str, Any]:
    """A table in a few words: who sits there, its status, which chairs anybody may take."""
    host = table.host
    scene = table.presenter.scene(NOBODY, language)
    return {
        "id": table.id,
        "game": host.game,
        "seq": host.seq,
        "taken": table.presenter.seated_names(language),
        "status": scene.status if scene else say(language, "page.not_dealt"),
        "free": free_seats(table),
        "agreed": table.presenter.agreed(language),
    }


async def opened(request: Request, tables: Sequence[str]) -> list[OpenTable]:
    """Tables by their ids, without unreadable ones."""
    readable = []
    for name in tables:
        try:
            readable.append(await seating_of(request).tables.table(name))
        except Unreadable:
            continue
    return readable


async def watch(request: Request) -> Response:
    language, tables = language_of(request), seating_of(request).tables
    since = tables.now() - LISTED_FOR
    waiting = await tables.writer.ask(lambda store: store.open_tables(LISTED_TABLES))
    running = await tables.writer.ask(lambda store: store.running(since, LISTED_TABLES))
    facts = {
        "waiting": [summary(each, language) for each in await opened(request, waiting)],
        "playing": [
            summary(each, language)
            for each in await opened(request, running)
            if each.host.phase == "playing"
        ],
    }
    response = render(request, "watch.html", **facts)
    response.headers["cache-control"] = "no-store"
    return response


ROUTES = [Route("/watch", watch)]
