"""Compresses pages, drawings and the client."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

MINIMUM_SIZE = 1000  # bytes; less is not worth it
LEVEL = 6


class Compressed:
    """Middleware for all but the API: sizes must not reveal what a seat sees (as in BREACH)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.gzip = GZipMiddleware(app, minimum_size=MINIMUM_SIZE, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        compress = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (self.gzip if compress else self.app)(scope, receive, send)
