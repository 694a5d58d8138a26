"""Winning chances after each row of a finished game, for the strip under a review's slider.

An application that has somebody to ask puts a function there (`app.state.chances`, which is
foreseen.py's); without one, reviews have no strip.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.api import table_of
from skipyard.server.asking import answer, problem
from skipyard.server.hosted import Hosted
from skipyard.server.pages import language_of
from skipyard.server.turns import rows_of
from skipyard.table.store import Header, Row


@dataclass(frozen=True)
class Chances:
    """What each seat could hope for after a row, in parts of one."""

    seq: int
    seats: Sequence[float]


Source = Callable[[Header, Sequence[Row]], Sequence[Chances] | None]  # None: nobody knows


def source_of(request: Request) -> Source | None:
    """Whom to ask for chances."""
    found: Source | None = getattr(request.app.state, "chances", None)
    return found


def can_be_analysed(hosted: Hosted) -> bool:
    """Whether a game is over and follows from the rules of today."""
    return hosted.host.phase == "over" and not hosted.host.adjourned


async def chances(request: Request) -> Response:
    """The chances after every row that has some; only of a game that is over."""
    hosted, source = await table_of(request), source_of(request)
    found: Sequence[Chances] | None = None
    if source is not None and can_be_analysed(hosted):
        rows = await rows_of(request, hosted)
        found = await asyncio.to_thread(source, hosted.host.header, rows)
    if found is None:
        raise problem(request, 404, "ask.chances")
    names = hosted.gallery.names(language_of(request))
    return answer({"seats": names, "chances": found})


ROUTES = [Route("/api/tables/{table}/chances", chances)]
