"""One timer for each table: it fires when a bot, a clock or a grace period is due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from skipyard.options import Refused
from skipyard.server.live.background import Background
from skipyard.server.live.open_table import OpenTable
from skipyard.server.logs import problem
from skipyard.table.database.store import NEVER, Trouble

RETRY_AFTER = 1.0  # seconds until a table that failed to act tries again


class Timers:
    """Sets tables' timers, and makes tables act when they fire."""

    def __init__(
        self,
        now: Callable[[], int],
        act: Callable[[OpenTable], Awaitable[None]],
        is_open: Callable[[OpenTable], bool],
        background: Background,
    ) -> None:
        self.now, self.act, self.is_open, self.background = now, act, is_open, background
        self.stopping = False

    def schedule(self, table: OpenTable) -> None:
        """Set the table's timer; for a table that is acting, `run` does so when it has finished."""
        table.cancel_timer()
        if self.stopping or table.acting or not self.is_open(table):
            return
        host, presence, now = table.host, table.presence, self.now()
        presence.note_missing(host, now)
        due = now if presence.returned(host) else table.next_due
        if due == NEVER:
            return
        delay = max(0.0, (due - now) / 1000)
        table.timer = asyncio.get_running_loop().call_later(delay, self.fire, table)

    def fire(self, table: OpenTable) -> None:
        table.timer, table.acting = None, True
        self.background.start(self.run(table))

    async def run(self, table: OpenTable) -> None:
        """Do what is due at a table, then set its timer again; after a failure, retry later."""
        before = table.host.seq
        try:
            await self.act(table)
        except Refused:
            if table.host.seq == before:  # not because somebody else was quicker: wait
                await asyncio.sleep(RETRY_AFTER)
        except Trouble as trouble:
            problem("a table could not act", table=table.id, why=str(trouble))
            await asyncio.sleep(RETRY_AFTER)
        except Exception:
            problem("a table could not act", table=table.id)
            await asyncio.sleep(RETRY_AFTER)
        finally:
            table.acting = False
        if self.is_open(table):
            self.schedule(table)
