"""The language of a request."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from skipyard.catalogue import LANGUAGES


def language_of(request: HTTPConnection) -> str:
    """The language in ?lang= or the cookie, or the browser's first that we have."""
    wanted = [request.query_params.get("lang", ""), request.cookies.get("lang", "")]
    for part in request.headers.get("accept-language", "").split(","):
        wanted.append(part.split(";")[0].strip()[:2].lower())
    return next((name for name in wanted if name in LANGUAGES), LANGUAGES[0])
