"""A FIFO lock for each table; callbacks can take it too, without a task."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class TableLock:
    """Lets one holder at a time change the table, first come, first served."""

    def __init__(self) -> None:
        self.taken = False
        self.waiting: deque[Callable[[], bool]] = deque()  # each returns whether it takes the lock

    def take(self, begin: Callable[[], None]) -> None:
        """Call `begin` with the lock held: now if it is free, else in a later turn of the loop.

        The holder has to call `release`.
        """
        if not self.taken:
            self.taken = True
            begin()
            return

        def start() -> bool:
            asyncio.get_running_loop().call_soon(begin)
            return True

        self.waiting.append(start)

    def release(self) -> None:
        """Hand the lock to the next in the queue, or leave it free."""
        while self.waiting:
            start = self.waiting.popleft()
            if start():
                return
        self.taken = False

    async def __aenter__(self) -> None:
        if not self.taken:
            self.taken = True
            return
        mine = asyncio.get_running_loop().create_future()

        def start() -> bool:
            if mine.done():  # cancelled while it waited
                return False
            mine.set_result(None)
            return True

        self.waiting.append(start)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # we got the lock in the same turn
                self.release()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.release()
