"""A server of each tree, all running at once; the new tree's load clients take turns with them."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import pathlib
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

import uvloop

from skipyard.bench.checkout import Tree
from skipyard.bench.compare_probes import Probe
from skipyard.bench.load_clients import LoadClients
from skipyard.bench.ratios import NEW, OLD, SIDES, Line, Turn
from skipyard.bench.sentences import sentence
from skipyard.bench.server import (
    AT_ONCE,
    GAME,
    OTHER_FILES,
    Server,
    allow_files,
    kept_alive,
    share_cores,
    timed,
)
from skipyard.options import Refused
from skipyard.proofs.shared.prepared_db import SEATS, PreparedTable

SECONDS = 1.5  # of each of the two loads of a turn
OFFERED = 1000  # moves a second: few enough for a server that has half a core
MOST = 4000  # moves a second that no server exceeds, to prepare enough tables
MOVES = 50  # left at a prepared table, at least
FEWEST_TABLES = 50
ANSWER_TIMEOUT = 30.0  # seconds
PAUSE = 0.3  # seconds before a turn, for all servers to read the pings


class ServerTurn(Turn):
    """Durable moves a second, and how soon they are acknowledged at a fixed rate."""

    name = "server"

    def __init__(
        self,
        trees: dict[str, Tree],
        seconds: float,
        rounds: int,
        language: str,
        stack: contextlib.ExitStack,
    ) -> None:
        self.trees, self.seconds, self.language, self.stack = trees, seconds, language, stack
        played = (rounds + 1) * seconds * (OFFERED + MOST)
        self.tables = max(FEWEST_TABLES, math.ceil(played / MOVES))
        self.servers: dict[str, Server] = {}
        self.clients: dict[str, LoadClients] = {}

    def prepare(self) -> None:
        """Give each server its copy of the same tables; the old tree writes what both can read."""
        allow_files(len(SIDES) * SEATS * self.tables + OTHER_FILES)
        folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        with Probe(self.trees[OLD], self.language) as probe:
            db = folder / "tables.db"
            prepared = probe.ask("prepare", GAME, self.tables, db=str(db))["tables"]
        self.compile(folder)
        core = share_cores()
        for number, side in enumerate(SIDES):
            own = folder / str(number)
            own.mkdir()
            for file in folder.glob("tables.db*"):  # with the journal, if there is one
                shutil.copy(file, own)
            server = Server(str(own / "tables.db"), core, self.trees[side].environment())
            self.servers[side] = self.stack.enter_context(server)
            with self.naming(side):
                server.wait_for_rules()
        self.loop = self.stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        self.loop.run(self.connect([PreparedTable(*table) for table in prepared]))

    def compile(self, folder: pathlib.Path) -> None:
        """Let a server of each tree compile on all cores; the measured ones have only one."""
        for number, side in enumerate((OLD, NEW)):
            db, cores = str(folder / f"unused{number}.db"), os.sched_getaffinity(0)
            environment = self.trees[side].environment()
            with Server(db, cores, environment) as server, self.naming(side):
                server.wait_for_rules()

    async def connect(self, tables: list[PreparedTable]) -> None:
        """Open two sockets for each table at every server."""
        for side, server in self.servers.items():
            self.clients[side] = LoadClients(server.sockets, tables)
            await self.clients[side].connect()
        self.ping_all()

    def ping_all(self) -> None:
        """Ping from every socket: a server drops silent ones."""
        for clients in self.clients.values():
            for connection in clients.connections:
                connection.send_json({"type": "ping"})

    def measure(self, side: str) -> dict[Line, float]:
        with self.naming(side):
            return self.loop.run(self.play(self.servers[side], self.clients[side]))

    @contextlib.contextmanager
    def naming(self, side: str) -> Iterator[None]:
        """Turn a failure into a Refused that names the tree."""
        try:
            yield
        except (OSError, TimeoutError) as problem:
            facts = {"folder": self.trees[side].folder, "work": "server"}
            why = f"{type(problem).__name__}: {problem}"
            raise Refused(sentence(self.language, "compare.probe", why=why, **facts)) from None

    async def play(self, server: Server, clients: LoadClients) -> dict[Line, float]:
        """One turn: as fast as possible, then at a fixed rate."""
        self.ping_all()
        await asyncio.sleep(PAUSE)
        loads: dict[str, Any] = {
            "most": lambda: clients.play_at_once(AT_ONCE, self.seconds),
            "steady": lambda: clients.play_steadily(OFFERED, self.seconds),
        }
        limit = len(loads) * self.seconds + ANSWER_TIMEOUT
        async with contextlib.AsyncExitStack() as stack, asyncio.timeout(limit):
            for each in self.clients.values():
                await stack.enter_async_context(kept_alive(each))
            rounds = {name: await timed(server, clients, load) for name, load in loads.items()}
        return {
            Line("server durable moves", "/s"): rounds["most"]["moves_a_second"],
            Line("server work a move", "µs"): rounds["most"]["server_cpu_us_a_move"],
            Line("server 99 % answered in", "ms"): rounds["steady"]["p99_ms"],
        }
