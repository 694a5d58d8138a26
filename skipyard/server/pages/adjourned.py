"""The page of an adjourned table, which today's rules cannot play on.

Its log is left as it is, so that a version whose rules follow it can play it on.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.rematches import next_id
from skipyard.server.net.language import language_of
from skipyard.server.pages import home


async def table(request: Request) -> Response:
    """The page of any table: to play or watch, or to say why it is adjourned."""
    table = await table_of(request)
    if table.host.phase != "adjourned":
        return await home.table(request)
    return await page(request, table)


async def page(request: Request, table: OpenTable) -> Response:
    """What happened to the table, and what can be done now."""
    seating = seating_of(request)
    has_next = await seating.tables.rematches.has_next(table)
    seated = bool(await seating.held(request, table))
    response = home.render(
        request,
        "adjourned.html",
        host=table.host,
        names=table.presenter.names(language_of(request)),
        seated=seated,
        following=next_id(table) if has_next and seated else "",
    )
    response.headers["cache-control"] = "no-store"
    response.headers["referrer-policy"] = "same-origin"  # else its form would send no Origin
    return response


ROUTES = [Route("/t/{table}", table)]
