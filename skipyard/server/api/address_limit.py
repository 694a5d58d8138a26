"""The limits by address, in front of everything else."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from skipyard.server.access.seating import Seating
from skipyard.server.api.admission import PLACE, admit
from skipyard.server.net.connections import Place
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import refusal
from skipyard.server.sentences import say

UNLIMITED = ("/healthz", "/readyz", "/metrics")  # for monitoring
EXPENSIVE = (
    "/at/",
    "/record",
    "/verify",
    "/figures",
    "/costs",
    "/g/",
    "/me/file",
)  # parts of paths that replay a whole log
EXPENSIVE_COST = 10.0  # tokens; other requests cost one


class AddressLimit:
    """Middleware that refuses requests over the limits, with a sentence."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] in UNLIMITED:
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        seating: Seating = scope["app"].state.seating
        cost = EXPENSIVE_COST if any(part in scope["path"] for part in EXPENSIVE) else 1.0
        response: Response = refusal(429, say(language_of(connection), "ask.often"))
        if seating.may_ask(connection, cost):
            place = await admit(connection)
            if isinstance(place, Place):
                scope[PLACE] = place
                with place:
                    await self.app(scope, receive, send)
                return
            response = place
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)
