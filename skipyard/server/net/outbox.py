"""Messages go out together: all that were put since the loop last came round, in one go.

A system call for every message, between one picture and the next, makes the processor forget what
the pictures are made with. And whoever has two messages waiting gets them in one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from skipyard.server.logs import problem


class Outbox:
    """Those who have something to pass on."""

    def __init__(self) -> None:
        self.waiting: dict[Callable[[], None], None] = {}  # in their order

    def add(self, pass_on: Callable[[], None]) -> None:
        """Call this soon, and only once however often it is added until then."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self.waiting[pass_on] = None

    def flush(self) -> None:
        waiting, self.waiting = self.waiting, {}
        for pass_on in waiting:
            try:
                pass_on()
            except Exception:  # one socket's, and no reason to keep the others waiting
                problem("a message could not be passed on")
