"""What one process does for all tables: it says that it lives, and takes on what others left."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from skipyard.server import pauses
from skipyard.server.attendance import ALIVE
from skipyard.server.hosted import ALL_OF_IT, NoTable, Unreadable
from skipyard.server.logs import problem
from skipyard.server.metrics import OPEN_TABLES
from skipyard.table.store import COMINGS, NEVER, Store

if TYPE_CHECKING:
    from skipyard.server.keeper import Keeper

SWEEP = 1.0  # seconds between two looks for tables that nobody attends to
DUE_AT_ONCE = 200  # tables that one look takes on
IDLE = 60_000  # milliseconds that a table stays open when nobody looks at it
AWAY = 2_000  # milliseconds without any process's beat that count as downtime
QUIET = 10  # looks between which nothing was written, until nobody is thought to wait
TIDY = 3_600_000  # milliseconds between two looks for codes that have expired
OVERDUE = 2_000  # milliseconds that a table's own process gets before others step in


class Caretaker:
    """Looks after all tables, once a second."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper, self.now, self.writer = keeper, keeper.now, keeper.writer
        self.process = keeper.process
        self.beaten = 0  # when we last said that we are alive
        self.tidied = 0  # when we last dropped codes that have expired
        self.seen = 0  # rows that had been written when we last looked
        self.silence = 0  # looks in a row between which none was written
        self.stuck: set[str] = set()  # tables that cannot act by today's rules; they stay due

    async def begin(self) -> None:
        """What a process does before it answers: notice how long nobody was there."""
        now = self.beaten = self.now()
        last = await self.writer.ask(lambda store: store.last_beat())
        if last and now - last > AWAY:
            self.keeper.downtime = (last, now)
        await self.writer.ask(lambda store: store.beat(self.process, now))

    async def sweep_for_ever(self) -> None:
        """Beat, and take on tables that are overdue: their process may be gone."""
        while True:
            await self.keeper.tasks.watched(self.sweep())
            self.tidy_up()
            await asyncio.sleep(SWEEP)

    def tidy_up(self) -> None:
        """Let garbage be collected when nobody has done anything for a while."""
        self.silence = self.silence + 1 if self.keeper.rows == self.seen else 0
        self.seen = self.keeper.rows
        pauses.tidy_up(quiet=self.silence >= QUIET)

    async def sweep(self) -> None:
        now = self.now()
        grace = now + int(self.keeper.settings.grace * 1000)

        def look(store: Store) -> tuple[list[str], list[str]]:
            store.beat(self.process, now)
            left = store.forget_dead(now - ALIVE, grace)
            return left, store.due(now - OVERDUE, DUE_AT_ONCE + len(self.stuck))

        left, overdue = await self.writer.ask(look)
        late, self.beaten = now - self.beaten > ALIVE, now
        if late:  # others may have taken us for dead
            await self.keeper.attendance.arrive_again()
        for name in left:
            self.keeper.tasks.start(self.keeper.heed(name, 0, COMINGS))
        for name in overdue:
            if name not in self.keeper.opening and name not in self.stuck:
                self.keeper.tasks.start(self.take_on(name))
        for hosted in list(self.keeper.tables.values()):
            if hosted.behind:
                hosted.behind = False
                self.keeper.tasks.start(self.keeper.heed(hosted.id, ALL_OF_IT))
        if now - self.tidied >= TIDY:
            self.tidied = now
            await self.writer.ask(lambda store: store.forget_invitations(now))
        self.close_idle()

    async def take_on(self, name: str) -> None:
        """Make a table act that should have; one that only waits is not overdue any more."""
        try:
            hosted = await self.keeper.table(name)
        except NoTable:
            return
        except Unreadable as trouble:  # said once; whoever comes to it is told the same
            problem("a table cannot be read", table=name, why=str(trouble))
            self.stuck.add(name)
            return
        if hosted.host.phase == "adjourned":
            self.stuck.add(name)
            return
        if hosted.timer is None:
            self.keeper.alarms.schedule(hosted)
        if not hosted.acting and not NEVER < self.keeper.alarms.next_due(hosted) <= self.now():
            await self.keeper.alarms.set_due(hosted)

    def close_idle(self) -> None:
        """Let tables go that nobody looks at and that have nothing to do; logs are the truth."""
        for name, hosted in list(self.keeper.tables.items()):
            waiting = hosted.timer is not None or hosted.acting or hosted.door.shut
            if not (hosted.listeners or waiting) and hosted.used < self.now() - IDLE:
                del self.keeper.tables[name]
        OPEN_TABLES.set(len(self.keeper.tables))
