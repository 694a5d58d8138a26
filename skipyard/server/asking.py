"""What an HTTP request asks for, read with suspicion; what is wrong with it becomes a sentence."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from skipyard.options import Refused
from skipyard.server import guests, messages
from skipyard.server.messages import LARGEST_FRAME
from skipyard.server.pages import language_of
from skipyard.server.security import from_elsewhere, from_here
from skipyard.server.sentences import say


class Problem(Refused):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def problem(request: Request, status: int, key: str, **facts: object) -> Problem:
    return Problem(status, say(language_of(request), key, **facts))


def answer(body: Any, status: int = 200) -> Response:
    """Something as JSON; nobody keeps a copy of what one viewer may see."""
    headers = {"cache-control": "no-store"}
    content = msgspec.json.encode(body)
    return Response(content, status, headers, media_type="application/json")


def refusal(status: int, sentence: str, rule: str = "", command: str = "") -> Response:
    return answer(messages.Refused(command, sentence, rule), status)


def address_of(request: Any) -> str:
    """The address that a request came from; uvicorn trusts only the proxies it is told of."""
    return request.client.host if request.client else ""


async def body_of(request: Request, kind: Any) -> Any:
    """The JSON body of a request that changes something, if it may."""
    check_sender(request)
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_FRAME:
            raise problem(request, 413, "ask.large", most=LARGEST_FRAME)
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise problem(request, 400, "ask.json", why=str(error)[:200]) from None


def check_sender(request: Request) -> None:
    """Refuse what another site makes a browser send: it would come with our cookie."""
    with_cookie = guests.uses_cookie(request) and guests.COOKIE in request.cookies
    if from_elsewhere(request) or (with_cookie and not from_here(request)):
        raise problem(request, 403, "ask.origin")
