"""A table as NDJSON over HTTP: the same messages as on a socket, for bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.admission import PLACE
from skipyard.server.metrics import SOCKETS
from skipyard.server.net import messages, tokens
from skipyard.server.net.addresses import address_of
from skipyard.server.net.language import language_of
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say

KEEPALIVE_INTERVAL = 10.0  # seconds; an empty line shows that the stream is alive


async def stream(request: Request) -> Response:
    """Everything that the sender's seat is shown, as it happens; POST moves to /commands."""
    table, language, seating = await table_of(request), language_of(request), seating_of(request)
    seat = await seating.seat_of(request, table, language, request.query_params.get("seat"))
    if seat != NOBODY and PLACE in request.scope:
        request.scope[PLACE].sit()
    news = asyncio.Event()
    listener = Listener(seat, language, news.set)
    listener.address, listener.holder = address_of(request), tokens.holder_of(request)

    async def lines() -> AsyncIterator[bytes]:
        SOCKETS.inc()
        try:
            await seating.tables.arrivals.arrive(table, listener)
            while not listener.close_reason:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(KEEPALIVE_INTERVAL):
                        await news.wait()
                news.clear()
                yield b"".join(frame + b"\n" for frame in take_queued(listener)) or b"\n"
            yield messages.write(messages.Goodbye(say(language, listener.close_reason))) + b"\n"
        finally:
            SOCKETS.dec()
            # Not awaited here: a client's disconnect cancels every await in this task.
            seating.tables.background.start(seating.tables.arrivals.leave(table, listener))

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


def take_queued(listener: Listener) -> list[bytes]:
    """Take and clear the queued messages."""
    frames, listener.waiting = listener.waiting, []
    return frames
