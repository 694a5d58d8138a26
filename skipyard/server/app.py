"""The server as one Starlette application."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Match, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from skipyard.server import listing, logs
from skipyard.server.access.administration import Administration
from skipyard.server.access.own_tables import OwnTables
from skipyard.server.access.seating import Seating
from skipyard.server.api import (
    banned,
    chances,
    hints,
    me,
    monitoring,
    play_again,
    replays,
    routes,
    sockets,
    streams,
    tournaments,
    trouble,
    why_not,
)
from skipyard.server.api.address_limit import AddressLimit
from skipyard.server.api.admin_server import AdminServer
from skipyard.server.live.readiness import Readiness
from skipyard.server.live.retention import Keep
from skipyard.server.live.steady_clock import SteadyClock
from skipyard.server.live.sweeper import Sweeper
from skipyard.server.live.tables import LiveTables
from skipyard.server.net.compression import Compressed
from skipyard.server.net.connections import STATE as CONNECTIONS
from skipyard.server.net.connections import Connections, raise_file_limit
from skipyard.server.net.headers import SafeHeaders
from skipyard.server.net.request_ids import identified
from skipyard.server.net.worker_metrics import WorkerMetrics
from skipyard.server.pages import (
    adjourned,
    assets,
    embeds,
    error_pages,
    home,
    lessons,
    me_page,
    puzzle,
    pwa,
    result_picture,
    review,
    rules_page,
    tournament_pages,
    watch,
)
from skipyard.server.settings import Settings, from_environment
from skipyard.server.workers import process_tuning
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.server.workers.chance_worker import ChanceWorker
from skipyard.server.workers.compiling import Compiling
from skipyard.server.workers.dear_queues import OWN, DearQueues
from skipyard.server.workers.listed_bots import ListedBots
from skipyard.server.workers.slow_work import SlowWork
from skipyard.table import pace
from skipyard.table.database import stores
from skipyard.table.database.writer import Writer

ROUTES = [
    Route("/", home.home),
    Route("/join", home.join),
    *adjourned.ROUTES,
    Route("/favicon.svg", assets.icon),
    *rules_page.ROUTES,
    *lessons.ROUTES,
    *puzzle.ROUTES,
    *embeds.ROUTES,
    *review.ROUTES,
    *result_picture.ROUTES,
    *chances.ROUTES,
    *watch.ROUTES,
    *pwa.ROUTES,
    *monitoring.ROUTES,
    Route("/api/schema.json", routes.schema),
    Route("/api/games", routes.games),
    Route("/api/games/{game}", routes.one_game),
    Route("/api/tables", routes.lobby, methods=["GET"]),
    Route("/api/tables", routes.open_table, methods=["POST"]),
    Route("/api/invitation", routes.invitation, methods=["POST"]),
    Route("/api/join", routes.join, methods=["POST"]),
    Route("/api/tables/{table}", routes.table),
    Route("/api/tables/{table}/sit", routes.take_seat, methods=["POST"]),
    Route("/api/tables/{table}/fill", routes.fill, methods=["POST"]),
    Route("/api/tables/{table}/invite", routes.invite, methods=["POST"]),
    Route("/api/tables/{table}/device", routes.device, methods=["POST"]),
    Route("/api/tables/{table}/release", routes.release, methods=["POST"]),
    Route("/api/tables/{table}/remove", routes.remove, methods=["POST"]),
    Route("/api/tables/{table}/host", routes.hand_over, methods=["POST"]),
    *me_page.ROUTES,
    *me.ROUTES,
    *trouble.ROUTES,
    *hints.ROUTES,
    *play_again.ROUTES,
    *why_not.ROUTES,
    *tournaments.ROUTES,
    *tournament_pages.ROUTES,
    Route("/api/tables/{table}/commands", routes.commands, methods=["POST"]),
    Route("/api/tables/{table}/stream", streams.stream),
    *replays.ROUTES,
    Route("/static/colours.css", assets.colours),
    Route("/static/art/{name}", assets.art),
    Mount("/static", assets.Files(directory=assets.STATIC)),
]


MOST_ANALYSED = 8  # games that wait for their chances
STATEMENT_TIMEOUT = 3.0  # seconds; who asks is answered within 5
SOCKET = WebSocketRoute("/api/tables/{table}/socket", sockets.socket)


class Application(Starlette):
    """Sockets bypass routes and middleware, which would cost each of them 5 KB."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = self.state.settings.root_path
        if root and scope["type"] != "lifespan":
            if scope["path"] == root and scope["type"] == "http":
                await RedirectResponse(f"{root}/")(scope, receive, send)
                return
            if scope["path"].startswith(f"{root}/"):  # else the proxy has removed it
                scope["path"] = scope["path"].removeprefix(root)
        if scope["type"] != "lifespan" and await banned.refuse(self, scope, receive, send):
            return
        if scope["type"] == "websocket":
            match, child_scope = SOCKET.matches(scope)
            if match is Match.FULL:
                scope.update(child_scope, app=self)
                await sockets.socket(WebSocket(scope, receive, send))
                return
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        access_log = self.state.settings.access_log
        await identified(super().__call__, scope, receive, send, access_log)


