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
from skipyard.server.live.open_table import Hosted, Unreadable
from skipyard.server.live.seating import LISTED_TABLES, office_of
from skipyard.server.live.table_summary import agreed
from skipyard.server.net.language import language_of
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.table.chairs import FREE
from skipyard.table.policy import OPEN

AN_HOUR = 3600 * 1000  # a table at which nothing has happened for longer is not worth watching


def free_seats(hosted: Hosted) -> list[int]:
    """The chairs that anybody may take."""
    chairs = enumerate(hosted.host.chairs)
    return [seat for seat, chair in chairs if chair.kind == FREE and chair.reserved == OPEN]


def brief(hosted: Hosted, language: str) -> dict[str, Any]:
    """A table in a few words: who sits there, how it stands, which chairs are free for anybody."""
    host = hosted.host
    scene = hosted.gallery.scene(NOBODY, language)
    return {
        "id": hosted.id,
        "game": host.game,
        "seq": host.seq,
        "taken": hosted.gallery.taken(language),
        "status": scene.status if scene else say(language, "page.not_dealt"),
        "free": free_seats(hosted),
        "agreed": agreed(host, language),
    }


async def opened(request: Request, tables: Sequence[str]) -> list[Hosted]:
    """Tables by their names, without those of rules that are no longer played."""
    found = []
    for name in tables:
        try:
            found.append(await office_of(request).keeper.table(name))
        except Unreadable:
            continue
    return found


async def watch(request: Request) -> Response:
    language, keeper = language_of(request), office_of(request).keeper
    since = keeper.now() - AN_HOUR
    waiting = await keeper.writer.ask(lambda store: store.open_tables(LISTED_TABLES))
    running = await keeper.writer.ask(lambda store: store.running(since, LISTED_TABLES))
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
