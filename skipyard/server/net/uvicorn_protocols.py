"""uvicorn protocols with limits for clients, which bypass ASGI for short messages.

A closed transport stays open until the client has read what was written; a client that never reads
would keep it, and its buffers, for ever.

Imported only with versions of uvicorn and websockets whose private parts are known (internals.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from skipyard.server.net.connections import STATE as CONNECTIONS
from skipyard.server.net.connections import Connections
from skipyard.server.net.protocols import DIRECT_SOCKET, DirectSocket

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled version for this machine
    from websockets.utils import apply_mask

WRITE_TIMEOUT = 10.0  # seconds that a full write buffer may stay full
HEAD_TIMEOUT = 10.0  # seconds until the head of a request must have arrived
LARGEST_HEAD, LONGEST_LINE = 32 * 1024, 8 * 1024  # bytes
BODY_TIMEOUT = 30.0  # seconds from the head of a request until its end must have arrived
MOST_WRAPPING = 32 * 1024  # bytes of a body's chunk sizes, their extensions, and trailers
MOST_AHEAD = 16  # requests sent before the first of them is answered
HEAD_TOO_LARGE = b"431 Request Header Fields Too Large"
ADDRESS_TOO_LONG = b"414 URI Too Long"
TOO_MUCH = b"413 Content Too Large"
TOO_MANY = b"429 Too Many Requests"
TOO_SLOW = b"408 Request Timeout"
CROWDED = b"503 Service Unavailable"
MOST_UNREAD = 4  # messages of a client that may be queued before we pause reading
FRAMES_RATE, FRAMES_BURST = 2.0, 40  # pings, pongs and continuations a second from one client
WHOLE_TEXT = 0x81  # the first byte of a frame: a text in one frame
SHORT = 126  # lengths below this take one byte; longer ones two or eight more
MASKED, MASK = 0x80, 4  # the bit of a masked frame, and the length of the mask in bytes


class WriteTimeout:
    """Mixin that aborts a connection whose write buffer stays full."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.stop_timer()

    def connection_lost(self, problem: Exception | None) -> None:
        self.stop_timer()
        super().connection_lost(problem)  # type: ignore[misc]

    def stop_timer(self) -> None:
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None


class EventQueue:
    """What uvicorn needs of asyncio.Queue, for one reader, without deques: 3 KB less a socket."""

    __slots__ = ("events", "ready")

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.ready: asyncio.Future[None] | None = None  # done when an event has come

    def qsize(self) -> int:
        return len(self.events)

    def empty(self) -> bool:
        return not self.events

    def put_nowait(self, event: Any) -> None:
        self.events.append(event)
        if self.ready is not None and not self.ready.done():
            self.ready.set_result(None)

    async def get(self) -> Any:
        while not self.events:
            self.ready = asyncio.get_running_loop().create_future()
            await self.ready
        self.ready = None
        return self.events.pop(0)


class SocketProtocol(WriteTimeout, WebSocketsSansIOProtocol):
    """A WebSocket whose application can read and write texts directly."""

    # Not in the library's __dict__, whose size one more key would double.
    __slots__ = ("counts", "frames_left", "metered_at", "on_text")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue: Any = EventQueue()
        self.on_text: Callable[[bytes], None] | None = None
        self.frames_left, self.metered_at = float(FRAMES_BURST), self.loop.time()
        self.counts: Connections | None = self.app_state.get(CONNECTIONS)
        if self.counts is not None:
            self.counts.connect()

    def connection_lost(self, problem: Exception | None) -> None:
        if self.counts is not None:
            self.counts.disconnect()
            self.counts = None
        super().connection_lost(problem)

    def handle_ping(self) -> None:
        if self.is_within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.is_within_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self.is_within_limit():
            super().handle_cont(event)

    def is_within_limit(self) -> bool:
        """Meter frames that no message limit sees; a socket with too many is closed."""
        now = self.loop.time()
        left = self.frames_left + (now - self.metered_at) * FRAMES_RATE
        self.frames_left, self.metered_at = min(FRAMES_BURST, left) - 1, now
        if self.frames_left < 0 and not self.close_sent:
            self.close_sent = True
            self.conn.fail(CloseCode.POLICY_VIOLATION)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        return not self.close_sent

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            extensions: Any = self.scope["extensions"]
            direct: DirectSocket = self
            extensions[DIRECT_SOCKET] = direct

    def start_keepalive(self) -> None:
        """The handshake is over: forget its request and response, which are 3 KB."""
        del self.request, self.response
        super().start_keepalive()

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write texts now; False where the buffer is full or the connection is closing.

        Through ASGI a message costs a task, three coroutines and a dictionary.
        """
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.writelines([part for text in texts for part in (frame_header(text), text)])
        return True

    def data_received(self, data: bytes) -> None:
        """Handle data that is one short text frame ourselves: nearly all commands are."""
        between = self.conn.state is State.OPEN and self.conn.current_size is None
        text = short_text(data) if between and not self.conn.reader.buffer else None
        if text is None:
            super().data_received(data)
        elif not self.deliver_directly(text):
            self.frames, self.curr_msg_data_type = [text], "text"
            self.send_receive_event_to_app()

    def deliver_directly(self, text: bytes) -> bool:
        """Pass a text to the application, unless others are queued; ASGI costs three coroutines."""
        if self.on_text is None or self.close_sent or self.queue.qsize() or not text.isascii():
            return False
        self.on_text(text)
        return True

    def send_receive_event_to_app(self) -> None:
        """Queue a message without pausing and resuming reading each time: two system calls."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


