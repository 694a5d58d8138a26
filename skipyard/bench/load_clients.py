"""Load clients: two thousand connections to a thousand tables in one process, playing at random.

They are fast enough for one core to be sufficient: they decode only the parts of a message that
they need.
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

CONCURRENT_HANDSHAKES = 50
TICK = 0.001  # seconds between two checks of the schedule
RETRY_DELAY = 1.0  # seconds after a refusal
PING_AFTER = 10.0  # seconds without a message of ours
DONE, REFUSED = b'{"type":"done"', b'{"type":"refused"'
SHOWN = (b'{"type":"shown"', b'{"type":"changed"')
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of an unfragmented frame
SHORT, MASKED, NO_MASK = 126, 0x80, bytes(4)
NOTHING_TO_DO = b'"paths":[]'


class Path(msgspec.Struct):
    action: int


class Scene(msgspec.Struct):
    paths: list[Path]


class Shown(msgspec.Struct):
    """The part of `shown` and of `changed` that a move needs."""

    seq: int
    scene: Scene


decode_shown = msgspec.json.Decoder(Shown).decode
encode = msgspec.json.Encoder().encode


class Connection(asyncio.Protocol):
    """One WebSocket connection."""

    def __init__(
        self, address: str, token: str, on_message: Callable[[Connection, bytes], None]
    ) -> None:
        self.token, self.on_message = token, on_message
        self.protocol: ClientProtocol | None = ClientProtocol(parse_uri(address))
        self.rest = b""  # received, but not a whole frame yet
        self.ready = asyncio.get_running_loop().create_future()  # done with the first message

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
            self.finish_handshake(self.protocol, data)
            return
        self.rest += data
        while frame := self.next_frame():
            kind, content = frame
            if kind == TEXT:
                self.receive(content)
            elif kind == PING:
                self.send(PONG, content)

    def finish_handshake(self, protocol: ClientProtocol, data: bytes) -> None:
        """Let the library do the handshake: the server sends nothing before our first message."""
        protocol.receive_data(data)
        if any(isinstance(event, Response) for event in protocol.events_received()):
            self.protocol = None
            self.send_json({"type": "hello", "changes": True})

    def next_frame(self) -> tuple[int, bytes] | None:
        """The next whole frame from the server (RFC 6455, 5.2); the library is ten times slower."""
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

    def receive(self, message: bytes) -> None:
        self.on_message(self, message)
        if not self.ready.done():
            self.ready.set_result(None)

    def send_json(self, message: dict[str, Any]) -> None:
        self.sent_at = time.perf_counter()
        self.send(TEXT, encode(message))

    def send(self, kind: int, content: bytes) -> None:
        """Send a short frame; a mask of zeros leaves the content as it is."""
        self.transport.write(bytes((kind, MASKED + len(content))) + NO_MASK + content)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server closed the connection"))


async def connect(
    address: str, token: str, on_message: Callable[[Connection, bytes], None]
) -> Connection:
    """A connection that has received its first message."""
    uri = parse_uri(address)
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(
        lambda: Connection(address, token, on_message), uri.host, uri.port
    )
    await connection.ready
    return connection


class LoadedTable:
    """A table as the clients know it."""

    def __init__(self, prepared: PreparedTable) -> None:
        self.prepared = prepared
        self.seq = 0
        self.moves: list[Path] = []
        self.mover: Connection | None = None
        self.moved_at = 0.0


class LoadClients:
    """All clients at all tables."""

    def __init__(self, address: str, tables: list[PreparedTable]) -> None:
        self.address, self.dice = address, random.Random(0)
        self.tables = [LoadedTable(prepared) for prepared in tables]
        self.ready: deque[LoadedTable] = deque()  # where a client can move
        self.connections: list[Connection] = []
        self.latencies: list[float] = []  # seconds from a move to its acknowledgement
        self.refusals: list[str] = []
        self.in_flight = 0
        self.received = asyncio.Event()  # set with every message

    async def connect(self) -> None:
        """Open two sockets for each table."""
        handshakes = asyncio.Semaphore(CONCURRENT_HANDSHAKES)

        async def sit(table: LoadedTable, token: str) -> None:
            async with handshakes:
                address = f"{self.address}/{table.prepared.table}/socket"
                connection = await connect(
                    address, token, lambda sender, message: self.receive(table, sender, message)
                )
                self.connections.append(connection)

        await asyncio.gather(
            *(sit(table, token) for table in self.tables for token in table.prepared.tokens)
        )

    def receive(self, table: LoadedTable, connection: Connection, message: bytes) -> None:
        self.received.set()
        if message.startswith(DONE):
            self.latencies.append(time.perf_counter() - table.moved_at)
            self.in_flight -= 1
        elif message.startswith(SHOWN):
            if NOTHING_TO_DO not in message:
                self.can_move(table, connection, decode_shown(message))
        elif message.startswith(REFUSED):
            self.refusals.append(message.decode())
            self.in_flight -= 1
            asyncio.get_running_loop().call_later(RETRY_DELAY, self.ready.append, table)

    def can_move(self, table: LoadedTable, connection: Connection, shown: Shown) -> None:
        """Remember that a client can move."""
        if shown.seq > table.seq:  # or it was only sent again because somebody connected
            self.ready.append(table)
        table.seq, table.moves, table.mover = shown.seq, shown.scene.paths, connection

    def move(self) -> None:
        """Make a random move at the table that has waited longest."""
        table = self.ready.popleft()
        assert table.mover
        action = self.dice.choice(table.moves).action
        self.in_flight += 1
        table.moved_at = time.perf_counter()
        command = f"c{table.seq}"
        table.mover.send_json(
            {"type": "move", "seq": table.seq, "command": command, "action": action}
        )

    # Playing --------------------------------------------------------------------------------------
    async def play_steadily(self, rate: float, seconds: float) -> None:
        """Make `rate` moves a second, on schedule even if earlier ones are not acknowledged."""
        start, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < seconds:
            while sent < passed * rate and self.ready:
                self.move()
                sent += 1
            await asyncio.sleep(TICK)
        await self.drain()

    async def play_at_once(self, most: int, seconds: float) -> None:
        """Make as many moves as possible, with up to `most` in flight."""
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            while self.in_flight < most and self.ready:
                self.move()
            self.received.clear()
            await self.received.wait()
        await self.drain()

    async def drain(self) -> None:
        """Wait for the last acknowledgements."""
        for _ in range(2000):
            if not self.in_flight:
                return
            await asyncio.sleep(0.005)
        raise ConnectionError(f"{self.in_flight} moves were never acknowledged")

    async def keep_alive(self) -> None:
        """Ping from time to time: the server drops silent sockets."""
        while True:
            await asyncio.sleep(1.0)
            silent = time.perf_counter() - PING_AFTER
            for connection in self.connections:
                if connection.sent_at < silent:
                    connection.send_json({"type": "ping"})
