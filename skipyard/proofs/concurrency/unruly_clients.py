"""People at one table who send everything twice, late, in the wrong order and all at once."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import websockets

from skipyard.proofs.concurrency.history import History, Seen, Sent, Told, fingerprint
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.processes import Process
from skipyard.seats import NOBODY

BREATH = 0.15  # seconds between two deeds of one person: the server's patience with one seat
ANSWER_WITHIN = 60.0  # seconds
PING = 2.0  # seconds between two signs of life
GREETED = ("hello", "thanks", "oops")


class Ear:
    """One connection: it notes all that it is told and shown."""

    def __init__(self, ws: Any, table: str, name: str, history: History) -> None:
        self.ws, self.table, self.name, self.history = ws, table, name, history
        self.viewer, self.seq = NOBODY, -1
        self.paths: list[int] = []
        self.answers: asyncio.Queue[str] = asyncio.Queue()

    async def listen(self) -> None:
        async for frame in self.ws:
            message = json.loads(frame)
            match message["type"]:
                case "shown":
                    self.see(message)
                case "done" | "refused":
                    self.hear(message)
                case "goodbye":
                    raise AssertionError(f"{self.name} was sent away: {message['why']}")

    def see(self, message: dict[str, Any]) -> None:
        scene = message["scene"]
        self.viewer, self.seq = message["viewer"], message["seq"]
        self.paths = [path["action"] for path in scene["paths"]] if scene else []
        seen = Seen(self.table, self.name, self.viewer, self.seq, fingerprint(scene))
        self.history.seen.append(seen)

    def hear(self, message: dict[str, Any]) -> None:
        command = message["command"]
        if command:
            told = Told(self.table, self.viewer, command, message.get("seq", 0))
            self.history.told.append(told)
            self.answers.put_nowait(command)


class Person:
    """A seat with connections to two processes, and no manners."""

    def __init__(self, seat: int, ears: list[Ear], history: History, dice: random.Random) -> None:
        self.seat, self.ears, self.history, self.dice = seat, ears, history, dice
        self.count = 0
        self.waiting = 0

    async def press(self, until: float) -> None:
        """Play, badly, until the time is up."""
        deeds = [self.move, self.repeat, self.stale, self.backwards, self.together, self.chat]
        while time.monotonic() < until:
            await self.dice.choice(deeds)()
            await self.answered()
            await asyncio.sleep(BREATH * (1 + self.dice.random()))

    async def answered(self) -> None:
        """Wait for an answer to everything that was sent."""
        async with asyncio.timeout(ANSWER_WITHIN):
            while self.waiting:
                for ear in self.ears:
                    while not ear.answers.empty():
                        ear.answers.get_nowait()
                        self.waiting -= 1
                await asyncio.sleep(0.005)

    # Deeds ----------------------------------------------------------------------------------------
    async def move(self) -> None:
        ear = self.dice.choice(self.ears)
        await self.send(ear, self.command(ear))

    async def repeat(self) -> None:
        """The same command by both connections, and once more."""
        command = self.command(self.dice.choice(self.ears))
        await asyncio.gather(*(self.send(ear, command) for ear in (*self.ears, self.ears[0])))

    async def stale(self) -> None:
        ear = self.dice.choice(self.ears)
        back = self.dice.randrange(1, 6)
        await self.send(ear, self.command(ear) | {"seq": max(0, ear.seq - back)})

    async def backwards(self) -> None:
        """The move after the next one first."""
        ear = self.dice.choice(self.ears)
        first, second = self.command(ear), self.command(ear)
        await self.send(ear, second | {"seq": ear.seq + 1})
        await self.send(ear, first)

    async def together(self) -> None:
        """Two different commands for the same position at the same time."""
        await asyncio.gather(*(self.send(ear, self.command(ear)) for ear in self.ears))

    async def chat(self) -> None:
        ear = self.dice.choice(self.ears)
        await ear.ws.send(json.dumps({"type": "say", "phrase": self.dice.choice(GREETED)}))

    def command(self, ear: Ear) -> dict[str, Any]:
        """A command: most often a legal move, where there is one."""
        self.count += 1
        found: dict[str, Any] = {"seq": ear.seq, "command": f"c{self.count}"}
        if self.dice.random() < 0.1:
            return found | {"type": "undo"}
        action = self.dice.choice(ear.paths) if ear.paths else self.dice.randrange(40)
        return found | {"type": "move", "action": action}

    async def send(self, ear: Ear, command: dict[str, Any]) -> None:
        sent = Sent(
            ear.table, self.seat, command["command"], command["type"], command.get("action", 0)
        )
        self.history.sent.append(sent)
        self.waiting += 1
        await ear.ws.send(json.dumps(command))


class Crowd:
    """One table: its people, each at two processes where there are as many, and watchers."""

    def __init__(
        self, servers: list[Process], game: str, seats: int, history: History, dice: random.Random
    ) -> None:
        self.servers, self.game, self.seats, self.history = servers, game, seats, history
        self.dice = random.Random(dice.random())
        self.table = ""

    def sit_down(self) -> list[Guest]:
        opener = Guest(self.servers[0].url)
        opened = opener.open_table(self.game, ["me"] + ["invited"] * (self.seats - 1))
        self.table = opened["table"]
        guests = [opener]
        for code in opened["codes"].values():
            guests.append(Guest(self.dice.choice(self.servers).url))
            guests[-1].join(code)
        return guests

    async def play(self, seconds: float, progress: Callable[[str], None]) -> None:
        guests = await asyncio.to_thread(self.sit_down)
        async with AsyncExitStack() as stack:
            people, ears = [], []
            for seat, guest in enumerate(guests):
                where = [self.servers[(seat + k) % len(self.servers)] for k in (0, 1)]
                own = [await self.connect(stack, guest, at, f"seat {seat}") for at in where]
                people.append(Person(seat, own, self.history, self.dice))
                ears += own
            for server in self.servers:
                ears.append(await self.connect(stack, Guest(server.url), server, "watcher"))
            async with asyncio.TaskGroup() as group:
                listening = [group.create_task(ear.listen()) for ear in ears]
                await self.settle(ears)
                await self.press(people, ears, seconds, progress)
                await self.settle(ears)
                for task in listening:
                    task.cancel()

    async def press(
        self,
        people: list[Person],
        ears: list[Ear],
        seconds: float,
        progress: Callable[[str], None],
    ) -> None:
        until = time.monotonic() + seconds
        pressing = asyncio.gather(*(person.press(until) for person in people))
        while not pressing.done():
            progress(f"{self.game}: {len(self.history.told):,} answers")
            for ear in ears:
                await ear.ws.send(json.dumps({"type": "ping"}))
            await asyncio.wait([pressing], timeout=PING)
        await pressing

    async def connect(self, stack: AsyncExitStack, guest: Guest, server: Process, name: str) -> Ear:
        address = f"{server.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        headers = guest.headers()
        ws = await stack.enter_async_context(
            websockets.connect(address, additional_headers=headers)
        )
        await ws.send(json.dumps({"type": "hello"}))
        return Ear(ws, self.table, f"{name} at {server.port}", self.history)

    async def settle(self, ears: list[Ear]) -> None:
        """Until everybody has seen the same last row, for a while."""
        deadline = time.monotonic() + ANSWER_WITHIN
        quiet = 0
        while quiet < 5 and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
            seqs = {ear.seq for ear in ears}
            quiet = quiet + 1 if len(seqs) == 1 and min(seqs) >= self.seats else 0
