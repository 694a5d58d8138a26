"""Renders at most two tables per turn of the event loop, so that acknowledgements go first.

Checking, writing and acknowledging a move takes a third of the time that rendering it takes. In a
rush, players would otherwise wait for their acknowledgement until other tables were rendered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from skipyard.server.logs import problem

PER_TURN = 2  # tables that are rendered in one turn of the loop


class RenderQueue:
    """Calls a few functions per turn of the loop, in the order in which they were added."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[], None]] = deque()
        self.running = False  # whether a turn is scheduled

    def add(self, render: Callable[[], None]) -> None:
        """Call a function soon."""
        self.waiting.append(render)
        if not self.running:
            self.running = True
            asyncio.get_running_loop().call_soon(self.run)

    def run(self) -> None:
        for _ in range(min(PER_TURN, len(self.waiting))):
            render = self.waiting.popleft()
            try:
                render()
            except Exception:  # one table's failure must not hold up the others
                problem("rendering failed")
        self.running = bool(self.waiting)
        if self.running:
            asyncio.get_running_loop().call_soon(self.run)
