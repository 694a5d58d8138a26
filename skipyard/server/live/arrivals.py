"""What happens when people come to a table, leave it or stand up."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable
from functools import partial

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.background import Background
from skipyard.server.live.open_table import OpenTable, own_command
from skipyard.server.live.pipeline import Pipeline, TableCallback
from skipyard.server.net.listeners import Listener
from skipyard.table.database.store import Store
from skipyard.table.database.writer import Writer

ALIVE_FOR = 5_000  # milliseconds after its last heartbeat that a process counts as alive
COUNT_DELAY = 1.0  # seconds until a changed number of watchers is shown: many may come at once
MOST_NUMBERS = 2**30  # that watchers are told apart by


class Arrivals:
    """Keeps each table's presence up to date, in memory and in the store."""

    def __init__(
        self,
        writer: Writer,
        process: str,
        now: Callable[[], int],
        pipeline: Pipeline,
        schedule: TableCallback,
        background: Background,
    ) -> None:
        self.writer, self.process, self.now = writer, process, now
        self.pipeline, self.schedule, self.background = pipeline, schedule, background
        self.stopping = False

    async def arrive(self, table: OpenTable, listener: Listener) -> None:
        """Add a listener and show it the whole table."""
        seat, presence = listener.viewer, table.presence
        first = seat != NOBODY and not presence.is_connected(seat)
        presence.listeners.add(listener)
        if not first:
            table.show(listener, self.now())
            if seat == NOBODY:
                self.background.start(self.begin_watching(table, listener))
            return
        await self.writer.ask(partial(arrive, self.process, table.id, seat))
        if presence.is_connected(seat):  # and has not gone in the meantime
            presence.seats.add(seat)
        await self.give_seats_back(table)
        table.show_all(self.now())
        self.schedule(table)

    async def leave(self, table: OpenTable, listener: Listener) -> None:
        """Remove a listener; the seat stays theirs, and after a grace period a bot plays on."""
        presence, seat = table.presence, listener.viewer
        presence.listeners.discard(listener)
        table.used = self.now()
        if listener.watcher and not self.stopping:
            await self.note_leaving(table, listener.watcher)
            self.count_soon(table)
        if seat == NOBODY or presence.is_connected(seat) or self.stopping:
            return
        await self.note_leaving(table, seat)
        await self.look_around(table)
        table.show_all(self.now())
        self.schedule(table)
        await self.store_due(table)

    def stand_up(self, table: OpenTable, seat: int) -> None:
        """Turn whoever gave up a seat into a watcher."""
        for listener in table.presence.unseat(seat):
            self.background.start(self.begin_watching(table, listener))
        self.background.start(self.note_leaving(table, seat))

    async def begin_watching(self, table: OpenTable, listener: Listener) -> None:
        """Count somebody who watches: in the store as a negative seat, so in every process."""
        number = listener.watcher = -2 - secrets.randbelow(MOST_NUMBERS)
        await self.writer.ask(partial(arrive, self.process, table.id, number))
        if listener not in table.presence.listeners:  # gone in the meantime
            await self.note_leaving(table, number)
        self.count_soon(table)

    def count_soon(self, table: OpenTable) -> None:
        """Count the watchers in a moment, once for all who have come and gone until then."""
        if not table.counting and not self.stopping:
            table.counting = True
            self.background.start(self.count(table))

    async def count(self, table: OpenTable) -> None:
        await asyncio.sleep(COUNT_DELAY)
        table.counting, before = False, table.presenter.watchers
        await self.look_around(table)
        if table.presenter.watchers != before:
            table.show_all(self.now())

    async def note_leaving(self, table: OpenTable, seat: int) -> None:
        await self.writer.ask(lambda store: store.leave(self.process, table.id, seat))

    async def look_around(self, table: OpenTable) -> None:
        """Look up who is at the table, in any process."""
        since = self.now() - ALIVE_FOR
        present = await self.writer.ask(lambda store: store.present(table.id, since))
        table.presence.seats = {seat for seat in present if seat >= 0} | table.presence.connected
        table.presenter.watchers = sum(seat < NOBODY for seat in present)

    async def give_seats_back(self, table: OpenTable) -> None:
        """Give people who are back their seats back from the bots."""
        for seat in table.presence.returned(table.host):
            with contextlib.suppress(Refused):
                await self.pipeline.perform(table, seat, own_command("back", table.host.seq, seat))

    async def store_due(self, table: OpenTable) -> None:
        """Store when the table has to act, for whichever process sweeps it up then.

        An adjourned table keeps its old time, for a version whose rules can play it on.
        """
        if table.host.phase == "adjourned":
            return
        async with table.lock:  # a row being written stores its own due time
            due = table.next_due
            await self.writer.ask(lambda store: store.set_due(table.id, due))

    async def arrive_again(self, tables: Iterable[OpenTable]) -> None:
        """Store everybody's presence again: other processes may have taken us for dead."""
        for table in list(tables):
            watchers = {listener.watcher for listener in table.presence.listeners} - {0}
            for seat in table.presence.connected | watchers:
                await self.writer.ask(partial(arrive, self.process, table.id, seat))


def arrive(process: str, table: str, seat: int, store: Store) -> None:
    store.arrive(process, table, seat)
