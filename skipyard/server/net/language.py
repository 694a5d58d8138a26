"""The language of a request."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from skipyard.catalogue import LANGUAGES


def language_of(request: HTTPConnection) -> str:
    """The language that a page was asked for in, or the browser's first that we speak."""
    wanted = [request.query_params.get("lang", ""), request.cookies.get("lang", "")]
    for part in request.headers.get("accept-language", "").split(","):
        wanted.append(part.split(";")[0].strip()[:2].lower())
    return next((name for name in wanted if name in LANGUAGES), LANGUAGES[0])
