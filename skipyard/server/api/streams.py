"""A table as lines of JSON over HTTP: what a bot reads, the same messages as on a socket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.metrics import SOCKETS
from skipyard.server.net import messages
from skipyard.server.net.language import language_of
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say

QUIET = 10.0  # seconds after which an empty line shows that the stream lives


async def stream(request: Request) -> Response:
    """Everything that the sender's seat is shown, as it happens; POST to /commands to answer."""
    table, language, seating = await table_of(request), language_of(request), seating_of(request)
    seat = await seating.seat_of(request, table, language, request.query_params.get("seat"))
    news = asyncio.Event()
    listener = Listener(seat, language, news.set)

    async def lines() -> AsyncIterator[bytes]:
        SOCKETS.inc()
        try:
            await seating.tables.arrivals.arrive(table, listener)
            while not listener.why:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(QUIET):
                        await news.wait()
                news.clear()
                yield b"".join(frame + b"\n" for frame in taken(listener)) or b"\n"
            yield messages.write(messages.Goodbye(say(language, listener.why))) + b"\n"
        finally:
            SOCKETS.dec()
            # Not awaited here: a reader's disconnect cancels every wait in this task.
            seating.tables.background.start(seating.tables.arrivals.leave(table, listener))

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


def taken(listener: Listener) -> list[bytes]:
    """The messages that wait, which now wait no more."""
    frames, listener.waiting = listener.waiting, []
    return frames
