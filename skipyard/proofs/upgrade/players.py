"""Two people at a table, each at whichever process serves them; what they were acknowledged."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import httpx
import websockets

from skipyard.proofs.shared.clients import Guest, TableSocket
from skipyard.proofs.shared.processes import ServerProcess

CLOCK = {"clock": "move", "time": 30}  # seconds a move: whoever waits longer has lost on time
THOUGHT = 0.15  # seconds before a move, while the upgrade goes on
HASTE = 0.06  # after it: a server takes twenty commands a second from a seat
RETRY = 0.1  # seconds until the other process is tried
GONE = (websockets.WebSocketException, OSError, httpx.HTTPError, EOFError)
numbers = itertools.count()


class Acknowledged(NamedTuple):
    """A move that a process has said to be on disk."""

    table: str
    command: str  # as the log has it
    seq: int


class Ledger:
    """What all players were told."""

    def __init__(self) -> None:
        self.moves: list[Acknowledged] = []
        self.tables: list[str] = []
        self.reconnections = 0
        self.longest = 0.0  # seconds between sending a move and its acknowledgement
        self.upgraded = asyncio.Event()  # from then on games are only played to their end


class Player:
    """One person of a table: plays random moves, and goes to another process when sent away."""

    def __init__(
        self, servers: Sequence[ServerProcess], at: int, ledger: Ledger, dice: random.Random
    ) -> None:
        self.servers, self.at, self.ledger, self.dice = servers, at, ledger, dice
        self.guest = Guest(servers[at].url)
        self.open: tuple[str, int, int] | None = (
            None  # a move not acknowledged yet: id, seq, action
        )
        self.sent = 0.0

    async def request(self, send: Any) -> Any:
        """Repeat a request until a process does it."""
        while True:
            try:
                return await asyncio.to_thread(send)
            except (AssertionError, *GONE):
                await self.go_elsewhere()

    async def go_elsewhere(self) -> None:
        self.ledger.reconnections += 1
        self.at = (self.at + 1) % len(self.servers)
        self.guest.url = self.servers[self.at].url
        await asyncio.sleep(RETRY)

    async def play(self, table: str, seat: int) -> None:
        """Play a game to its end."""
        while True:
            try:
                async with self.guest.connect(table) as line:
                    if await self.play_here(line, table, seat):
                        return
            except GONE:
                pass
            await self.go_elsewhere()

    async def play_here(self, line: TableSocket, table: str, seat: int) -> bool:
        """Play for as long as this socket lasts; whether the game is over."""
        await line.until("shown")
        while not line.shown["table"]["result"]:
            if self.open is None and not line.paths:
                message = await line.receive()
                if message["type"] == "goodbye":
                    return False
                continue
            if self.open is None:
                await asyncio.sleep(HASTE if self.ledger.upgraded.is_set() else THOUGHT)
                action = self.dice.choice(line.paths)["action"]
                self.open = f"m{next(numbers)}", line.shown["seq"], action
                self.sent = time.monotonic()
            command, seq, action = self.open
            answer = await line.command("move", command=command, seq=seq, action=action)
            self.open = None
            if answer["type"] == "refused":  # the database was away, or the position has changed
                return False
            self.ledger.longest = max(self.ledger.longest, time.monotonic() - self.sent)
            self.ledger.moves.append(Acknowledged(table, f"{seat}-{command}", answer["seq"]))
            await line.until(lambda m, seq=answer["seq"]: m["type"] == "shown" and m["seq"] >= seq)
        return True


async def pair(
    servers: Sequence[ServerProcess],
    game: str,
    settings: list[str],
    ledger: Ledger,
    dice: random.Random,
) -> None:
    """Two people at two processes play one game after the other until all is upgraded."""
    while not ledger.upgraded.is_set():
        ann, bob = Player(servers, 0, ledger, dice), Player(servers, 1, ledger, dice)
        more: dict[str, Any] = {"settings": settings, "policy": CLOCK}

        def opened(ann: Player = ann, more: dict[str, Any] = more) -> dict[str, Any]:
            return ann.guest.open_table(game, ["me", "link"], **more)

        table = (await ann.request(opened))["table"]
        await bob.request(lambda bob=bob, table=table: sit(bob.guest, table))
        ledger.tables.append(table)
        await asyncio.gather(ann.play(table, 0), bob.play(table, 1))


def sit(guest: Guest, table: str) -> None:
    """Take the free chair."""
    answer = guest.post(f"/api/tables/{table}/sit", {"seat": 1, "bearer": True})
    assert answer.status_code == 200, answer.text
    guest.token = answer.json()["token"]
