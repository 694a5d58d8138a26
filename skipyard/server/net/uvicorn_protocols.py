"""uvicorn protocols that drop clients which stop reading, and pass short messages on directly.

A transport that is closed waits until all that was written has been read; a client that never reads
would keep it, and its buffers, for as long as it likes.

Imported only with versions of uvicorn and websockets whose private parts are known (internals.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from skipyard.server.net.protocols import WIRE, SocketWire

try:
    from websockets.speedups import apply_mask
except ImportError:  # a machine for which there is no compiled one
    from websockets.utils import apply_mask

READ_WITHIN = 10.0  # seconds that a full buffer may stay full
UNREAD = 4  # messages of a client that may wait for us before we stop reading it
WHOLE_TEXT = 0x81  # the first byte of a frame that is all of a text
SHORT = 126  # lengths below this are a byte; from here on two or eight bytes follow
MASKED, MASK = 0x80, 4  # the bit beside the length of a client's frame, and the bytes after it


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


class SocketProtocol(Impatient, WebSocketsSansIOProtocol):
    """A WebSocket that takes and hands over messages without a detour."""

    __slots__ = ("take",)  # one more in the library's dictionary would double its size

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.take: Callable[[bytes], None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            extensions: Any = self.scope["extensions"]
            wire: SocketWire = self
            extensions[WIRE] = wire

    def tell(self, texts: Sequence[bytes]) -> bool:
        """Write messages now; False where they would have to wait, or nobody is there any more.

        Through ASGI a message takes a task, three coroutines and a dictionary; here it takes none.
        """
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.writelines([part for text in texts for part in (head_of(text), text)])
        return True

    def data_received(self, data: bytes) -> None:
        """A short text that came alone is taken as it is: that is what nearly all commands are."""
        between = self.conn.state is State.OPEN and self.conn.current_size is None
        text = short_text(data) if between and not self.conn.reader.buffer else None
        if text is None:
            super().data_received(data)
        elif not self.take_at_once(text):
            self.frames, self.curr_msg_data_type = [text], "text"
            self.send_receive_event_to_app()

    def take_at_once(self, text: bytes) -> bool:
        """Hand a text over, unless others wait; ASGI has a queue and three coroutines for it."""
        if self.take is None or self.close_sent or self.queue.qsize() or not text.isascii():
            return False
        self.take(text)
        return True

    def send_receive_event_to_app(self) -> None:
        """Take a message in; to stop and start reading at every one would be two system calls."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


def head_of(text: bytes) -> bytes:
    """What stands before a whole text in a frame of a server's (RFC 6455, 5.2).

    Three frames go out for every move; the library takes ten times as long for each.
    """
    length = len(text)
    if length < SHORT:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, SHORT)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, SHORT + 1)) + length.to_bytes(8)


def short_text(data: bytes) -> bytes | None:
    """The text of a client's frame, where the data is one whole short one and nothing else."""
    start = 2 + MASK
    if len(data) < start or data[0] != WHOLE_TEXT:
        return None
    length = data[1] - MASKED
    if not 0 <= length < SHORT or len(data) != start + length:
        return None
    return apply_mask(data[start:], data[2:start])


class HttpProtocol(Impatient, HttpToolsProtocol):
    """HTTP, and with it the streams of NDJSON."""
