"""Errors in people's pages, for the operator's log: rate-limited, and without anything secret."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server import logs
from skipyard.server.api.routes import Ask
from skipyard.server.metrics import PAGE_ERRORS
from skipyard.server.net.addresses import address_of
from skipyard.server.net.rate_limits import RateLimit
from skipyard.server.net.requests import body_of, problem

REPORTS_RATE, REPORTS_BURST = 1 / 60, 10  # a second from one address
ALL_RATE, ALL_BURST = 1.0, 60  # a second from everybody
BY_ADDRESS, OF_ALL = RateLimit(REPORTS_RATE, REPORTS_BURST), RateLimit(ALL_RATE, ALL_BURST)
NO_CONTENT = 204
AFTER_PATH = re.compile(r"[?#][^\s)\"']*")  # queries and fragments, which may have codes in them
SECRET = re.compile(r"[A-Za-z0-9_-]{40,}|\b[2-9A-HJ-NP-Z]{16}\b")  # tokens, nonces, codes
UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Report(Ask):
    """An error as a page saw it."""

    message: Annotated[str, Meta(max_length=500)]
    page: Annotated[str, Meta(max_length=200)] = ""
    source: Annotated[str, Meta(max_length=200)] = ""
    line: Annotated[int, Meta(ge=0, le=2**31)] = 0
    browser: Annotated[str, Meta(max_length=300)] = ""


def harmless(text: str) -> str:
    """A text without queries, fragments, codes, tokens and control characters."""
    return SECRET.sub("…", AFTER_PATH.sub("", UNREADABLE.sub(" ", text)))


async def trouble(request: Request) -> Response:
    """Log an error of a page."""
    report = await body_of(request, Report)
    if not (BY_ADDRESS.allows(address_of(request)) and OF_ALL.allows("")):
        raise problem(request, 429, "ask.often")
    PAGE_ERRORS.inc()
    logs.note(
        "an error in a page",
        message=harmless(report.message),
        page=harmless(report.page),
        source=report.source and harmless(report.source.rpartition("/")[2]),
        line=report.line,
        browser=UNREADABLE.sub(" ", report.browser),
    )
    return Response(status_code=NO_CONTENT)


ROUTES = [Route("/api/trouble", trouble, methods=["POST"])]
