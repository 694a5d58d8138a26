"""Reads tables from their logs: in pages, so that moves are written in between, and in threads.

Folding a long log takes seconds. In a thread it holds the event loop for no longer than a thread
switch, and long logs have a thread of their own, so that short ones need not wait for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.past_events import MOST_ROWS
from skipyard.table.database.store import Header, Row
from skipyard.table.database.writer import Writer
from skipyard.table.host import Host

PAGE = 1000  # rows that are read at once: what a writer does in some milliseconds
LONG = 1000  # rows
SHORT_THREADS = 2


class Folding:
    """Reads and folds the logs of a database."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.short = ThreadPoolExecutor(SHORT_THREADS, "folding")
        self.long = ThreadPoolExecutor(1, "folding long")

    async def rows(self, name: str, after: int = 0) -> list[Row]:
        """The rows of a log after one of them."""
        rows: list[Row] = []
        while True:
            last = rows[-1].seq if rows else after
            page = await self.writer.ask(lambda store, last=last: store.rows(name, last, PAGE))  # type: ignore[misc]
            rows += page
            if len(page) < PAGE:
                return rows

    async def fold(self, header: Header, rows: Sequence[Row], now: int) -> OpenTable:
        """A table from its log, or Trouble with a sentence."""
        thread = self.long if len(rows) > LONG else self.short
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(thread, folded, header, rows, now)

    def stop(self) -> None:
        """Drop what waits; a log that is being folded is not waited for."""
        for thread in (self.short, self.long):
            thread.shutdown(wait=False, cancel_futures=True)


def folded(header: Header, rows: Sequence[Row], now: int) -> OpenTable:
    """A table after its rows; the latest ones can be told to whoever comes."""
    host = Host(header, rows[:-MOST_ROWS])
    table = OpenTable(host, {row.command: row.seq for row in rows}, now)
    for row in rows[-MOST_ROWS:]:
        table.presenter.apply(row)  # which keeps what was told
    return table
