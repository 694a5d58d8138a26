"""Pictures wait for answers: a few tables are shown each time round the loop, all else comes first.

To check, write and acknowledge a move takes a third of what it takes to show it. In a rush, whoever
has moved would otherwise wait for everybody else's pictures.
"""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 4  # tables that are shown each time round


class Easel:
    """Lets a few of those who wait go on at a time."""

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.going = False  # whether the next few have been sent for

    def turn(self) -> asyncio.Future[None]:
        """Done when it is ours to show."""
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self.waiting.append(mine)
        if not self.going:
            self.going = True
            loop.call_soon(self.send_for, loop)
        return mine

    def send_for(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(AT_ONCE, len(self.waiting))):
            next_one = self.waiting.popleft()
            if not next_one.done():  # it may have been cancelled
                next_one.set_result(None)
        self.going = bool(self.waiting)
        if self.going:
            loop.call_soon(self.send_for, loop)
