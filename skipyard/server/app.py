"""The server as one Starlette application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from skipyard.options import Refused
from skipyard.server import api, asking, assets, logs, metrics, pages, replays, sockets, streams
from skipyard.server.keeper import Keeper, NoTable
from skipyard.server.office import Office
from skipyard.server.pages import language_of
from skipyard.server.security import SafeHeaders
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, kept
from skipyard.server.thinkers import Thinkers
from skipyard.server.warm import Warm
from skipyard.table import stores
from skipyard.table.store import Trouble
from skipyard.table.writer import Writer

ROUTES = [
    Route("/", pages.home),
    Route("/join", pages.join),
    Route("/t/{table}", pages.table),
    Route("/favicon.svg", assets.icon),
    Route("/rules/{game}", pages.rules),
    Route("/api/schema.json", api.schema),
    Route("/api/games", api.games),
    Route("/api/games/{game}", api.one_game),
    Route("/api/tables", api.lobby, methods=["GET"]),
    Route("/api/tables", api.open_table, methods=["POST"]),
    Route("/api/join", api.join, methods=["POST"]),
    Route("/api/tables/{table}", api.table),
    Route("/api/tables/{table}/sit", api.take_seat, methods=["POST"]),
    Route("/api/tables/{table}/fill", api.fill, methods=["POST"]),
    Route("/api/tables/{table}/invite", api.invite, methods=["POST"]),
    Route("/api/tables/{table}/device", api.device, methods=["POST"]),
    Route("/api/tables/{table}/commands", api.commands, methods=["POST"]),
    Route("/api/tables/{table}/stream", streams.stream),
    Route("/api/tables/{table}/at/{seq:int}", replays.at),
    Route("/api/tables/{table}/record", replays.export),
    WebSocketRoute("/api/tables/{table}/socket", sockets.socket),
    Route("/static/art/{name}", assets.art),
    Mount("/static", assets.Files(directory=assets.STATIC)),
]


async def health(request: Request) -> Response:
    """Whether the store answers."""
    office: Office = request.app.state.office
    try:
        await office.keeper.writer.ask(lambda store: store.last_beat())
    except Trouble as trouble:
        return PlainTextResponse(str(trouble), 503)
    return PlainTextResponse("ok")


async def show_metrics(request: Request) -> Response:
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


# What goes wrong, as a sentence -------------------------------------------------------------------
def tell(request: Request, status: int, sentence: str, rule: str = "") -> Response:
    """A page to people, JSON to programs."""
    if pages.wants_page(request):
        return pages.problem(request, status, sentence)
    return asking.refusal(status, sentence, rule)


async def refused(request: Request, error: Exception) -> Response:
    status = 404 if isinstance(error, NoTable) else getattr(error, "status", 409)
    return tell(request, status, str(error), getattr(error, "rule", ""))


async def troubled(request: Request, error: Exception) -> Response:
    logs.problem("the store failed", why=str(error))
    return tell(request, 503, say(language_of(request), "trouble.stored", why=error))


async def failed(request: Request, error: Exception) -> Response:
    logs.problem("a request failed", path=request.url.path)
    return tell(request, 500, say(language_of(request), "trouble.own"))


async def misdirected(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = "ask.method" if error.status_code == 405 else "ask.nowhere"
    return tell(request, error.status_code, say(language_of(request), key, method=request.method))


# Starting and stopping ----------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the store, let bots and sweeps run, and in the end finish what was accepted."""
    settings: Settings = app.state.settings
    loop = asyncio.get_running_loop()
    writer = Writer(await asyncio.to_thread(stores.open_store, settings.db))
    thinkers, warm = Thinkers(settings.thinkers), Warm()
    keeper = Keeper(settings, writer, thinkers, warm)
    app.state.office = Office(settings, keeper)

    def hint(table: str, seq: int) -> None:
        asyncio.run_coroutine_threadsafe(keeper.heed(table, seq), loop)

    listening = stores.listen(settings.db, hint)
    await keeper.begin()
    warm.start(settings.warm)
    sweeping = asyncio.create_task(keeper.sweep_for_ever())
    logs.note("serving", process=keeper.process)
    try:
        yield
    finally:
        sweeping.cancel()
        await asyncio.gather(sweeping, return_exceptions=True)
        listening.stop()
        await keeper.stop()
        await warm.stop()
        thinkers.stop()
        await asyncio.to_thread(writer.stop)
        logs.note("stopped", process=keeper.process)


def create(settings: Settings | None = None) -> Starlette:
    """The application; a worker process reads its settings from the environment."""
    if settings is None:
        settings = kept()
        logs.set_up()
    app = Starlette(
        routes=[*ROUTES, Route("/healthz", health), Route("/metrics", show_metrics)],
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={
            Refused: refused,
            Trouble: troubled,
            HTTPException: misdirected,
            Exception: failed,
        },
        lifespan=lifespan,
    )
    app.state.settings = settings
    return app
