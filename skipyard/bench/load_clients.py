"""Two thousand people at a thousand tables, in one process: they play at random and take the time.

The crowd is lean, so that one core is enough for it: it reads of a message only what it needs.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.http11 import Response
from websockets.uri import parse_uri

from skipyard.proofs.shared.prepared_db import PreparedTable

OPENING_AT_ONCE = 50  # handshakes under way
TICK = 0.001  # seconds between two looks at the schedule
AGAIN = 1.0  # seconds until somebody who was refused tries again
SILENT_FOR = 10.0  # seconds after which somebody who has nothing to say says so
DONE, REFUSED = b'{"type":"done"', b'{"type":"refused"'
SHOWN = (b'{"type":"shown"', b'{"type":"changed"')
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a frame that is whole
SHORT, MASKED, NO_MASK = 126, 0x80, bytes(4)
NOTHING_TO_DO = b'"paths":[]'


class Path(msgspec.Struct):
    action: int


class Scene(msgspec.Struct):
    paths: list[Path]


class Shown(msgspec.Struct):
    """The part of `shown`, and of `changed`, that it takes to move."""

    seq: int
    scene: Scene


read_shown = msgspec.json.Decoder(Shown).decode
write = msgspec.json.Encoder().encode


class Line(asyncio.Protocol):
    """One socket."""

    def __init__(self, address: str, token: str, heard: Callable[[Line, bytes], None]) -> None:
        self.token, self.heard = token, heard
        self.protocol: ClientProtocol | None = ClientProtocol(parse_uri(address))
        self.rest = b""  # of what came: the beginning of a frame
        self.ready = asyncio.get_running_loop().create_future()  # the first `shown`

    def connection_made(self, transport: Any) -> None:
        self.transport, protocol = transport, self.protocol
        assert protocol
        request = protocol.connect()
        if self.token:
            request.headers["Authorization"] = f"Bearer {self.token}"
        protocol.send_request(request)
        transport.write(b"".join(protocol.data_to_send()))

    def data_received(self, data: bytes) -> None:
        if self.protocol is not None:
            self.shake_hands(self.protocol, data)
            return
        self.rest += data
        while frame := self.next_frame():
            kind, content = frame
            if kind == TEXT:
                self.hear(content)
            elif kind == PING:
                self.send(PONG, content)

    def shake_hands(self, protocol: ClientProtocol, data: bytes) -> None:
        """Let the library see to the beginning: a server says nothing before our first message."""
        protocol.receive_data(data)
        if any(isinstance(event, Response) for event in protocol.events_received()):
            self.protocol = None
            self.say({"type": "hello", "changes": True})

    def next_frame(self) -> tuple[int, bytes] | None:
        """The next whole frame of a server's (RFC 6455, 5.2); the library is ten times slower."""
        rest, start = self.rest, 2
        if len(rest) < start:
            return None
        length = rest[1]
        if length >= SHORT:
            start += 2 if length == SHORT else 8
            length = int.from_bytes(rest[2:start])
        if len(rest) < start + length:
            return None
        self.rest = rest[start + length :]
        return rest[0], rest[start : start + length]

    def hear(self, message: bytes) -> None:
        self.heard(self, message)
        if not self.ready.done():
            self.ready.set_result(None)

    def say(self, message: dict[str, Any]) -> None:
        self.said = time.perf_counter()
        self.send(TEXT, write(message))

    def send(self, kind: int, content: bytes) -> None:
        """A short frame of a client's; a mask of zeros leaves it as it is."""
        self.transport.write(bytes((kind, MASKED + len(content))) + NO_MASK + content)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))


async def line(address: str, token: str, heard: Callable[[Line, bytes], None]) -> Line:
    """A socket whose table has been shown."""
    uri = parse_uri(address)
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Line(address, token, heard), uri.host, uri.port)
    await made.ready
    return made


class Place:
    """A table, as far as the crowd knows it."""

    def __init__(self, prepared: PreparedTable) -> None:
        self.prepared = prepared
        self.seq = 0
        self.moves: list[Path] = []
        self.mover: Line | None = None
        self.sent = 0.0


class Crowd:
    """Everybody at every table."""

    def __init__(self, address: str, tables: list[PreparedTable]) -> None:
        self.address, self.dice = address, random.Random(0)
        self.places = [Place(table) for table in tables]
        self.ready: deque[Place] = deque()  # where somebody is asked to move
        self.lines: list[Line] = []
        self.waits: list[float] = []  # seconds from a move to its acknowledgement
        self.refusals: list[str] = []
        self.under_way = 0
        self.stirred = asyncio.Event()  # set when somebody has heard something

    async def arrive(self) -> None:
        """Open two sockets a table."""
        at_once = asyncio.Semaphore(OPENING_AT_ONCE)

        async def sit(place: Place, token: str) -> None:
            async with at_once:
                address = f"{self.address}/{place.prepared.table}/socket"
                made = await line(
                    address, token, lambda line, message: self.hear(place, line, message)
                )
                self.lines.append(made)

        await asyncio.gather(
            *(sit(place, token) for place in self.places for token in place.prepared.tokens)
        )

    def hear(self, place: Place, line: Line, message: bytes) -> None:
        self.stirred.set()
        if message.startswith(DONE):
            self.waits.append(time.perf_counter() - place.sent)
            self.under_way -= 1
        elif message.startswith(SHOWN):
            if NOTHING_TO_DO not in message:
                self.note(place, line, read_shown(message))
        elif message.startswith(REFUSED):
            self.refusals.append(message.decode())
            self.under_way -= 1
            asyncio.get_running_loop().call_later(AGAIN, self.ready.append, place)

    def note(self, place: Place, line: Line, shown: Shown) -> None:
        """Somebody is asked to move."""
        if shown.seq > place.seq:  # not the same again, because somebody came
            self.ready.append(place)
        place.seq, place.moves, place.mover = shown.seq, shown.scene.paths, line

    def move(self) -> None:
        """A random move at the table that has waited longest."""
        place = self.ready.popleft()
        assert place.mover
        action = self.dice.choice(place.moves).action
        self.under_way += 1
        place.sent = time.perf_counter()
        command = f"c{place.seq}"
        place.mover.say({"type": "move", "seq": place.seq, "command": command, "action": action})

    # Playing --------------------------------------------------------------------------------------
    async def play_steadily(self, rate: float, seconds: float) -> None:
        """So many moves a second, on time whether or not earlier ones have been answered."""
        start, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < seconds:
            while sent < passed * rate and self.ready:
                self.move()
                sent += 1
            await asyncio.sleep(TICK)
        await self.settle()

    async def play_at_once(self, most: int, seconds: float) -> None:
        """As many moves as get done, with so many under way."""
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            while self.under_way < most and self.ready:
                self.move()
            self.stirred.clear()
            await self.stirred.wait()
        await self.settle()

    async def settle(self) -> None:
        """Wait for the last answers."""
        for _ in range(2000):
            if not self.under_way:
                return
            await asyncio.sleep(0.005)
        raise ConnectionError(f"{self.under_way} moves were never answered")

    async def stay_awake(self) -> None:
        """Say now and then that we are there: the server takes a silent socket for dead."""
        while True:
            await asyncio.sleep(1.0)
            silent = time.perf_counter() - SILENT_FOR
            for each in self.lines:
                if each.said < silent:
                    each.say({"type": "ping"})