def frame_header(text: bytes) -> bytes:
    """The header of a server's frame with a whole text (RFC 6455, 5.2).

    Three frames go out for every move; the library takes ten times as long for each.
    """
    length = len(text)
    if length < SHORT:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, SHORT)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, SHORT + 1)) + length.to_bytes(8)


def short_text(data: bytes) -> bytes | None:
    """The text of a client's frame, if the data is exactly one short text frame."""
    start = 2 + MASK
    if len(data) < start or data[0] != WHOLE_TEXT:
        return None
    length = data[1] - MASKED
    if not 0 <= length < SHORT or len(data) != start + length:
        return None
    return apply_mask(data[start:], data[2:start])


class TooMuch(Exception):
    """A request is longer than we keep, or there are too many; it stops the parser."""


class HeadLimits(HttpToolsProtocol):
    """Refuses requests whose head is too long or too slow, before anybody sees it."""

    head_timer: asyncio.TimerHandle | None = None
    head_bytes = 0  # of the head that is being read
    in_head = True
    refusal: bytes | None = None  # the status line, once a request was refused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.expect_head()

    def connection_lost(self, problem: Exception | None) -> None:
        self.stop_head_timer()
        super().connection_lost(problem)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head and self.refusal is None:  # the parser keeps what it was given
            self.head_bytes += len(data)
            if self.head_bytes > LARGEST_HEAD:
                self.refuse(HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_bytes, self.in_head = 0, True
        if self.head_timer is None:
            self.expect_head()

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > LONGEST_LINE:
            self.refuse(ADDRESS_TOO_LONG)
            raise TooMuch
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.head_bytes += len(name) + len(value)
        if len(name) + len(value) > LONGEST_LINE or self.head_bytes > LARGEST_HEAD:
            self.refuse(HEAD_TOO_LARGE)
            raise TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.stop_head_timer()
        super().on_headers_complete()
        if len(self.pipeline) > MOST_AHEAD:
            self.refuse(TOO_MANY)
            raise TooMuch

    def send_400_response(self, msg: str) -> None:
        if self.refusal is None:  # else it is answered already
            super().send_400_response(msg)

    def refuse(self, status: bytes) -> None:
        """Answer with a status and close."""
        self.refusal = status
        more = b"\r\nretry-after: 30" if status == CROWDED else b""
        end = b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        self.transport.write(b"".join((b"HTTP/1.1 ", status, more, end)))
        self.transport.close()

    def expect_head(self) -> None:
        self.head_timer = self.loop.call_later(HEAD_TIMEOUT, self.refuse, TOO_SLOW)

    def stop_head_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None


class BodyLimit(HeadLimits):
    """Closes connections on which the rest of a request does not arrive in time, or in which a
    little body is wrapped in much else."""

    body_timer: asyncio.TimerHandle | None = None
    body_bytes = 0  # of the data that is being parsed
    wrapping = 0  # bytes of the request that is being read, after its head, that are not body

    def data_received(self, data: bytes) -> None:
        in_body, self.body_bytes = self.body_timer is not None, 0
        super().data_received(data)
        if in_body and self.body_timer is not None and self.refusal is None:
            self.wrapping += len(data) - self.body_bytes
            if self.wrapping > MOST_WRAPPING:
                self.refuse(TOO_MUCH)

    def on_body(self, body: bytes) -> None:
        self.body_bytes += len(body)
        super().on_body(body)

    def connection_lost(self, problem: Exception | None) -> None:
        self.stop_body_timer()
        super().connection_lost(problem)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.wrapping = 0
        self.body_timer = self.loop.call_later(BODY_TIMEOUT, self.refuse_body)

    def on_message_complete(self) -> None:
        self.stop_body_timer()
        super().on_message_complete()

    def refuse_body(self) -> None:
        if self.cycle is None or self.cycle.response_started:
            self.transport.close()
        else:
            self.refuse(TOO_SLOW)

    def stop_body_timer(self) -> None:
        if self.body_timer is not None:
            self.body_timer.cancel()
            self.body_timer = None


class Counted(BodyLimit):
    """Counts its connection, and makes room for others while it waits for a request."""

    counts: Connections | None = None
    counts_for = ""  # the address

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.counts = self.app_state.get(CONNECTIONS)
        if self.counts is None:
            return
        if not self.counts.connect():
            self.refuse(CROWDED)
            return
        self.counts_for = self.counts.proxies.holds_back(self.client[0] if self.client else "")
        self.counts.wait(self, self.counts_for)

    def connection_lost(self, problem: Exception | None) -> None:
        self.stop_counting()
        super().connection_lost(problem)

    def handle_websocket_upgrade(self) -> None:
        self.stop_counting()  # the socket counts from here
        super().handle_websocket_upgrade()

    def on_message_complete(self) -> None:
        if self.counts is not None:
            self.counts.stop_waiting(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.counts is not None and not self.transport.is_closing():
            self.counts.wait(self, self.counts_for)

    def stop_counting(self) -> None:
        if self.counts is not None:
            self.counts.stop_waiting(self)
            self.counts.disconnect()
            self.counts = None

    def make_room(self) -> None:
        """Close, since others need the place."""
        if self.counts is not None:
            self.counts.stop_waiting(self)
        if self.head_timer is not None:  # else it is between two requests, or in one
            self.refuse(CROWDED)
        else:
            self.transport.close()


class HttpProtocol(WriteTimeout, Counted):
    """HTTP, including NDJSON streams."""
