"""Security headers on every response, and checks of the Origin header."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

HTTPS_ONLY = "max-age=31536000"  # seconds in which browsers ask over HTTPS alone

STARTS = ("http.response.start", "websocket.http.response.start")


def from_here(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own pages: its Origin is the host that it is sent to.

    Behind a proxy that changes the host it is the public address.
    """
    origin = connection.headers.get("origin", "")
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        return False
    public: str = connection.app.state.settings.public_url
    return bool(site) and (site == connection.headers.get("host", "") or origin == public)


def from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a request comes from another site's page; programs send no Origin."""
    return "origin" in connection.headers and not from_here(connection)


class SafeHeaders:
    """Middleware that adds the headers; a page with its own policy keeps it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["app"].state.settings.secure:
                    headers.setdefault("strict-transport-security", HTTPS_ONLY)
            await send(message)

        await self.app(scope, receive, send_safely)
