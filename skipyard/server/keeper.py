"""One process's open tables: the only place where a host meets the disk and the network.

Order of work for every command: check, write, play, show. A refusal goes to the asker alone.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import messages, phrases
from skipyard.server.gallery import Gallery
from skipyard.server.listeners import Listener
from skipyard.server.logs import note, problem
from skipyard.server.metrics import MOVES, OPEN_TABLES, RACES, REFUSALS
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.server.thinkers import Thinkers, question
from skipyard.server.warm import Warm
from skipyard.table.chairs import FREE, LEFT, PERSON
from skipyard.table.host import Host
from skipyard.table.policy import PER_DAYS
from skipyard.table.store import (
    COMINGS,
    NEVER,
    Header,
    Invitation,
    Outcome,
    Row,
    Store,
    Trouble,
)
from skipyard.table.wish import Wish
from skipyard.table.writer import Writer

ID_BYTES = 9  # 12 letters in an address
ID = re.compile("[A-Za-z0-9_-]{1,64}")
PLAYED = ("playing", "between")  # phases in which people are expected at the table
SWEEP = 1.0  # seconds between two looks for tables that nobody attends to
DUE_AT_ONCE = 200  # tables that one look takes on
ALIVE = 5_000  # milliseconds that a process is believed after its last beat
IDLE = 60_000  # milliseconds that a table stays open when nobody looks at it
AWAY = 2_000  # milliseconds without any process's beat that count as downtime
ALL_OF_IT = 2**31  # a hint beyond any row: read the log
OVERDUE = 2_000  # milliseconds that a table's own process gets before others step in


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class NoTable(Refused):
    """There is no such table."""


class Unreadable(Trouble):
    """A log that this Skipyard cannot play on."""


class Hosted:
    """A table that is open in this process."""

    def __init__(self, host: Host, commands: dict[str, int], now: int) -> None:
        self.host, self.commands, self.used = host, commands, now
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.present: set[int] = set()
        self.gallery = Gallery(host)
        self.timer: asyncio.TimerHandle | None = None
        self.acting = False  # whether the table is doing what was due
        self.behind = False  # whether rows of other processes could not be read
        self.away: dict[int, int] = {}  # seats whose person is missing; when a bot takes over

    @property
    def id(self) -> str:
        return self.host.header.table


class Keeper:
    """Opens tables, writes their rows, shows what became of them, and makes them act in time."""

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
        self.tasks: set[asyncio.Task[Any]] = set()
        self.downtime = (0, 0)  # from the last beat before we started, to our start
        self.beaten = 0  # when we last said that we are alive
        self.stopping = False

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
        hosted = Hosted(host, {row.command: row.seq for row in rows}, self.now())
        await self.look_around(hosted)
        await self.give_time_back(hosted)
        self.tables[name] = hosted
        OPEN_TABLES.set(len(self.tables))
        self.schedule(hosted)
        return hosted

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
        self.schedule(hosted)
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
            async with hosted.lock:
                if wish.seq > hosted.host.seq:  # seen in another process, or nowhere
                    await self.read_on(hosted)
                if wish.command not in hosted.commands:  # else it was sent again, and is done
                    await self.write(hosted, seat, wish, language, asker, holder)
                else:
                    self.done(hosted, wish, asker)
                return hosted.commands[wish.command]
        finally:
            self.schedule(hosted)

    async def write(
        self,
        hosted: Hosted,
        seat: int,
        wish: Wish,
        language: str,
        asker: Listener | None,
        holder: bytes | None,
    ) -> None:
        """Check and write until there is a row of the wish; the lock is ours."""
        while wish.command not in hosted.commands:
            try:
                entry = hosted.host.check(seat, wish, self.now(), language)
            except Refused:
                REFUSALS.inc()
                raise
            outcome = await self.writer.write(entry._replace(holder=holder))
            if outcome is Outcome.STORED:
                MOVES.inc()
                hosted.commands[wish.command] = entry.row.seq
                self.done(hosted, wish, asker)
                if asker is not None:  # a whole group is acknowledged before views are made
                    await asyncio.sleep(0)
                self.show(hosted, [entry.row])
                return
            RACES.inc()
            if outcome is Outcome.AHEAD:  # the log is shorter than it was: not ours to mend
                self.let_go(hosted)
                raise Trouble(say(language, "trouble.shorter", table=hosted.id))
            await self.read_on(hosted)
        self.done(hosted, wish, asker)

    def done(self, hosted: Hosted, wish: Wish, asker: Listener | None) -> None:
        """Tell the asker, in its own words for the command, which row it became."""
        if asker is not None:
            command = wish.command.partition("-")[2]
            asker.put(messages.write(messages.Done(command, hosted.commands[wish.command])))

    async def read_on(self, hosted: Hosted) -> None:
        """Fold and show what other processes have written; the lock is ours."""
        last = hosted.host.seq
        rows = await self.writer.ask(lambda store: store.rows(hosted.id, last))
        for row in rows:
            hosted.commands[row.command] = row.seq
        self.show(hosted, rows)

    def show(self, hosted: Hosted, rows: Sequence[Row]) -> None:
        """Play rows that are on disk, and show every listener the table after each."""
        for row in rows:
            if row.kind == "stand":
                self.unseat(hosted, row.seat)
            hosted.gallery.play(row, hosted.listeners, hosted.present, self.now())

    def unseat(self, hosted: Hosted, seat: int) -> None:
        """Whoever stood up goes on as a watcher: the seat's next view is somebody else's."""
        for listener in hosted.listeners:
            if listener.viewer == seat:
                listener.viewer = NOBODY
        hosted.present.discard(seat)
        self.start(self.writer.ask(lambda store: store.leave(self.process, hosted.id, seat)))

    def show_to(self, hosted: Hosted, listener: Listener) -> None:
        """Show one listener the whole table."""
        listener.put(self.shown(hosted, listener.viewer, listener.language))

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
                self.start(self.heed(each, ALL_OF_IT))
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
            async with hosted.lock:
                if seq > hosted.host.seq:
                    await self.read_on(hosted)
            self.schedule(hosted)
        if news == COMINGS or seq == ALL_OF_IT:
            before = hosted.present
            await self.look_around(hosted)
            if hosted.present != before:
                self.show_again(hosted)
                self.schedule(hosted)
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
    async def arrive(self, hosted: Hosted, listener: Listener) -> None:
        """Seat a listener: it is shown the whole table at once."""
        seat = listener.viewer
        first = seat != NOBODY and not self.is_here(hosted, seat)
        hosted.listeners.add(listener)
        if not first:
            self.show_to(hosted, listener)
            return
        await self.writer.ask(lambda store: store.arrive(self.process, hosted.id, seat))
        if self.is_here(hosted, seat):  # and has not gone in the meantime
            hosted.present.add(seat)
        await self.welcome_back(hosted)
        self.show_again(hosted)
        self.schedule(hosted)

    async def welcome_back(self, hosted: Hosted) -> None:
        """Those who are here play their seats themselves again."""
        for seat in self.standing_in(hosted):
            with contextlib.suppress(Refused):
                await self.do(hosted, seat, own("back", hosted.host.seq, seat))

    def standing_in(self, hosted: Hosted) -> list[int]:
        """Seats that a bot plays for somebody who is back."""
        chairs = enumerate(hosted.host.chairs)
        return [s for s, chair in chairs if chair.away == LEFT and self.is_here(hosted, s)]

    async def leave(self, hosted: Hosted, listener: Listener) -> None:
        """A listener has gone; the seat is kept, and after a while a bot plays it on."""
        hosted.listeners.discard(listener)
        hosted.used = self.now()
        seat = listener.viewer
        if seat == NOBODY or self.is_here(hosted, seat) or self.stopping:
            return
        await self.writer.ask(lambda store: store.leave(self.process, hosted.id, seat))
        await self.look_around(hosted)
        self.show_again(hosted)
        self.schedule(hosted)
        await self.set_due(hosted)

    def is_here(self, hosted: Hosted, seat: int) -> bool:
        return any(listener.viewer == seat for listener in hosted.listeners)

    async def look_around(self, hosted: Hosted) -> None:
        """Who is at the table, in whichever process."""
        since = self.now() - ALIVE
        present = await self.writer.ask(lambda store: store.present(hosted.id, since))
        here = {listener.viewer for listener in hosted.listeners} - {NOBODY}
        hosted.present = set(present) | here

    def let_go(self, hosted: Hosted) -> None:
        """Close a table; those who look at it come again and find what is true."""
        self.tables.pop(hosted.id, None)
        for listener in list(hosted.listeners):
            listener.close("goodbye.stop")

    def close_idle(self) -> None:
        """Let tables go that nobody looks at and that have nothing to do; logs are the truth."""
        for name, hosted in list(self.tables.items()):
            waiting = hosted.timer is not None or hosted.acting or hosted.lock.locked()
            if not (hosted.listeners or waiting) and hosted.used < self.now() - IDLE:
                del self.tables[name]
        OPEN_TABLES.set(len(self.tables))

    # Acting in time -------------------------------------------------------------------------------
    def schedule(self, hosted: Hosted) -> None:
        """Set the table's alarm; one that acts already looks again when it has done so."""
        if hosted.timer is not None:
            hosted.timer.cancel()
            hosted.timer = None
        if self.stopping or hosted.acting:
            return
        self.notice_absent(hosted)
        due = self.now() if self.standing_in(hosted) else self.next_due(hosted)
        if due == NEVER:
            return
        loop = asyncio.get_running_loop()
        delay = max(0.0, (due - self.now()) / 1000)
        hosted.timer = loop.call_later(delay, self.spawn, hosted)

    def next_due(self, hosted: Hosted) -> int:
        """A bot's move, the end of a clock, a leaver's grace."""
        return earliest(hosted.host.due(), *hosted.away.values())

    async def set_due(self, hosted: Hosted) -> None:
        """Leave word when the table has to act, for whoever looks after it then."""
        async with hosted.lock:  # a row that is being written brings its own
            due = self.next_due(hosted)
            await self.writer.ask(lambda store: store.set_due(hosted.id, due))

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

    def spawn(self, hosted: Hosted) -> None:
        hosted.timer, hosted.acting = None, True
        self.start(self.act(hosted))

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something be done beside all else; what goes wrong with it is in the log."""
        task = asyncio.get_running_loop().create_task(self.watched(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def watched(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Trouble as trouble:
            problem("the store does not answer", why=str(trouble))
        except Exception:
            problem("a task failed")

    async def act(self, hosted: Hosted) -> None:
        """Do what is due at a table; whatever goes wrong, it is tried again later."""
        before = hosted.host.seq
        try:
            await self.act_once(hosted)
        except Refused:
            if hosted.host.seq == before:  # nobody was quicker: there is no hurry to fail again
                await asyncio.sleep(SWEEP)
        except Trouble as trouble:
            problem("a table could not act", table=hosted.id, why=str(trouble))
            await asyncio.sleep(SWEEP)
        except Exception:
            problem("a table could not act", table=hosted.id)
            await asyncio.sleep(SWEEP)
        finally:
            hosted.acting = False
        if self.tables.get(hosted.id) is hosted:
            self.schedule(hosted)

    async def act_once(self, hosted: Hosted) -> None:
        now = self.now()
        await self.welcome_back(hosted)
        for seat in [seat for seat, until in hosted.away.items() if until <= now]:
            await self.replace(hosted, seat)
        host = hosted.host
        due, seq = host.due(), host.seq
        if due == NEVER or due > now:
            return
        if host.phase in ("revealing", "between"):
            await self.do(hosted, NOBODY, own("deal", seq))
        elif host.phase == "over":
            await self.open_rematch(hosted)
        elif host.chairs[host.turn].bot:
            await self.move_bot(hosted, host.turn)
        else:
            await self.do(hosted, host.turn, own("flag", seq))

    async def replace(self, hosted: Hosted, seat: int) -> None:
        """A bot plays on for somebody who is away, in whichever process they might have been."""
        await self.look_around(hosted)
        hosted.away.pop(seat, None)
        if seat not in hosted.present:
            with contextlib.suppress(Refused):
                await self.do(hosted, seat, own("bot", hosted.host.seq, seat))

    async def move_bot(self, hosted: Hosted, seat: int) -> None:
        seq = hosted.host.seq
        action = await self.thinkers.choose(*question(hosted.host, seat))
        await self.do(hosted, seat, own("move", seq)._replace(action=action))

    async def open_rematch(self, hosted: Hosted) -> None:
        """The same people, chairs and options again, with dice of its own.

        The new table's name follows from the old one's secret, so that processes that race for it
        make one table; whoever comes second finds it there.
        """
        old = hosted.host.header
        secret = hashlib.sha256(b"skipyard rematch " + old.key).digest()
        name = base64.urlsafe_b64encode(secret[:ID_BYTES]).decode()
        key = secrets.token_bytes(32)
        header = old._replace(table=name, key=key, opened=self.now(), before=old.table)
        if await self.writer.ask(lambda store: store.header(name)) is None:
            await self.create(header, [])
        again = await self.table(name)
        for seat, chair in enumerate(hosted.host.chairs):
            if chair.kind == PERSON and again.host.chairs[seat].kind == FREE:
                await self.seat_again(hosted, again, seat)
        await self.do(hosted, NOBODY, own("rematch", hosted.host.seq, table=name))

    async def seat_again(self, hosted: Hosted, again: Hosted, seat: int) -> None:
        """The people of the old table have their seats at the new one."""
        name = hosted.host.chairs[seat].name
        wish = Wish("sit", again.host.seq, f"sit:{seat}", data={"name": name}, own=True)
        holders = await self.writer.ask(lambda store: store.holders_of(hosted.id, seat))
        with contextlib.suppress(Refused):
            await self.do(again, seat, wish, holder=holders[0] if holders else b"")
        for holder in holders[1:]:
            await self.writer.ask(partial(hold, holder, again.id, seat, self.now()))

    # Looking after all tables ---------------------------------------------------------------------
    async def begin(self) -> None:
        """What a process does before it answers: notice how long nobody was there."""
        now = self.beaten = self.now()
        last = await self.writer.ask(lambda store: store.last_beat())
        if last and now - last > AWAY:
            self.downtime = (last, now)
        await self.writer.ask(lambda store: store.beat(self.process, now))

    async def sweep_for_ever(self) -> None:
        """Beat, and take on tables that are overdue: their process may be gone."""
        while True:
            await self.watched(self.sweep())
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        now = self.now()
        grace = now + int(self.settings.grace * 1000)

        def look(store: Store) -> tuple[list[str], list[str]]:
            store.beat(self.process, now)
            left = store.forget_dead(now - ALIVE, grace)
            return left, store.due(now - OVERDUE, DUE_AT_ONCE)

        left, overdue = await self.writer.ask(look)
        late, self.beaten = now - self.beaten > ALIVE, now
        if late:  # others may have taken us for dead
            await self.arrive_again()
        for name in left:
            self.start(self.heed(name, 0, COMINGS))
        for name in overdue:
            if name not in self.opening:
                self.start(self.take_on(name))
        for hosted in list(self.tables.values()):
            if hosted.behind:
                hosted.behind = False
                self.start(self.heed(hosted.id, ALL_OF_IT))
        self.close_idle()

    async def arrive_again(self) -> None:
        for hosted in list(self.tables.values()):
            for seat in {listener.viewer for listener in hosted.listeners} - {NOBODY}:
                await self.writer.ask(partial(arrive, self.process, hosted.id, seat))

    async def take_on(self, name: str) -> None:
        """Make a table act that should have; one that only waits is not overdue any more."""
        try:
            hosted = await self.table(name)
        except NoTable:
            return
        except Unreadable as trouble:  # said once; whoever comes to it is told the same
            problem("a table cannot be read", table=name, why=str(trouble))
            await self.writer.ask(lambda store: store.set_due(name, NEVER))
            return
        if hosted.timer is None:
            self.schedule(hosted)
        if not hosted.acting and not NEVER < self.next_due(hosted) <= self.now():
            await self.set_due(hosted)

    async def stop(self) -> None:
        """Say goodbye to everybody; what was accepted is finished first."""
        self.stopping = True
        for hosted in self.tables.values():
            if hosted.timer is not None:
                hosted.timer.cancel()
            for listener in list(hosted.listeners):
                listener.close("goodbye.stop")
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def hold(holder: bytes, table: str, seat: int, now: int, store: Store) -> None:
    store.hold(holder, table, seat, now)


def arrive(process: str, table: str, seat: int, store: Store) -> None:
    store.arrive(process, table, seat)


def own(kind: str, seq: int, seat: int = NOBODY, **data: Any) -> Wish:
    """A wish of the table itself; processes that race for it name it alike, so it is done once."""
    name = f"{kind}:{seq}" if seat == NOBODY else f"{kind}:{seq}:{seat}"
    return Wish(kind, seq, name, data=data, own=True)


def earliest(*times: int) -> int:
    """The first of several times; NEVER where there is none."""
    return min((at for at in times if at != NEVER), default=NEVER)
