"""Listeners: the queue of messages for each socket or stream; slow readers are closed."""

from __future__ import annotations

from collections.abc import Callable

MOST_WAITING = 64  # messages queued for a slow reader
NEVER_SHOWN = -1  # the last row shown to somebody who has just come


class Listener:
    """One socket or stream at a table; `wake` is called when there is something to send."""

    def __init__(
        self,
        viewer: int,
        language: str,
        wake: Callable[[], None] = lambda: None,
        changes: bool = False,
    ) -> None:
        self.viewer, self.language, self.wake = viewer, language, wake
        self.changes = changes  # whether it gets only what has changed; else everything
        self.seen = NEVER_SHOWN  # the last row that it was shown
        self.address, self.holder = "", b""  # where it came from, and the hash of its token
        self.watcher = 0  # its number among those who watch; 0: it has a seat
        self.waiting: list[bytes] = []
        self.close_reason = ""  # the key of the goodbye sentence; empty while it is open

    def put(self, frame: bytes) -> None:
        """Queue a message; close the listener if its queue is full."""
        if self.close_reason:
            return
        if len(self.waiting) == MOST_WAITING:
            self.close("goodbye.slow")
            return
        self.waiting.append(frame)
        self.wake()

    def show(self, frame: bytes, seq: int) -> None:
        """Queue a view of the whole table after row `seq`."""
        self.put(frame)
        self.seen = seq

    def close(self, why: str) -> None:
        """Drop the queue and say goodbye."""
        self.close_reason = self.close_reason or why
        self.waiting.clear()
        self.wake()
