"""How much one address may ask for, whatever it asks for: a token bucket before everything else."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from skipyard.server.access.seating import Seating
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import address_of, refusal
from skipyard.server.sentences import say

FREE = ("/healthz", "/metrics")  # for those who look after the server
DEAR = ("/at/", "/record", "/verify", "/g/")  # folds a whole log: costs as much as ten
PRICE = 10.0


class AddressLimit:
    """Middleware that refuses an address in a hurry, with a sentence."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] in FREE:
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        seating: Seating = scope["app"].state.seating
        cost = PRICE if any(part in scope["path"] for part in DEAR) else 1.0
        if seating.may_ask(address_of(connection), cost):
            await self.app(scope, receive, send)
            return
        response = refusal(429, say(language_of(connection), "ask.often"))
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)
