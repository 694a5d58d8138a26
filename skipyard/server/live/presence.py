"""Who is at a table: coming, going, and playing one's own seat again."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import Hosted, own
from skipyard.server.net.listeners import Listener
from skipyard.table.chairs import LEFT
from skipyard.table.policy import PER_DAYS
from skipyard.table.store import Store

if TYPE_CHECKING:
    from skipyard.server.live.tables import Keeper

PLAYED = ("playing", "between")  # phases in which people are expected at the table
ALIVE = 5_000  # milliseconds that a process is believed after its last beat


class Attendance:
    """Who sits at the tables of this process, and of others."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper, self.now, self.writer = keeper, keeper.now, keeper.writer
        self.process = keeper.process

    async def arrive(self, hosted: Hosted, listener: Listener) -> None:
        """Seat a listener: it is shown the whole table at once."""
        seat = listener.viewer
        first = seat != NOBODY and not hosted.is_here(seat)
        hosted.listeners.add(listener)
        if not first:
            self.keeper.show_to(hosted, listener)
            return
        await self.writer.ask(lambda store: store.arrive(self.process, hosted.id, seat))
        if hosted.is_here(seat):  # and has not gone in the meantime
            hosted.present.add(seat)
        await self.welcome_back(hosted)
        self.keeper.show_again(hosted)
        self.keeper.alarms.schedule(hosted)

    async def leave(self, hosted: Hosted, listener: Listener) -> None:
        """A listener has gone; the seat is kept, and after a while a bot plays it on."""
        hosted.listeners.discard(listener)
        hosted.used = self.now()
        seat = listener.viewer
        if seat == NOBODY or hosted.is_here(seat) or self.keeper.stopping:
            return
        await self.note_leaving(hosted, seat)
        await self.look_around(hosted)
        self.keeper.show_again(hosted)
        self.keeper.alarms.schedule(hosted)
        await self.keeper.alarms.set_due(hosted)

    def unseat(self, hosted: Hosted, seat: int) -> None:
        """Whoever stood up goes on as a watcher: the seat's next view is somebody else's."""
        for listener in hosted.listeners:
            if listener.viewer == seat:
                listener.viewer = NOBODY
        hosted.present.discard(seat)
        self.keeper.tasks.start(self.note_leaving(hosted, seat))

    async def note_leaving(self, hosted: Hosted, seat: int) -> None:
        await self.writer.ask(lambda store: store.leave(self.process, hosted.id, seat))

    async def look_around(self, hosted: Hosted) -> None:
        """Who is at the table, in whichever process."""
        since = self.now() - ALIVE
        present = await self.writer.ask(lambda store: store.present(hosted.id, since))
        here = {listener.viewer for listener in hosted.listeners} - {NOBODY}
        hosted.present = set(present) | here

    def notice_absent(self, hosted: Hosted) -> None:
        """Who is expected and not there has so long to come; by correspondence nobody is."""
        host = hosted.host
        until = self.now() + host.policy.grace * 1000
        expected = host.phase in PLAYED and host.policy.clock != PER_DAYS
        for seat, chair in enumerate(host.chairs):
            if expected and chair.here and seat not in hosted.present:
                hosted.away.setdefault(seat, until)
            else:
                hosted.away.pop(seat, None)

    async def welcome_back(self, hosted: Hosted) -> None:
        """Those who are here play their seats themselves again."""
        for seat in self.standing_in(hosted):
            with contextlib.suppress(Refused):
                await self.keeper.do(hosted, seat, own("back", hosted.host.seq, seat))

    def standing_in(self, hosted: Hosted) -> list[int]:
        """Seats that a bot plays for somebody who is back."""
        chairs = enumerate(hosted.host.chairs)
        return [s for s, chair in chairs if chair.away == LEFT and hosted.is_here(s)]

    async def arrive_again(self) -> None:
        for hosted in list(self.keeper.tables.values()):
            for seat in {listener.viewer for listener in hosted.listeners} - {NOBODY}:
                await self.writer.ask(partial(arrive, self.process, hosted.id, seat))


def arrive(process: str, table: str, seat: int, store: Store) -> None:
    store.arrive(process, table, seat)
