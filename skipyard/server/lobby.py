"""What goes on here: tables that wait for somebody, and open ones that can be watched."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.api import OPEN_TABLES, office_of
from skipyard.server.keeper import Hosted
from skipyard.server.pages import language_of, render
from skipyard.server.sentences import say
from skipyard.table.chairs import FREE
from skipyard.table.policy import OPEN


def is_public(hosted: Hosted) -> bool:
    """Whether a table was opened to everybody: somebody could just sit down."""
    return OPEN in hosted.host.policy.chairs or hosted.host.policy.public


def brief(hosted: Hosted, language: str) -> dict[str, Any]:
    """A table in a few words: who sits there, and how many chairs are free for anybody."""
    host = hosted.host
    taken = [
        chair.name or say(language, "seat.player", player=seat + 1)
        for seat, chair in enumerate(host.chairs)
        if chair.kind != FREE
    ]
    free = [chair for chair in host.chairs if chair.kind == FREE and chair.reserved == OPEN]
    return {"id": hosted.id, "game": host.game, "taken": taken, "free": len(free)}


async def watch(request: Request) -> Response:
    language, keeper = language_of(request), office_of(request).keeper
    waiting = await keeper.writer.ask(lambda store: store.open_tables(OPEN_TABLES))
    opened = [await keeper.table(name) for name in waiting]
    running = [hosted for hosted in keeper.tables.values() if is_public(hosted)]
    playing = [hosted for hosted in running if hosted.host.phase == "playing"][:OPEN_TABLES]
    found = {
        "waiting": [brief(hosted, language) for hosted in opened if is_public(hosted)],
        "playing": [brief(hosted, language) for hosted in playing],
    }
    response = render(request, "watch.html", **found)
    response.headers["cache-control"] = "no-store"
    return response


ROUTES = [Route("/watch", watch)]
