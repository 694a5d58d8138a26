"""A server of each tree, all alive at once, under the load clients of the new tree in turns."""

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
from skipyard.bench.load_clients import Crowd
from skipyard.bench.ratios import NEW, OLD, SIDES, Line, Turn
from skipyard.bench.sentences import sentence
from skipyard.bench.server import (
    AT_ONCE,
    FILES_BESIDE,
    Server,
    allow_files,
    awake,
    share_cores,
    timed,
)
from skipyard.options import Refused
from skipyard.proofs.shared.prepared_db import SEATS, PreparedTable

GAME = "skipbo"
SECONDS = 1.5  # of each of the two loads of a turn
OFFERED = 1000  # moves a second: few enough for a server that has half a core
MOST = 4000  # moves a second that no server exceeds, to prepare tables enough
MOVES = 50  # that a prepared table lasts, at least
FEWEST_TABLES = 50
ANSWERED_WITHIN = 30.0  # seconds
QUIET = 0.3  # seconds for all servers to read who is still there, before a turn


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
        self.crowds: dict[str, Crowd] = {}

    def prepare(self) -> None:
        """Give each server its copy of the same tables; the old tree writes what both can read."""
        allow_files(len(SIDES) * SEATS * self.tables + FILES_BESIDE)
        folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        with Probe(self.trees[OLD], self.language) as probe:
            db = folder / "tables.db"
            prepared = probe.ask("prepare", GAME, self.tables, db=str(db))["tables"]
        self.compile(folder)
        core = share_cores()
        for number, side in enumerate(SIDES):
            own = folder / str(number)
            own.mkdir()
            for file in folder.glob("tables.db*"):  # with a journal, where there is one
                shutil.copy(file, own)
            server = Server(str(own / "tables.db"), core, self.trees[side].environment())
            self.servers[side] = self.stack.enter_context(server)
            with self.told(side):
                server.wait_for_rules()
        self.loop = self.stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        self.loop.run(self.connect([PreparedTable(*table) for table in prepared]))

    def compile(self, folder: pathlib.Path) -> None:
        """Let a server of each tree compile on all cores; those that are measured have but one."""
        for number, side in enumerate((OLD, NEW)):
            db, cores = str(folder / f"unused{number}.db"), os.sched_getaffinity(0)
            environment = self.trees[side].environment()
            with Server(db, cores, environment) as server, self.told(side):
                server.wait_for_rules()

    async def connect(self, tables: list[PreparedTable]) -> None:
        """Open two sockets a table at every server."""
        for side, server in self.servers.items():
            self.crowds[side] = Crowd(server.sockets, tables)
            await self.crowds[side].arrive()
        self.say_hello()

    def say_hello(self) -> None:
        """Have everybody say that they are there: a server drops a silent socket."""
        for crowd in self.crowds.values():
            for line in crowd.lines:
                line.say({"type": "ping"})

    def measure(self, side: str) -> dict[Line, float]:
        with self.told(side):
            return self.loop.run(self.play(self.servers[side], self.crowds[side]))

    @contextlib.contextmanager
    def told(self, side: str) -> Iterator[None]:
        """Say in a sentence which tree's server has failed."""
        try:
            yield
        except (OSError, TimeoutError) as problem:
            facts = {"folder": self.trees[side].folder, "work": "server"}
            why = f"{type(problem).__name__}: {problem}"
            raise Refused(sentence(self.language, "compare.probe", why=why, **facts)) from None

    async def play(self, server: Server, crowd: Crowd) -> dict[Line, float]:
        """One turn: as much as possible, then at a fixed rate."""
        self.say_hello()
        await asyncio.sleep(QUIET)
        loads: dict[str, Any] = {
            "most": lambda: crowd.play_at_once(AT_ONCE, self.seconds),
            "steady": lambda: crowd.play_steadily(OFFERED, self.seconds),
        }
        limit = len(loads) * self.seconds + ANSWERED_WITHIN
        async with contextlib.AsyncExitStack() as stack, asyncio.timeout(limit):
            for each in self.crowds.values():
                await stack.enter_async_context(awake(each))
            rounds = {name: await timed(server, crowd, load) for name, load in loads.items()}
        return {
            Line("server durable moves", "/s"): rounds["most"]["moves_a_second"],
            Line("server work a move", "µs"): rounds["most"]["server_cpu_us_a_move"],
            Line("server 99 % answered in", "ms"): rounds["steady"]["p99_ms"],
        }
