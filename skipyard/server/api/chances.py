"""Winning chances after each row of a finished game, for the strip under a review's slider.

They come from the function in `app.state.chances` (workers/chance_worker.py); without one, reviews
have no strip.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.access.past_turns import rows_of
from skipyard.server.access.seating import table_of
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, problem
from skipyard.server.workers.chance_worker import Chances, can_be_analysed, source_of


async def chances(request: Request) -> Response:
    """The chances after every row that has some; only for a finished game."""
    table, source = await table_of(request), source_of(request)
    by_row: Sequence[Chances] | None = None
    if source is not None and can_be_analysed(table.host):
        rows = await rows_of(request, table)
        by_row = await asyncio.to_thread(source, table.host.header, rows)
    if by_row is None:
        raise problem(request, 404, "ask.chances")
    names = table.presenter.names(language_of(request))
    return answer({"seats": names, "chances": by_row})


ROUTES = [Route("/api/tables/{table}/chances", chances)]
