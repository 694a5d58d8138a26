"""Requests and frames that never end, or that are wrapped in more than they hold."""

from __future__ import annotations

import asyncio
import contextlib
import time

import websockets

from skipyard.proofs.security.attacked_table import AttackedTable
from skipyard.proofs.security.attacks import Attack, memory_of, status_of
from skipyard.proofs.security.crowds import SLACK, connect
from skipyard.proofs.shared.clients import ANSWER_TIMEOUT, TableSocket
from skipyard.server.net import uvicorn_protocols as limits

MUCH = 64 << 20  # bytes; what is kept on the way to the server is far less
PIECE = 1 << 16  # bytes sent at once
PAUSE = 0.01  # seconds between two pieces of a body
MEMORY_LIMIT = 32 * 1024  # KiB that such a request may cost the server
TIMES_ALLOWED = 10  # times as many frames as may come at once
CHUNKED = "POST /api/join HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
CHUNK = b"%x\r\n%s\r\n" % (PIECE, b" " * PIECE)


async def large_heads(target: AttackedTable) -> None:
    """Heads over the limits, and one without an end: refused before anything is kept."""
    get = "GET /healthz HTTP/1.1\r\nhost: x\r\n"
    count = limits.LARGEST_HEAD // 1000 + 1
    too_large = {
        431: get + "".join(f"x-{n}: {'a' * 1000}\r\n" for n in range(count)),
        414: f"GET /?{'a' * limits.LONGEST_LINE} HTTP/1.1\r\nhost: x\r\n",
    }
    for status, head in too_large.items():
        answer = status_of(await target.send_raw(f"{head}\r\n".encode()))
        target.expect(answer in (status, 0), f"a head for {status} got {answer}")
    await expect_hang_up(target, f"{get}x-endless: ", "a head without an end")


async def wrapped_bodies(target: AttackedTable) -> None:
    """A little body in endless chunk extensions or trailers."""
    await expect_hang_up(target, CHUNKED + "2;", "an endless chunk extension")
    await expect_hang_up(target, CHUNKED + "0\r\nx-trailer: ", "an endless trailer")


async def endless_bodies(target: AttackedTable) -> None:
    """A body whose chunks never end: too large for whoever reads it, and closed in time."""
    before, began = await memory_of(target), time.monotonic()
    reader, writer = await connect(target, CHUNKED.encode(), "127.0.0.1")
    try:
        async with asyncio.timeout(limits.BODY_TIMEOUT + SLACK):
            with contextlib.suppress(ConnectionError):
                while not writer.is_closing():
                    writer.write(CHUNK)
                    await writer.drain()
                    await asyncio.sleep(PAUSE)
        target.figure(f"closed after {time.monotonic() - began:.0f} s")
    except TimeoutError:
        target.expect(False, "a body without an end went on")
    finally:
        writer.close()
    with contextlib.suppress(ConnectionError):
        target.check_answer((await reader.read(PIECE)).decode("latin-1"))
    await expect_memory(target, before)


async def control_frames(target: AttackedTable) -> None:
    """Pings, pongs and empty continuations without a pause: the socket is closed."""
    count = limits.FRAMES_BURST * TIMES_ALLOWED
    for send in (send_pings, send_pongs, send_empty_continuations):
        name = send.__name__.removeprefix("send_").replace("_", " ")
        async with target.open_socket() as line:
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await send(line, count)
                    await line.send(type="ping")
                    await line.until("pong")
            except websockets.ConnectionClosed:
                continue
            target.expect(False, f"{count} {name} went on")


async def send_pings(line: TableSocket, frames: int) -> None:
    for _ in range(frames):
        await line.ws.ping()


async def send_pongs(line: TableSocket, frames: int) -> None:
    for _ in range(frames):
        await line.ws.pong()


async def send_empty_continuations(line: TableSocket, frames: int) -> None:
    await line.ws.send(['{"type":', *[""] * frames, '"ping"}'])


# Help ---------------------------------------------------------------------------------------------
async def expect_hang_up(target: AttackedTable, begin: str, what: str) -> None:
    """Send without an end until the server hangs up, which it does before it has kept much."""
    before = await memory_of(target)
    _, writer = await connect(target, begin.encode(), "127.0.0.1")
    sent = 0
    try:
        with contextlib.suppress(ConnectionError):
            while sent < MUCH and not writer.is_closing():
                writer.write(b"a" * PIECE)
                await writer.drain()
                sent += PIECE
    finally:
        writer.close()
    target.expect(sent < MUCH, f"{what}: {sent >> 20} MB were taken")
    await expect_memory(target, before)


async def expect_memory(target: AttackedTable, before: int) -> None:
    grown = await memory_of(target) - before
    target.expect(grown < MEMORY_LIMIT, f"it cost {grown} KiB")


ATTACKS: tuple[Attack, ...] = (large_heads, wrapped_bodies, endless_bodies, control_frames)
