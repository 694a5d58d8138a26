"""The door of a table: one at a time may change it, and who finds it open need not wait."""

from __future__ import annotations

import asyncio
from collections import deque


class Door:
    """A lock as asyncio's, first come, first served; it can also be shut without a coroutine."""

    def __init__(self) -> None:
        self.shut = False
        self.waiting: deque[asyncio.Future[None]] = deque()

    def enter(self) -> bool:
        """Shut it behind us; False where somebody is inside."""
        entered = not self.shut
        self.shut = True
        return entered

    def leave(self) -> None:
        """Let the next one in, or leave it open."""
        while self.waiting:
            next_one = self.waiting.popleft()
            if not next_one.done():  # it may have been cancelled
                next_one.set_result(None)
                return
        self.shut = False

    async def __aenter__(self) -> None:
        if self.enter():
            return
        mine = asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # we were let in at that very moment
                self.leave()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.leave()
