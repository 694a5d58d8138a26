"""What an operator's programs ask: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
import hmac
import pathlib
import shutil

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from skipyard.server.net.addresses import is_local
from skipyard.server.net.public_sentences import reason_of
from skipyard.server.net.worker_metrics import CONTENT_TYPE
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.server.workers.compiling import is_interpreted
from skipyard.server.workers.dear_queues import METRICS, dear
from skipyard.table.database import stores
from skipyard.table.database.store import Trouble

READY_TIMEOUT = 4.0  # seconds that the database may take
LEAST_ROOM = 64 * 1024 * 1024  # bytes that have to be free beside a SQLite file


async def health(request: Request) -> Response:
    """Whether this process answers."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """Whether the database can be written to, within a few seconds, with room left."""
    tables = request.app.state.seating.tables
    if tables.draining:
        return PlainTextResponse("This process is being drained.", 503)
    beat = tables.writer.ask(lambda store: store.beat(tables.process, tables.now()))
    try:
        async with asyncio.timeout(READY_TIMEOUT):
            await asyncio.shield(beat)
            room = await asyncio.to_thread(room_left, request.app.state.settings.db)
    except TimeoutError:
        return PlainTextResponse("The database does not answer.", 503)
    except Trouble as trouble:
        why = reason_of(trouble, "en")
        return PlainTextResponse(say("en", "trouble.ready", why=why), 503)
    if room is not None and room < LEAST_ROOM:
        return PlainTextResponse("The database's disk is nearly full.", 503)
    return PlainTextResponse("ready, games are being compiled" if is_interpreted() else "ready")


def room_left(db: str) -> int | None:
    """Free bytes on the disk of a SQLite file; None for PostgreSQL, which knows its own."""
    if stores.is_postgres(db):
        return None
    path = pathlib.Path(db.removeprefix("sqlite:///")).absolute()
    return shutil.disk_usage(path.parent).free


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
