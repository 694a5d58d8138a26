"""What goes on here: tables that wait for somebody, and open ones that can be watched.

Both are asked of the store, so every process shows the same, and a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.seats import NOBODY
from skipyard.server.access.seating import LISTED_TABLES, seating_of
from skipyard.server.access.table_summary import agreed
from skipyard.server.live.open_table import OpenTable, Unreadable
from skipyard.server.net.language import language_of
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.table.chair import FREE
from skipyard.table.policy import OPEN

AN_HOUR = 3600 * 1000  # a table at which nothing has happened for longer is not worth watching


def free_seats(table: OpenTable) -> list[int]:
    """The chairs that anybody may take."""
    chairs = enumerate(table.host.chairs)
    return [seat for seat, chair in chairs if chair.kind == FREE and chair.reserved == OPEN]


def brief(table: OpenTable, language: str) -> dict[str, Any]:
    """A table in a few words: who sits there, how it stands, which chairs are free for anybody."""
    host = table.host
    scene = table.presenter.scene(NOBODY, language)
    return {
        "id": table.id,
        "game": host.game,
        "seq": host.seq,
        "taken": table.presenter.taken(language),
        "status": scene.status if scene else say(language, "page.not_dealt"),
        "free": free_seats(table),
        "agreed": agreed(host, language),
    }


async def opened(request: Request, tables: Sequence[str]) -> list[OpenTable]:
    """Tables by their names, without those of rules that are no longer played."""
    found = []
    for name in tables:
        try:
            found.append(await seating_of(request).tables.table(name))
        except Unreadable:
            continue
    return found


async def watch(request: Request) -> Response:
    language, tables = language_of(request), seating_of(request).tables
    since = tables.now() - AN_HOUR
    waiting = await tables.writer.ask(lambda store: store.open_tables(LISTED_TABLES))
    running = await tables.writer.ask(lambda store: store.running(since, LISTED_TABLES))
    found = {
        "waiting": [brief(each, language) for each in await opened(request, waiting)],
        "playing": [
            brief(each, language)
            for each in await opened(request, running)
            if each.host.phase == "playing"
        ],
    }
    response = render(request, "watch.html", **found)
    response.headers["cache-control"] = "no-store"
    return response


ROUTES = [Route("/watch", watch)]
