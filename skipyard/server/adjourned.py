"""A table that today's rules cannot play on: its page, and a new game for the same seats.

The old table is left as it is, so that a Skipyard whose rules follow its log can play it on.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from skipyard.server import pages, rematches
from skipyard.server.api import Ask, office_of, table_of
from skipyard.server.asking import address_of, answer, body_of, problem
from skipyard.server.hosted import Hosted

OPENED = 303  # go to the new table, whatever brought you here


async def table(request: Request) -> Response:
    """A table: to play at, to watch, or to be told why nobody can."""
    hosted = await table_of(request)
    if hosted.host.phase != "adjourned":
        return await pages.table(request)
    return await page(request, hosted)


async def page(request: Request, hosted: Hosted) -> Response:
    """What happened to the table, and what can be done now."""
    office, language = office_of(request), pages.language_of(request)
    there = await rematches.has_next(office.keeper, hosted)
    seated = bool(await office.held(request, hosted))
    response = pages.render(
        request,
        "adjourned.html",
        host=hosted.host,
        names=hosted.gallery.names(language),
        seated=seated,
        following=rematches.name_of_next(hosted) if there and seated else "",
    )
    response.headers["cache-control"] = "no-store"
    response.headers["referrer-policy"] = "same-origin"  # else its form would come from nowhere
    return response


async def again(request: Request) -> Response:
    """Open a new game for the seats of an adjourned table, at the wish of one of them."""
    await body_of(request, Ask)
    hosted, office = await table_of(request), office_of(request)
    if not await office.held(request, hosted):
        raise problem(request, 403, "ask.not_seated")
    if hosted.host.phase != "adjourned":
        raise problem(request, 409, "ask.not_adjourned")
    if not office.may_open(address_of(request)):
        raise problem(request, 429, "ask.often")
    opened = await rematches.open_next(office.keeper, hosted)
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"/t/{opened.id}", OPENED)
    return answer({"table": opened.id}, 201)


ROUTES = [
    Route("/t/{table}", table),
    Route("/api/tables/{table}/again", again, methods=["POST"]),
]
