"""The load: people who open tables, play for a while against bots or each other, and leave."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import Any

import httpx
import websockets

from skipyard.games import GAMES
from skipyard.proofs.shared.clients import Guest, TableSocket
from skipyard.proofs.shared.games import short

PAUSE = 0.1  # seconds that a player thinks, about
LONGEST = 60  # moves after which a player leaves
PING_INTERVAL = 15.0  # seconds
RETRY = 1.0  # seconds after a refusal
TROUBLE = (httpx.HTTPError, OSError, websockets.WebSocketException, TimeoutError, AssertionError)


class Players:
    """Some groups at a time, each at one table after the other."""

    def __init__(self, url: str, groups: int, seed: int) -> None:
        self.url, self.groups, self.dice = url, groups, random.Random(seed)
        self.answers: list[float] = []  # seconds from a move to its acknowledgement
        self.moves = self.tables = self.games = 0
        self.troubles: list[str] = []

    async def run(self, seconds: float) -> None:
        """Play for so long."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self.group(end) for _ in range(self.groups)))

    async def group(self, end: float) -> None:
        while time.monotonic() < end:
            try:
                await self.one_table(end)
            except TROUBLE as trouble:
                self.troubles.append(repr(trouble)[:200])
                await asyncio.sleep(RETRY)

    async def one_table(self, end: float) -> None:
        """Open a table, play at it for a number of moves or to the end, and leave."""
        name = self.dice.choice(GAMES)
        alone = self.dice.random() < 0.5
        chairs = ["me", "bot:greedy" if alone else "invited"]
        guest, other = Guest(self.url), Guest(self.url)
        opened = await asyncio.to_thread(guest.open_table, name, chairs, settings=short(name))
        self.tables += 1
        people = [guest]
        if not alone:
            await asyncio.to_thread(other.join, opened["codes"]["1"])
            people.append(other)
        moves = self.dice.randint(1, LONGEST)
        async with asyncio.TaskGroup() as group:
            for person in people:
                group.create_task(self.play(person, opened["table"], moves, end))

    async def play(self, guest: Guest, table: str, moves: int, end: float) -> None:
        """Play at random for at most so many moves."""
        async with guest.connect(table) as line:
            await line.until("shown")
            quiet_until = time.monotonic() + 5  # the others may have left
            while time.monotonic() < min(end, quiet_until):
                if line.shown["table"]["result"]:
                    self.games += 1
                    return
                if not line.paths:
                    try:
                        async with asyncio.timeout(1):
                            await line.until("shown")
                            quiet_until = time.monotonic() + 5
                    except TimeoutError:
                        continue
                    continue
                if moves <= 0:
                    return
                moves -= 1
                await asyncio.sleep(PAUSE * self.dice.uniform(0.5, 1.5))
                action = self.dice.choice(line.paths)["action"]
                asked = time.perf_counter()
                await line.command("move", action=action)
                self.answers.append(time.perf_counter() - asked)
                self.moves += 1
                quiet_until = time.monotonic() + 5


async def open_idle(url: str, count: int, held: Any) -> None:
    """Open sockets that only watch, and hold them in the exit stack `held`."""
    made = [Guest(url) for _ in range(max(1, count // 20))]
    tables = []
    for guest in made:
        opened = await asyncio.to_thread(guest.open_table, GAMES[0], ["open", "open"])
        tables.append(opened["table"])
    for start in range(0, count, 50):
        numbers = range(start, min(start + 50, count))
        lines = [Guest(url).connect(tables[number % len(tables)]) for number in numbers]
        for line in await asyncio.gather(*(held.enter_async_context(line) for line in lines)):
            held.callback(asyncio.create_task(keep(line)).cancel)


async def keep(line: TableSocket) -> None:
    """Ping as our own client does; the server closes sockets that are silent for 30 seconds."""
    while True:
        await line.send(type="ping")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PING_INTERVAL):
                async for _ in line.ws:
                    pass