# Starting and stopping ----------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
    """Open the store, start workers and the sweeper; at the end, finish what was accepted."""
    settings: Settings = app.state.settings
    loop = asyncio.get_running_loop()
    store = await asyncio.to_thread(stores.open_store, settings.db, patience=STATEMENT_TIMEOUT)
    writer = Writer(store)
    process_tuning.request_short_slices(writer.thread.native_id or 0)
    bots, compiling = BotWorkers(settings.bot_workers), Compiling()
    clock = SteadyClock()
    lone_pace = min(pace.LEAST_ALONE, int(settings.pace * 1000))
    listed = ListedBots(listing.read(settings.bots), settings.bot_workers)
    tables = LiveTables(writer, bots, compiling, clock, lone_pace, listed)
    keep = Keep(
        settings.keep_waiting, settings.keep_idle, settings.keep_finished, settings.keep_bots
    )
    sweeper = Sweeper(tables, settings.grace, clock.advance_to, keep)
    app.state.bans = sweeper.bans
    administration = Administration(tables, sweeper.retention, sweeper.bans)
    app.state.seating = Seating(settings, tables)
    app.state.readiness = Readiness(tables, settings.db)
    worker = ChanceWorker() if settings.chances else None
    app.state.chance_worker = app.state.chances = worker
    app.state.connections = connections = Connections(settings)
    app.state.dear_queues = queues = DearQueues(settings.queue)
    queues.start()
    app.state.own_tables = OwnTables(tables, queues.by_kind[OWN])
    app.state.slow_work = SlowWork(MOST_ANALYSED)
    app.state.costs = None if worker is None else worker.costs

    def hint(table: str, seq: int, news: str) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: we are stopping
            loop.call_soon_threadsafe(
                lambda: tables.background.start(tables.notice(table, seq, news))
            )

    listening = stores.listen(settings.db, hint)
    app.state.metrics = WorkerMetrics(settings.worker_folder, settings.metrics_port)
    await app.state.metrics.start()
    await sweeper.begin()
    compiling.start(settings.compile_ahead, getattr(app.state, "on_compiled", None))
    sweeping = asyncio.create_task(sweeper.run())
    logs.note("serving", process=tables.process)
    try:
        async with AdminServer(administration, settings.db, settings.admin_dir):
            yield {CONNECTIONS: connections}
    finally:
        sweeping.cancel()
        await asyncio.gather(sweeping, return_exceptions=True)
        listening.stop()
        await app.state.metrics.stop()
        await tables.stop()
        await compiling.stop()
        await asyncio.to_thread(bots.stop)
        await asyncio.to_thread(listed.stop)
        app.state.slow_work.stop()
        if worker is not None:
            await asyncio.to_thread(worker.stop)
        await asyncio.to_thread(writer.stop)
        logs.note("stopped", process=tables.process)


def create(settings: Settings | None = None) -> Starlette:
    """The application; a worker process reads its settings from the environment."""
    if settings is None:
        settings = from_environment()
        logs.set_up(settings.log_level)
        if multiprocessing.parent_process() is not None:
            logs.catch_all()
        process_tuning.tune()
        raise_file_limit()
    app = Application(
        routes=ROUTES,
        middleware=[Middleware(SafeHeaders), Middleware(AddressLimit), Middleware(Compressed)],
        exception_handlers=error_pages.HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # it would redirect to whatever Host a client claims
    app.state.settings = settings
    return app
