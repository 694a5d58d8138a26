"""A queue for slow work: it has threads of its own, and what does not fit is refused.

So a crowd that asks for something dear delays neither pages nor moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from skipyard.server.workers.fair_queue import Full


class SlowWork:
    """Does one thing after another; the same question is worked out once for all who ask."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.thread = ThreadPoolExecutor(1, "slow work")
        self.running: dict[Hashable, asyncio.Future[Any]] = {}

    async def do(self, key: Hashable, work: Callable[..., Any], *given: Any) -> Any:
        """The result of some work; Full where too much waits."""
        self.check(key)
        if key not in self.running:
            future = asyncio.get_running_loop().run_in_executor(self.thread, work, *given)
            self.running[key] = future
            future.add_done_callback(lambda _: self.running.pop(key, None))
        return await asyncio.shield(self.running[key])

    def check(self, key: Hashable) -> None:
        """Raise Full where a question would be refused."""
        if key not in self.running and len(self.running) >= self.longest:
            raise Full

    def stop(self) -> None:
        """Drop what waits; what is under way ends with its worker."""
        self.thread.shutdown(wait=False, cancel_futures=True)
