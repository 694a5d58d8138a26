"""One process's open tables: the only place where a host meets the disk and the network.

Order of work for every command: check, write, play, show. A refusal goes to the asker alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Callable, Sequence

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import messages, phrases
from skipyard.server.alarms import Alarms
from skipyard.server.attendance import Attendance
from skipyard.server.caretaker import Caretaker
from skipyard.server.easel import Easel
from skipyard.server.hosted import ALL_OF_IT, Hosted, NoTable, Unreadable, milliseconds, own
from skipyard.server.listeners import Listener
from skipyard.server.logs import note
from skipyard.server.metrics import ACKNOWLEDGED, MOVES, OPEN_TABLES, RACES, REFUSALS
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.server.tasks import Tasks
from skipyard.server.thinkers import Thinkers
from skipyard.server.warm import Warm
from skipyard.table import adjourned
from skipyard.table.host import Host
from skipyard.table.store import (
    COMINGS,
    Entry,
    Header,
    Invitation,
    Outcome,
    Row,
    Store,
    Trouble,
)
from skipyard.table.wish import Wish
from skipyard.table.writer import Writer

ID = re.compile("[A-Za-z0-9_-]{1,64}")


class Keeper:
    """Opens tables, writes their rows, and shows what became of them."""

    def __init__(
        self,
        settings: Settings,
        writer: Writer,
        thinkers: Thinkers,
        warm: Warm,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.settings, self.writer, self.thinkers, self.warm = settings, writer, thinkers, warm
        self.now = now
        self.process = secrets.token_hex(8)
        self.tables: dict[str, Hosted] = {}
        self.opening: dict[str, asyncio.Task[Hosted | None]] = {}
        self.downtime = (0, 0)  # from the last beat before we started, to our start
        self.stopping = False
        self.rows = 0  # written by this process
        self.tasks, self.easel = Tasks(), Easel()
        self.attendance, self.alarms = Attendance(self), Alarms(self)
        self.caretaker = Caretaker(self)

    # Opening --------------------------------------------------------------------------------------
    async def table(self, name: str, language: str = "en") -> Hosted:
        """The table of that name; NoTable with a sentence where there is none."""
        if name in self.tables:
            self.tables[name].used = self.now()
            return self.tables[name]
        missing = NoTable(say(language, "ask.table", table=name[:40]))
        if not ID.fullmatch(name):
            raise missing
        if name not in self.opening:
            self.opening[name] = asyncio.get_running_loop().create_task(self.open(name))
            self.opening[name].add_done_callback(lambda task: self.opening.pop(name, None))
        hosted = await asyncio.shield(self.opening[name])
        if hosted is None:
            raise missing
        return hosted

    async def open(self, name: str) -> Hosted | None:
        """Read a table from its log; None where there is none."""
        header = await self.writer.ask(lambda store: store.header(name))
        if header is None:
            return None
        if header.game in self.warm.ready:
            await self.warm.wait_for(header.game)
        rows = await self.writer.ask(lambda store: store.rows(name))
        try:
            host = Host(header, rows)
        except Trouble as trouble:
            raise Unreadable(str(trouble)) from None
        if host.older:
            await self.look_at_older(host)
        hosted = Hosted(host, {row.command: row.seq for row in rows}, self.now())
        await self.attendance.look_around(hosted)
        await self.give_time_back(hosted)
        self.tables[name] = hosted
        OPEN_TABLES.set(len(self.tables))
        self.alarms.schedule(hosted)
        return hosted

    async def look_at_older(self, host: Host) -> None:
        """A game that ended by the rules of its time stays over; one that is adjourned is noted."""
        name = host.header.table
        over = await self.writer.ask(lambda store: store.is_over(name))
        if over and host.phase != "over":
            adjourned.end(host, host.seq + 1)
        if host.adjourned:
            note("a table of older rules is adjourned", table=name, row=host.adjourned)

    async def give_time_back(self, hosted: Hosted) -> None:
        """After a restart, a running clock gets back the time in which nobody could move."""
        since, until = self.downtime
        host = hosted.host
        if until:
            until = max(until, self.warm.since.get(host.header.game, 0))
        if host.clock.running != NOBODY and host.last_at < until:
            lost = until - max(since, host.last_at)
            if lost > 0:
                with contextlib.suppress(Refused):
                    await self.do(hosted, NOBODY, own("pause", host.seq, ms=lost))

    async def create(
        self, header: Header, invitations: Sequence[tuple[bytes, Invitation]]
    ) -> Hosted:
        """Open a new table."""
        await self.warm.wait_for(header.game)
        host = Host(header, [])

        def store_it(store: Store) -> None:
            store.create(header, invitations, host.free)
            store.set_due(header.table, host.due())  # bots alone begin at once

        await self.writer.ask(store_it)
        hosted = self.tables[header.table] = Hosted(host, {}, self.now())
        OPEN_TABLES.set(len(self.tables))
        note("table opened", table=header.table, game=header.game, seats=header.seats)
        self.alarms.schedule(hosted)
        return hosted

    # Commands -------------------------------------------------------------------------------------
    async def do(
        self,
        hosted: Hosted,
        seat: int,
        wish: Wish,
        language: str = "en",
        asker: Listener | None = None,
        holder: bytes | None = None,
    ) -> int:
        """Check, write, play, show; the seq of the row, or Refused or Trouble and nothing done."""
        try:
            async with hosted.door:
                if wish.seq > hosted.host.seq:  # seen in another process, or nowhere
                    await self.read_on(hosted)
                if wish.command not in hosted.commands:  # else it was sent again, and is done
                    await self.write(hosted, seat, wish, language, asker, holder)
                else:
                    self.done(hosted, wish.command, asker)
                return hosted.commands[wish.command]
        finally:
            self.alarms.schedule(hosted)

    async def write(
        self,
        hosted: Hosted,
        seat: int,
        wish: Wish,
        language: str,
        asker: Listener | None,
        holder: bytes | None,
    ) -> None:
        """Check and write until there is a row of the wish; the door is shut."""
        began = time.perf_counter()
        while wish.command not in hosted.commands:
            entry = self.check(hosted, seat, wish, language)
            entry = entry if holder is None else entry._replace(holder=holder)
            outcome = await self.writer.write(entry)
            if outcome is Outcome.STORED:
                self.acknowledge(hosted, entry.row, asker, began)
                await self.easel.turn()
                self.show(hosted, [entry.row])
                return
            RACES.inc()
            if outcome is Outcome.AHEAD:  # the log is shorter than it was: not ours to mend
                self.let_go(hosted)
                raise Trouble(say(language, "trouble.shorter", table=hosted.id))
            await self.read_on(hosted)
        self.done(hosted, wish.command, asker)

    def check(self, hosted: Hosted, seat: int, wish: Wish, language: str) -> Entry:
        """The row that a wish would become, or Refused."""
        try:
            return hosted.host.check(seat, wish, self.now(), language)
        except Refused:
            REFUSALS.inc()
            raise

    def acknowledge(self, hosted: Hosted, row: Row, asker: Listener | None, began: float) -> None:
        """A row is on disk."""
        self.rows += 1
        MOVES.inc()
        ACKNOWLEDGED.observe(time.perf_counter() - began)
        hosted.commands[row.command] = row.seq
        self.done(hosted, row.command, asker)

    def done(self, hosted: Hosted, command: str, asker: Listener | None) -> None:
        """Tell the asker, in its own words for the command, which row it became."""
        if asker is not None:
            its_own = command.partition("-")[2]
            asker.put(messages.write(messages.Done(its_own, hosted.commands[command])))

    async def read_on(self, hosted: Hosted) -> None:
        """Fold and show what other processes have written; the door is shut."""
        last = hosted.host.seq
        rows = await self.writer.ask(lambda store: store.rows(hosted.id, last))
        for row in rows:
            hosted.commands[row.command] = row.seq
        self.show(hosted, rows)

    def show(self, hosted: Hosted, rows: Sequence[Row]) -> None:
        """Play rows that are on disk, and show every listener the table after each."""
        for row in rows:
            if row.kind == "stand":
                self.attendance.unseat(hosted, row.seat)
            hosted.gallery.play(row, hosted.listeners, hosted.present, self.now())

    def show_to(self, hosted: Hosted, listener: Listener) -> None:
        """Show one listener the whole table."""
        listener.put(self.shown(hosted, listener.viewer, listener.language))
        listener.seen = hosted.host.seq

    def show_again(self, hosted: Hosted) -> None:
        """Show everybody the table as it is, where something besides the game has changed."""
        for listener in hosted.listeners:
            self.show_to(hosted, listener)

    def shown(self, hosted: Hosted, viewer: int, language: str) -> bytes:
        return hosted.gallery.shown(viewer, language, hosted.present, self.now())

    async def heed(self, name: str, seq: int, news: str = "") -> None:
        """A hint: another process wrote a row, or has other news of a table."""
        if not name:  # hints may have been missed
            for each in list(self.tables):
                self.tasks.start(self.heed(each, ALL_OF_IT))
            return
        if name in self.opening:  # it may have read the log just before this
            await asyncio.wait([self.opening[name]])
        hosted = self.tables.get(name)
        if hosted is None:
            return
        try:
            await self.follow(hosted, seq, news)
        except Trouble:
            hosted.behind = True  # the next sweep tries again
            raise

    async def follow(self, hosted: Hosted, seq: int, news: str) -> None:
        if seq > hosted.host.seq:
            async with hosted.door:
                if seq > hosted.host.seq:
                    await self.read_on(hosted)
            self.alarms.schedule(hosted)
        if news == COMINGS or seq == ALL_OF_IT:
            before = hosted.present
            await self.attendance.look_around(hosted)
            if hosted.present != before:
                self.show_again(hosted)
                self.alarms.schedule(hosted)
        elif news:
            process, seat, phrase = news.split(" ")
            if process != self.process:
                self.pass_on(hosted, int(seat), phrase)

    # Phrases --------------------------------------------------------------------------------------
    async def say(self, hosted: Hosted, seat: int, phrase: str) -> None:
        """Tell everybody at the table a phrase, in whichever process."""
        self.pass_on(hosted, seat, phrase)
        news = f"{self.process} {seat} {phrase}"
        await self.writer.ask(lambda store: store.hint(hosted.id, news))

    def pass_on(self, hosted: Hosted, seat: int, phrase: str) -> None:
        """Tell those who listen here, each in their language."""
        for listener in hosted.listeners:
            text = phrases.text(phrase, listener.language)
            listener.put(messages.write(messages.Said(seat, phrase, text)))

    # Coming and going -----------------------------------------------------------------------------
    def let_go(self, hosted: Hosted) -> None:
        """Close a table; those who look at it come again and find what is true."""
        self.tables.pop(hosted.id, None)
        for listener in list(hosted.listeners):
            listener.close("goodbye.stop")

    async def stop(self) -> None:
        """Say goodbye to everybody; what was accepted is finished first."""
        self.stopping = True
        for hosted in self.tables.values():
            if hosted.timer is not None:
                hosted.timer.cancel()
            for listener in list(hosted.listeners):
                listener.close("goodbye.stop")
        await self.tasks.stop()
