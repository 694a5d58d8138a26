"""What an operator's programs ask: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from skipyard.server.net.addresses import is_local
from skipyard.server.net.worker_metrics import CONTENT_TYPE
from skipyard.server.settings import Settings
from skipyard.server.workers.compiling import is_interpreted
from skipyard.server.workers.dear_queues import METRICS, dear


async def health(request: Request) -> Response:
    """Whether this process answers."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """Whether the database can be written to, within a few seconds, with room left."""
    if request.app.state.seating.tables.draining:
        return PlainTextResponse("This process is being drained.", 503)
    trouble = await request.app.state.readiness.trouble()
    if trouble:
        return PlainTextResponse(trouble, 503)
    return PlainTextResponse("ready, games are being compiled" if is_interpreted() else "ready")


async def show_metrics(request: Request) -> Response:
    """Figures for Prometheus, for who knows the token; without one, for this machine alone."""
    settings: Settings = request.app.state.settings
    token = settings.metrics_token
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            return PlainTextResponse("", 401, {"www-authenticate": "Bearer"})
    elif settings.metrics_port or not is_local(request):
        return PlainTextResponse("", 404)
    figures = await request.app.state.metrics.exposition()
    return Response(figures, headers={"content-type": CONTENT_TYPE, "cache-control": "no-store"})


ROUTES = [
    Route("/healthz", health),
    Route("/readyz", ready),
    Route("/metrics", dear(METRICS, show_metrics)),
]
