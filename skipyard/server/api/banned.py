"""Refuses whoever is banned, before anything else, with a page that says so."""

from __future__ import annotations

import time

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from skipyard.options import Refused
from skipyard.server.live.bans import Bans
from skipyard.server.net import tokens
from skipyard.server.net.addresses import address_of
from skipyard.server.net.headers import SafeHeaders
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import Problem, refusal
from skipyard.server.sentences import say
from skipyard.table.database.store import NEVER, Ban

SERVED = ("/static/", "/favicon.svg", "/healthz", "/readyz", "/metrics")  # to everybody
FORBIDDEN = 403


async def refuse(app: Starlette, scope: Scope, receive: Receive, send: Send) -> bool:
    """Answer a request of somebody who is banned; whether that was so."""
    bans: Bans | None = getattr(app.state, "bans", None)
    if bans is None or not (bans.tokens or bans.addresses):
        return False
    if scope["path"].startswith(SERVED):
        return False
    connection = HTTPConnection(scope)
    ban = bans.find(address_of(connection), tokens.holder_of(connection))
    if ban is None:
        return False
    sentence = sentence_of(ban, language_of(connection))
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(refusal(FORBIDDEN, sentence))
        return True
    scope["app"] = app
    handler = app.exception_handlers[Refused]
    response = await handler(Request(scope, receive), Problem(FORBIDDEN, sentence))
    await SafeHeaders(response)(scope, receive, send)
    return True


def sentence_of(ban: Ban, language: str) -> str:
    if ban.until == NEVER:
        return say(language, "ban.page")
    day = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ban.until / 1000))
    return say(language, "ban.page_until", until=day)
