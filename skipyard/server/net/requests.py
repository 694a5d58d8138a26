"""Reads and checks HTTP requests; whatever is wrong with one becomes a sentence."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skipyard.options import Refused
from skipyard.server.net import messages, tokens
from skipyard.server.net.headers import from_elsewhere, from_here
from skipyard.server.net.language import language_of
from skipyard.server.net.messages import LARGEST_FRAME
from skipyard.server.sentences import say

RETRY_AFTER = {429: "2", 503: "30"}  # seconds, by status
BODY_TIMEOUT = 25.0  # seconds; the connection itself is closed after 30


class Problem(Refused):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, sentence: str, about: str = "") -> None:
        super().__init__(sentence, about=about)
        self.status = status


def problem(request: Request, status: int, key: str, about: str = "", **facts: object) -> Problem:
    return Problem(status, say(language_of(request), key, **facts), about)


def answer(body: Any, status: int = 200) -> Response:
    """A JSON response that must not be cached: it may be for one viewer only."""
    headers = {"cache-control": "no-store"}
    content = msgspec.json.encode(body)
    return Response(content, status, headers, media_type="application/json")


def refusal(status: int, sentence: str, rule: str = "", about: str = "") -> Response:
    response = answer(messages.Refused("", sentence, rule, about), status)
    if status in RETRY_AFTER:
        response.headers["retry-after"] = RETRY_AFTER[status]
    return response


async def body_of(request: Request, kind: Any) -> Any:
    """The JSON body of a request that changes something; checks where it was sent from."""
    check_sender(request)
    content = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for part in request.stream():
                content += part
                if len(content) > LARGEST_FRAME:
                    raise problem(request, 413, "ask.large", most=LARGEST_FRAME)
    except TimeoutError:
        raise problem(request, 408, "ask.slow") from None
    try:
        return messages.read(content or b"{}", kind)
    except messages.Misread as why:
        raise problem(request, 400, "ask.json", why=why) from None


def check_sender(request: Request) -> None:
    if may_not_send(request):
        raise problem(request, 403, "ask.origin")


def may_not_send(connection: HTTPConnection) -> bool:
    """Whether another site may have made a browser send this, with our cookie (CSRF)."""
    with_cookie = tokens.uses_cookie(connection) and bool(tokens.cookie_of(connection))
    return from_elsewhere(connection) or (with_cookie and not from_here(connection))
