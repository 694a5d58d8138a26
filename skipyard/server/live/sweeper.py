"""Once a second: send a heartbeat, take on overdue tables, close idle ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from skipyard.server.live.arrivals import ALIVE_FOR
from skipyard.server.live.bans import Bans
from skipyard.server.live.open_table import ALL_ROWS, NoTable, Unreadable
from skipyard.server.live.retention import Keep, Retention
from skipyard.server.live.tables import LiveTables
from skipyard.server.logs import problem
from skipyard.server.workers import process_tuning
from skipyard.table.database.store import NEVER, PRESENCE_CHANGED, Store, Trouble

T = TypeVar("T")
INTERVAL = 1.0  # seconds between two sweeps
TICKS = 4  # in that time, to notice when this process stands still
CLOCK_DIFFERENCE = 1_000  # milliseconds that the clocks of processes may differ
DUE_AT_ONCE = 200  # overdue tables that one sweep takes on
IDLE = 60_000  # milliseconds that a table stays open without listeners
DOWNTIME = 2_000  # milliseconds without any process's heartbeat, from which the server was down
QUIET_SWEEPS = 10  # without a row written, after which all garbage may be collected
FULL_SWEEPS = 60  # between two such collections, since somebody may just sit down
CODES_EVERY = 3_600_000  # milliseconds between two deletions of expired codes
CODES_KEPT = 30 * 24 * 3_600_000  # milliseconds that a page can tell why a code is void
BANS_EVERY = 5_000  # milliseconds until a ban made elsewhere holds here
KEEP_ALL = Keep()
OVERDUE = 2_000  # milliseconds that a table's own process gets before others step in


class Sweeper:
    """Keeps all tables going, those of dead processes included."""

    def __init__(
        self,
        tables: LiveTables,
        grace: float,
        advance_to: Callable[[int], int] = lambda moment: 0,
        keep: Keep = KEEP_ALL,
    ) -> None:
        self.retention, self.bans = Retention(tables, keep), Bans(tables)
        self.tables, self.writer, self.now = tables, tables.writer, tables.now
        self.outages, self.advance_to = tables.pipeline.outages, advance_to
        # Milliseconds until a bot plays on for people of a dead process.
        self.grace = int(grace * 1000)
        self.last_beat = 0
        self.bans_read = 0  # when we last read the bans
        self.codes_dropped = 0  # when we last deleted expired codes
        self.rows_seen = 0  # rows that this process had written at the last sweep
        self.quiet_sweeps = 0  # consecutive ones, without a row written
        self.sweeps_since_full = 0  # collection of garbage
        self.stuck: set[str] = set()  # tables that today's rules cannot play on; they stay due

    async def begin(self) -> None:
        """Before the process serves: note how long the server was down."""
        last = await self.writer.ask(lambda store: store.last_beat())
        await self.bans.read()
        self.advance_to(last)  # the machine's clock may have been set back since
        now = self.last_beat = self.now()
        if last and now - last > DOWNTIME:
            self.outages.note(last, now)
        await self.writer.ask(lambda store: store.beat(self.tables.process, now))

    async def run(self) -> None:
        """Sweep for as long as the process lives."""
        while True:
            await self.tables.background.watched(self.sweep())
            self.collect_garbage()
            for _ in range(TICKS):
                await asyncio.sleep(INTERVAL / TICKS)
                self.outages.tick()

    def collect_garbage(self) -> None:
        """Collect new garbage, and all of it when no row was written for a while."""
        rows = self.tables.pipeline.rows
        self.quiet_sweeps = self.quiet_sweeps + 1 if rows == self.rows_seen else 0
        self.rows_seen = rows
        self.sweeps_since_full += 1
        full = self.quiet_sweeps >= QUIET_SWEEPS and self.sweeps_since_full >= FULL_SWEEPS
        if process_tuning.collect_garbage(full) and full:
            self.sweeps_since_full = 0

    async def sweep(self) -> None:
        tables, now = self.tables, self.now()

        def beat(store: Store) -> list[tuple[str, int, int]]:
            store.beat(tables.process, now)
            return store.stranded(now - ALIVE_FOR)

        # Before their presence is dropped, after which their time would run out.
        await asyncio.gather(
            *(tables.give_stranded_time_back(*each) for each in await self.ask(beat)),
            return_exceptions=True,
        )

        def look(store: Store) -> tuple[int, list[str], list[str]]:
            left = store.forget_dead(now - ALIVE_FOR, now + self.grace)
            return store.last_beat(), left, store.due(now - OVERDUE, DUE_AT_ONCE + len(self.stuck))

        last_beat, left, overdue = await self.ask(look)
        self.agree_on_time(last_beat)
        late, self.last_beat = now - self.last_beat > ALIVE_FOR, now
        if late:  # others may have taken us for dead
            await tables.arrivals.arrive_again(tables.open.values())
        for name in left:
            tables.background.start(tables.notice(name, 0, PRESENCE_CHANGED))
        for name in overdue:
            if not (name in tables.opening or name in self.stuck or tables.draining):
                tables.background.start(self.take_on(name))
        if not tables.draining:
            tables.background.start(tables.tournaments.sweep())
        tables.background.start(self.retention.sweep())
        for table in list(tables.open.values()):
            if self.outages.owed(table.host) is not None:
                tables.background.start(tables.give_time_back(table))
            if table.behind:
                table.behind = False
                tables.background.start(tables.notice(table.id, ALL_ROWS))
        if now - self.codes_dropped >= CODES_EVERY:
            self.codes_dropped = now
            await self.writer.ask(lambda store: store.forget_invitations(now - CODES_KEPT))
            await self.writer.ask(lambda store: store.forget_recoveries(now - CODES_KEPT))
            await self.writer.ask(lambda store: store.forget_bans(now))
        if now - self.bans_read >= BANS_EVERY:
            self.bans_read = now
            await self.bans.read()
        tables.close_idle(before=self.now() - IDLE)

    async def ask(self, look: Callable[[Store], T]) -> T:
        """Ask the database, and note whether it failed or stalled."""
        began, self.outages.asked_at = time.perf_counter(), self.now()
        try:
            answer = await self.writer.ask(look)
        except Trouble:
            self.outages.failed(time.perf_counter() - began)
            raise
        finally:
            self.outages.asked_at = None
        self.outages.worked(time.perf_counter() - began)
        return answer

    def agree_on_time(self, last_beat: int) -> None:
        """Follow the process whose clock is furthest ahead; the step costs nobody time."""
        before = self.now()
        if last_beat - before > CLOCK_DIFFERENCE:
            self.advance_to(last_beat)
            self.outages.note(before, self.now())

    async def take_on(self, name: str) -> None:
        """Make an overdue table act; correct the stored time of one that has nothing to do."""
        tables = self.tables
        try:
            table = await tables.table(name)
        except NoTable:
            return
        except Unreadable as trouble:  # logged once; visitors get the same sentence
            problem("a table cannot be read", table=name, why=str(trouble))
            self.stuck.add(name)
            return
        if table.host.phase == "adjourned":
            self.stuck.add(name)
            return
        if table.timer is None:
            tables.schedule(table)
        if not table.acting and not NEVER < table.next_due <= self.now():
            await tables.arrivals.store_due(table)
