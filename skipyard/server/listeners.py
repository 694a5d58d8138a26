"""Those who watch or play: each has a queue of its own, and one that cannot keep up is let go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

WAITING = 64  # messages that may wait for a slow reader


class Listener:
    """One socket or stream at a table."""

    def __init__(self, viewer: int, language: str) -> None:
        self.viewer, self.language = viewer, language
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.why = ""  # the key of the sentence to close with

    def put(self, frame: bytes) -> None:
        """Hand over a message; nobody waits for a reader that does not read."""
        if self.why:
            return
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.close("goodbye.slow")

    def close(self, why: str) -> None:
        """Say goodbye instead of whatever still waits."""
        self.why = self.why or why
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    async def frames(self) -> AsyncIterator[bytes]:
        """Messages as they come, until the listener is closed."""
        while (frame := await self.queue.get()) is not None:
            yield frame
