"""Pictures wait for answers: a few tables are shown each time round the loop, all else comes first.

To check, write and acknowledge a move takes a third of what it takes to show it. In a rush, whoever
has moved would otherwise wait for everybody else's pictures.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from skipyard.server.logs import problem

AT_ONCE = 2  # tables that are shown each time round


class Easel:
    """Has a few pictures made each time round, in the order in which they were asked for."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[], None]] = deque()
        self.going = False  # whether the next few will be made

    def add(self, picture: Callable[[], None]) -> None:
        """Have a picture made soon."""
        self.waiting.append(picture)
        if not self.going:
            self.going = True
            asyncio.get_running_loop().call_soon(self.make)

    def turn(self) -> asyncio.Future[None]:
        """Done when a picture may be made."""
        mine = asyncio.get_running_loop().create_future()
        self.add(lambda: None if mine.done() else mine.set_result(None))  # it may be cancelled
        return mine

    def make(self) -> None:
        for _ in range(min(AT_ONCE, len(self.waiting))):
            picture = self.waiting.popleft()
            try:
                picture()
            except Exception:  # one table's, and no reason to keep the others waiting
                problem("a picture failed")
        self.going = bool(self.waiting)
        if self.going:
            asyncio.get_running_loop().call_soon(self.make)
