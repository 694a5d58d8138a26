"""Clients at one table that send everything twice, late, out of order and all at once."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import websockets

from skipyard.proofs.concurrency.history import (
    Answer,
    History,
    SentCommand,
    ShownScene,
    fingerprint,
)
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.seats import NOBODY

PAUSE = 0.15  # seconds between two steps of one person: the rate limit of a seat
ANSWER_TIMEOUT = 60.0  # seconds
PING_INTERVAL = 2.0  # seconds between two pings
PHRASES = ("hello", "thanks", "oops")


class Connection:
    """One socket; it records every answer and every scene."""

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
                    self.note_shown(message)
                case "done" | "refused":
                    self.note_answer(message)
                case "goodbye":
                    raise AssertionError(f"{self.name} was sent away: {message['why']}")

    def note_shown(self, message: dict[str, Any]) -> None:
        scene = message["scene"]
        self.viewer, self.seq = message["viewer"], message["seq"]
        self.paths = [path["action"] for path in scene["paths"]] if scene else []
        seen = ShownScene(self.table, self.name, self.viewer, self.seq, fingerprint(scene))
        self.history.shown.append(seen)

    def note_answer(self, message: dict[str, Any]) -> None:
        command = message["command"]
        if command:
            answer = Answer(self.table, self.viewer, command, message.get("seq", 0))
            self.history.answers.append(answer)
            self.answers.put_nowait(command)


class UnrulyPerson:
    """A seat with connections to two processes that breaks the protocol's order on purpose."""

    def __init__(
        self, seat: int, connections: list[Connection], history: History, dice: random.Random
    ) -> None:
        self.seat, self.connections, self.history, self.dice = seat, connections, history, dice
        self.count = 0
        self.waiting = 0

    async def play(self, until: float) -> None:
        """Take random steps until the time is up."""
        steps = [self.move, self.repeat, self.stale, self.backwards, self.together, self.chat]
        while time.monotonic() < until:
            await self.dice.choice(steps)()
            await self.wait_for_answers()
            await asyncio.sleep(PAUSE * (1 + self.dice.random()))

    async def wait_for_answers(self) -> None:
        """Wait for an answer to everything that was sent."""
        async with asyncio.timeout(ANSWER_TIMEOUT):
            while self.waiting:
                for connection in self.connections:
                    while not connection.answers.empty():
                        connection.answers.get_nowait()
                        self.waiting -= 1
                await asyncio.sleep(0.005)

    # Steps ----------------------------------------------------------------------------------------
    async def move(self) -> None:
        connection = self.dice.choice(self.connections)
        await self.send(connection, self.command(connection))

    async def repeat(self) -> None:
        """Send the same command through both connections, and once more."""
        command = self.command(self.dice.choice(self.connections))
        await asyncio.gather(
            *(
                self.send(connection, command)
                for connection in (*self.connections, self.connections[0])
            )
        )

    async def stale(self) -> None:
        connection = self.dice.choice(self.connections)
        back = self.dice.randrange(1, 6)
        await self.send(
            connection, self.command(connection) | {"seq": max(0, connection.seq - back)}
        )

    async def backwards(self) -> None:
        """Send the move after the next one first."""
        connection = self.dice.choice(self.connections)
        first, second = self.command(connection), self.command(connection)
        await self.send(connection, second | {"seq": connection.seq + 1})
        await self.send(connection, first)

    async def together(self) -> None:
        """Send two different commands for the same position at the same time."""
        await asyncio.gather(
            *(self.send(connection, self.command(connection)) for connection in self.connections)
        )

    async def chat(self) -> None:
        connection = self.dice.choice(self.connections)
        await connection.ws.send(json.dumps({"type": "say", "phrase": self.dice.choice(PHRASES)}))

    def command(self, connection: Connection) -> dict[str, Any]:
        """A command: usually a legal move, if there is one."""
        self.count += 1
        command: dict[str, Any] = {"seq": connection.seq, "command": f"c{self.count}"}
        if self.dice.random() < 0.1:
            return command | {"type": "undo"}
        action = self.dice.choice(connection.paths) if connection.paths else self.dice.randrange(40)
        return command | {"type": "move", "action": action}

    async def send(self, connection: Connection, command: dict[str, Any]) -> None:
        sent = SentCommand(
            connection.table,
            self.seat,
            command["command"],
            command["type"],
            command.get("action", 0),
        )
        self.history.sent.append(sent)
        self.waiting += 1
        await connection.ws.send(json.dumps(command))


class UnrulyTable:
    """One table: people who are each connected to two processes, and watchers."""

    def __init__(
        self,
        servers: list[ServerProcess],
        game: str,
        seats: int,
        history: History,
        dice: random.Random,
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
            people, connections = [], []
            for seat, guest in enumerate(guests):
                where = [self.servers[(seat + k) % len(self.servers)] for k in (0, 1)]
                own = [await self.connect(stack, guest, at, f"seat {seat}") for at in where]
                people.append(UnrulyPerson(seat, own, self.history, self.dice))
                connections += own
            for server in self.servers:
                connections.append(await self.connect(stack, Guest(server.url), server, "watcher"))
            async with asyncio.TaskGroup() as group:
                listening = [group.create_task(connection.listen()) for connection in connections]
                await self.settle(connections)
                await self.play_all(people, connections, seconds, progress)
                await self.settle(connections)
                for task in listening:
                    task.cancel()

    async def play_all(
        self,
        people: list[UnrulyPerson],
        connections: list[Connection],
        seconds: float,
        progress: Callable[[str], None],
    ) -> None:
        until = time.monotonic() + seconds
        playing = asyncio.gather(*(person.play(until) for person in people))
        while not playing.done():
            progress(f"{self.game}: {len(self.history.answers):,} answers")
            for connection in connections:
                await connection.ws.send(json.dumps({"type": "ping"}))
            await asyncio.wait([playing], timeout=PING_INTERVAL)
        await playing

    async def connect(
        self, stack: AsyncExitStack, guest: Guest, server: ServerProcess, name: str
    ) -> Connection:
        address = f"{server.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        headers = guest.headers()
        ws = await stack.enter_async_context(
            websockets.connect(address, additional_headers=headers)
        )
        await ws.send(json.dumps({"type": "hello"}))
        return Connection(ws, self.table, f"{name} at {server.port}", self.history)

    async def settle(self, connections: list[Connection]) -> None:
        """Wait until everybody has seen the same last row for a second."""
        deadline = time.monotonic() + ANSWER_TIMEOUT
        quiet = 0
        while quiet < 5 and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
            seqs = {connection.seq for connection in connections}
            quiet = quiet + 1 if len(seqs) == 1 and min(seqs) >= self.seats else 0
