"""Errors as sentences: a page for browsers, JSON for programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from skipyard.options import Refused
from skipyard.server import logs
from skipyard.server.live.open_table import NoTable, Unreadable
from skipyard.server.live.tournaments import NoTournament, Sealed
from skipyard.server.net import requests
from skipyard.server.net.headers import HEADERS
from skipyard.server.net.language import language_of
from skipyard.server.net.public_sentences import not_stored
from skipyard.server.pages.home import render
from skipyard.server.sentences import say
from skipyard.server.workers.fair_queue import Full
from skipyard.table.database.store import Trouble

MISSING, GONE, TROUBLE = 404, 410, 500
KINDS: dict[type, str] = {NoTable: "table", NoTournament: "tournament", Sealed: "sealed"}


def kind_of(status: int) -> str:
    """The kind of an error, by which its page gives advice."""
    return "missing" if status == MISSING else "trouble" if status >= TROUBLE else "refused"


def problem_response(
    request: Request, status: int, sentence: str, rule: str = "", about: str = "", kind: str = ""
) -> Response:
    """An error as a page or as JSON, whichever the client wants."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method != "GET" or not wants_page or request.url.path.startswith("/api/"):
        return requests.refusal(status, sentence, rule, about)
    response = render(request, "problem.html", sentence=sentence, kind=kind or kind_of(status))
    response.status_code = status
    response.headers["cache-control"] = "no-store"
    if status in requests.RETRY_AFTER:
        response.headers["retry-after"] = requests.RETRY_AFTER[status]
    return response


async def refused(request: Request, error: Exception) -> Response:
    kind = KINDS.get(type(error), "")
    missing = isinstance(error, NoTable | NoTournament)
    status = MISSING if missing else getattr(error, "status", 409)
    rule, about = getattr(error, "rule", ""), getattr(error, "about", "")
    return problem_response(request, status, str(error), rule, about, kind)


async def troubled(request: Request, error: Exception) -> Response:
    if isinstance(error, Unreadable):
        logs.problem("a table cannot be read", why=str(error))
        sentence = say(language_of(request), "trouble.unreadable")
        return problem_response(request, GONE, sentence, kind="unreadable")
    assert isinstance(error, Trouble)
    return problem_response(request, 503, not_stored(error, language_of(request)))


async def crowded(request: Request, error: Exception) -> Response:
    return problem_response(request, 503, say(language_of(request), "ask.busy"))


async def failed(request: Request, error: Exception) -> Response:
    logs.problem("a request failed", path=request.url.path)
    response = problem_response(request, TROUBLE, say(language_of(request), "trouble.own"))
    response.headers.update(HEADERS)  # this handler runs outside of all middleware
    return response


async def misdirected(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = "ask.method" if error.status_code == 405 else "ask.nowhere"
    return problem_response(
        request, error.status_code, say(language_of(request), key, method=request.method)
    )


Handler = Callable[[Request, Exception], Awaitable[Response]]
HANDLERS: dict[Any, Handler] = {
    Refused: refused,
    Trouble: troubled,
    Full: crowded,
    HTTPException: misdirected,
    Exception: failed,
}
