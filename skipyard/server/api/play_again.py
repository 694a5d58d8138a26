"""A new game for the seats of an adjourned table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.routes import Ask
from skipyard.server.net.requests import answer, body_of, problem

SEE_OTHER = 303  # after a form, redirect to the new table


async def again(request: Request) -> Response:
    """Open the new table, if somebody who had a seat asks for it."""
    await body_of(request, Ask)
    table, seating = await table_of(request), seating_of(request)
    if not await seating.held(request, table):
        raise problem(request, 403, "ask.not_seated")
    if table.host.phase != "adjourned":
        raise problem(request, 409, "ask.not_adjourned")
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    opened = await seating.tables.rematches.open_next(table)
    settings = request.app.state.settings
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"{settings.root_path}/t/{opened.id}", SEE_OTHER)
    return answer({"table": opened.id}, 201)


ROUTES = [Route("/api/tables/{table}/again", again, methods=["POST"])]
