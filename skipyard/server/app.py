"""The server as one Starlette application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from skipyard.server import (
    adjourned,
    api,
    assets,
    book,
    chances,
    embeds,
    hints,
    household,
    lessons,
    lobby,
    logs,
    metrics,
    pages,
    pauses,
    problems,
    replays,
    review,
    sockets,
    streams,
    why,
)
from skipyard.server.compressed import Compressed
from skipyard.server.foreseen import Foreseen
from skipyard.server.keeper import Keeper
from skipyard.server.office import Office
from skipyard.server.security import SafeHeaders
from skipyard.server.settings import Settings, kept
from skipyard.server.thinkers import Thinkers
from skipyard.server.turnstile import Turnstile
from skipyard.server.warm import Warm
from skipyard.table import stores
from skipyard.table.store import Trouble
from skipyard.table.writer import Writer

ROUTES = [
    Route("/", pages.home),
    Route("/join", pages.join),
    *adjourned.ROUTES,
    Route("/favicon.svg", assets.icon),
    *book.ROUTES,
    *lessons.ROUTES,
    *embeds.ROUTES,
    *review.ROUTES,
    *chances.ROUTES,
    *lobby.ROUTES,
    *household.ROUTES,
    Route("/api/schema.json", api.schema),
    Route("/api/games", api.games),
    Route("/api/games/{game}", api.one_game),
    Route("/api/tables", api.lobby, methods=["GET"]),
    Route("/api/tables", api.open_table, methods=["POST"]),
    Route("/api/invitation", api.invitation, methods=["POST"]),
    Route("/api/join", api.join, methods=["POST"]),
    Route("/api/tables/{table}", api.table),
    Route("/api/tables/{table}/sit", api.take_seat, methods=["POST"]),
    Route("/api/tables/{table}/fill", api.fill, methods=["POST"]),
    Route("/api/tables/{table}/invite", api.invite, methods=["POST"]),
    Route("/api/tables/{table}/device", api.device, methods=["POST"]),
    *hints.ROUTES,
    *why.ROUTES,
    Route("/api/tables/{table}/commands", api.commands, methods=["POST"]),
    Route("/api/tables/{table}/stream", streams.stream),
    Route("/api/tables/{table}/at/{seq}", replays.at),
    Route("/api/tables/{table}/record", replays.export),
    Route("/static/art/{name}", assets.art),
    Mount("/static", assets.Files(directory=assets.STATIC)),
]


SOCKET = WebSocketRoute("/api/tables/{table}/socket", sockets.socket)


class Application(Starlette):
    """Sockets go past routes and middleware, which would cost each 5 KB for as long as it lasts."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            match, found = SOCKET.matches(scope)
            if match is Match.FULL:
                scope.update(found, app=self)
                await sockets.socket(WebSocket(scope, receive, send))
                return
        await super().__call__(scope, receive, send)


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


# Starting and stopping ----------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the store, let bots and sweeps run, and in the end finish what was accepted."""
    settings: Settings = app.state.settings
    loop = asyncio.get_running_loop()
    writer = Writer(await asyncio.to_thread(stores.open_store, settings.db))
    pauses.hurry(writer.thread.native_id or 0)
    thinkers, warm = Thinkers(settings.thinkers), Warm()
    keeper = Keeper(settings, writer, thinkers, warm)
    app.state.office = Office(settings, keeper)
    foreseen = Foreseen() if settings.chances else None
    app.state.foreseen = app.state.chances = foreseen

    def hint(table: str, seq: int, news: str) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: we are stopping
            loop.call_soon_threadsafe(lambda: keeper.tasks.start(keeper.heed(table, seq, news)))

    listening = stores.listen(settings.db, hint)
    await keeper.caretaker.begin()
    warm.start(settings.warm)
    sweeping = asyncio.create_task(keeper.caretaker.sweep_for_ever())
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
        if foreseen is not None:
            foreseen.stop()
        await asyncio.to_thread(writer.stop)
        logs.note("stopped", process=keeper.process)


def create(settings: Settings | None = None) -> Starlette:
    """The application; a worker process reads its settings from the environment."""
    if settings is None:
        settings = kept()
        logs.set_up()
        pauses.tune()
    app = Application(
        routes=[*ROUTES, Route("/healthz", health), Route("/metrics", show_metrics)],
        middleware=[Middleware(SafeHeaders), Middleware(Turnstile), Middleware(Compressed)],
        exception_handlers=problems.HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # it would send people to whatever Host they claim
    app.state.settings = settings
    return app
