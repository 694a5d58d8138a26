"""uvicorn's connections, with an end to patience: who does not read is cut off.

A transport that is closed waits until all that was written has been read; a reader that never reads
would keep it, and its buffers, for as long as it likes.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

READ_WITHIN = 10.0  # seconds that a full buffer may stay full


class Impatient:
    """What both kinds of connection do when their reader is slow."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    patience: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self.patience = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.stop_waiting()

    def connection_lost(self, problem: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(problem)  # type: ignore[misc]

    def stop_waiting(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


class SocketWire(Impatient, WebSocketsSansIOProtocol):
    """A WebSocket."""


class HttpWire(Impatient, HttpToolsProtocol):
    """HTTP, and with it the streams of NDJSON."""
