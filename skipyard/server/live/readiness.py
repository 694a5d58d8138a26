"""Whether this process is ready for people: its database can be written to, with room left.

Anybody may ask, so one check serves all who ask: there is never more than one under way, not even
while the database stalls, and its result is kept for a moment.
"""

from __future__ import annotations

import asyncio
import pathlib
import shutil
import time

from skipyard.server.live.tables import LiveTables
from skipyard.server.metrics import READY_CHECKS
from skipyard.server.net.public_sentences import reason_of
from skipyard.server.sentences import say
from skipyard.table.database import stores
from skipyard.table.database.store import Trouble

TIMEOUT = 4.0  # seconds that a check may take
KEPT = 1.0  # seconds for which its result is told again
LEAST_ROOM = 64 * 1024 * 1024  # bytes that have to be free beside a SQLite file
STALLED = "The database does not answer."


class Readiness:
    """Checks the database of a process when somebody asks."""

    def __init__(self, tables: LiveTables, db: str) -> None:
        self.tables, self.db = tables, db
        self.check: asyncio.Task[str] | None = None  # under way, or the latest
        self.began = self.ended = 0.0  # when the latest check did

    async def trouble(self) -> str:
        """Why the database cannot be used; empty where it can."""
        if self.check is None or (self.check.done() and time.monotonic() >= self.ended + KEPT):
            self.began = time.monotonic()
            self.check = asyncio.create_task(self.find_trouble())
        try:
            async with asyncio.timeout(self.began + TIMEOUT - time.monotonic()):
                return await asyncio.shield(self.check)
        except TimeoutError:
            return STALLED

    async def find_trouble(self) -> str:
        tables = self.tables
        READY_CHECKS.inc()
        try:
            await tables.writer.ask(lambda store: store.beat(tables.process, tables.now()))
            room = await asyncio.to_thread(room_left, self.db)
        except Trouble as trouble:
            return say("en", "trouble.ready", why=reason_of(trouble, "en"))
        finally:
            self.ended = time.monotonic()
        nearly_full = room is not None and room < LEAST_ROOM
        return "The database's disk is nearly full." if nearly_full else ""


def room_left(db: str) -> int | None:
    """Free bytes on the disk of a SQLite file; None for PostgreSQL, which knows its own."""
    if stores.is_postgres(db):
        return None
    path = pathlib.Path(db.removeprefix("sqlite:///")).absolute()
    return shutil.disk_usage(path.parent).free
