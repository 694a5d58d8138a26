"""Live tables without a network: several on one database stand for several server processes."""

from __future__ import annotations

import asyncio
import json
import pathlib
from collections.abc import Callable, Coroutine
from typing import Any

from skipyard.games import game
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.sweeper import Sweeper
from skipyard.server.live.tables import LiveTables
from skipyard.server.net.listeners import Listener
from skipyard.server.settings import Settings
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.server.workers.compiling import Compiling
from skipyard.server.workers.fair_queue import Asker
from skipyard.table.command import Command
from skipyard.table.database.store import Header
from skipyard.table.database.stores import open_store
from skipyard.table.database.writer import Writer

Scenario = Callable[["Cluster"], Coroutine[Any, Any, None]]
START = 1_000_000
KEY = bytes(range(32))


class PausedWorkers(BotWorkers):
    """A worker that waits for `may`, then chooses the first legal move."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.may = asyncio.Event()

    async def choose(self, game_name: str, bot: str, *rest: Any, asker: Asker) -> int:
        self.asked += 1
        await self.may.wait()
        _seed, _view, legal, _effort = rest
        return int(legal[0])


class Cluster:
    """Any number of processes on one database, with a clock that tests set."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.db = str(folder / "tables.db")
        self.time = START
        self.processes: list[LiveTables] = []
        self.sweepers: dict[LiveTables, Sweeper] = {}

    def now(self) -> int:
        return self.time

    async def tables(self) -> LiveTables:
        compiling = Compiling()
        writer = Writer(open_store(self.db))
        made = LiveTables(writer, PausedWorkers(), compiling, self.now)
        self.sweepers[made] = Sweeper(made, Settings().grace)
        self.processes.append(made)
        await self.sweepers[made].begin()
        return made

    async def close(self) -> None:
        for each in self.processes:
            await each.stop()
            await asyncio.to_thread(each.writer.stop)


def run_scenario(cluster: Cluster, scenario: Scenario) -> None:
    async def play() -> None:
        try:
            async with asyncio.timeout(120):
                await scenario(cluster)
        finally:
            await cluster.close()

    asyncio.run(play())


def header(name: str, chairs: list[str], **policy: Any) -> Header:
    rules = game("skippity").rules.VERSION
    agreed = json.dumps({"chairs": chairs, "pace": 0} | policy)
    return Header(name, "skippity", rules, len(chairs), "[]", agreed, KEY, START)


async def dealt_table(tables: LiveTables, chairs: list[str], **policy: Any) -> OpenTable:
    """A table at which everybody sits and the first deal is made."""
    table = await tables.create(header("t", chairs, **policy), [])
    for seat, chair in enumerate(chairs):
        if not chair.startswith("bot:"):
            command = Command("sit", table.host.seq, f"sit:{seat}", data={"name": "P"}, own=True)
            await tables.pipeline.perform(table, seat, command)
    await wait_until(lambda: table.host.phase == "playing")
    return table


async def wait_until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.005)


async def arrive(tables: LiveTables, seat: int) -> Listener:
    listener = Listener(seat, "en")
    await tables.arrivals.arrive(await tables.table("t"), listener)
    return listener


def command_kinds(table: OpenTable) -> list[str]:
    return [command.partition(":")[0] for command in table.done]
