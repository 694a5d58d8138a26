"""Sends the messages of one turn of the event loop together.

A system call between two renderings evicts their data from the processor's caches. And two messages
for the same socket go out in one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from skipyard.server.logs import problem


class Outbox:
    """The functions to call at the end of this turn, each of which sends one socket's messages."""

    def __init__(self) -> None:
        self.waiting: dict[Callable[[], None], None] = {}  # an ordered set

    def add(self, send: Callable[[], None]) -> None:
        """Call this function soon, once however often it is added until then."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self.waiting[send] = None

    def flush(self) -> None:
        waiting, self.waiting = self.waiting, {}
        for send in waiting:
            try:
                send()
            except Exception:  # one socket's failure must not hold up the others
                problem("sending messages failed")
