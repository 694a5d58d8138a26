"""Background tasks: their failures are logged, and they are cancelled at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from skipyard.server.logs import problem
from skipyard.table.database.store import Trouble


class Background:
    """The tasks of a process that nothing awaits."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine as a task; its failure is logged."""
        task = asyncio.get_running_loop().create_task(self.watched(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def watched(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Trouble as trouble:
            problem("the database failed", why=str(trouble))
        except Exception:
            problem("a background task failed")

    async def stop(self) -> None:
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
