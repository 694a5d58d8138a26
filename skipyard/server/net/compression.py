"""Pages, drawings and the client travel compressed."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST = 1000  # bytes that are worth it
LEVEL = 6


class Compressed:
    """Middleware for all but the API: what a seat may see must not show in how well it packs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packing = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packed = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (self.packing if packed else self.app)(scope, receive, send)
