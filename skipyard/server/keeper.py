"""One process's open tables: the only place where a host meets the disk and the network.

Order of work for every command: check, write, play, show. A refusal goes to the asker alone.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import messages
from skipyard.server.gallery import Gallery
from skipyard.server.listeners import Listener
from skipyard.server.logs import note, problem
from skipyard.server.metrics import MOVES, OPEN_TABLES, RACES, REFUSALS
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.server.thinkers import Thinkers, seed_for
from skipyard.server.warm import Warm
from skipyard.table.chairs import FREE, LEFT, PERSON
from skipyard.table.host import Host
from skipyard.table.store import NEVER, Header, Invitation, Outcome, Store, Trouble
from skipyard.table.wish import Wish
from skipyard.table.writer import Writer

ID_BYTES = 9  # 12 letters in an address
SWEEP = 1.0  # seconds between two looks for tables that nobody attends to
DUE_AT_ONCE = 200  # tables that one look takes on
ALIVE = 5_000  # milliseconds that a process is believed after its last beat
IDLE = 60_000  # milliseconds that a table stays open when nobody looks at it
ALL_OF_IT = 2**31  # a hint beyond any row: read the log
OVERDUE = 2_000  # milliseconds that a table's own process gets before others step in


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class NoTable(Refused):
    """There is no such table."""


class Hosted:
    """A table that is open in this process."""

    def __init__(self, host: Host, commands: dict[str, int], now: int) -> None:
        self.host, self.commands, self.used = host, commands, now
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.present: set[int] = set()
        self.gallery = Gallery(host)
        self.timer: asyncio.TimerHandle | None = None
        self.away: dict[int, int] = {}  # seats whose person left, and when a bot takes over

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
        self.opening: dict[str, asyncio.Task[Hosted]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.downtime = (0, 0)  # from the last beat before we started, to our start
        self.stopping = False

    # Opening --------------------------------------------------------------------------------------
    async def table(self, name: str, language: str = "en") -> Hosted:
        """The table of that name; NoTable with a sentence where there is none."""
        if name in self.tables:
            self.tables[name].used = self.now()
            return self.tables[name]
        if name not in self.opening:
            self.opening[name] = asyncio.get_running_loop().create_task(self.open(name))
            self.opening[name].add_done_callback(lambda task: self.opening.pop(name, None))
        try:
            return await asyncio.shield(self.opening[name])
        except KeyError:
            raise NoTable(say(language, "ask.table", table=name[:40])) from None

    async def open(self, name: str) -> Hosted:
        header = await self.writer.ask(lambda store: store.header(name))
        if header is None:
            raise KeyError(name)
        await self.warm.wait_for(header.game)
        rows = await self.writer.ask(lambda store: store.rows(name))
        present = await self.writer.ask(lambda store: store.present(name, self.now() - ALIVE))
        host = Host(header, rows)
        hosted = Hosted(host, {row.command: row.seq for row in rows}, self.now())
        hosted.present = set(present)
        self.tables[name] = hosted
        OPEN_TABLES.set(len(self.tables))
        await self.give_time_back(hosted)
        self.schedule(hosted)
        return hosted

    async def give_time_back(self, hosted: Hosted) -> None:
        """After a restart, a running clock gets back the time in which nobody could move."""
        since, until = self.downtime
        host = hosted.host
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
        await self.writer.ask(lambda store: store.create(header, invitations))
        hosted = self.tables[header.table] = Hosted(host, {}, self.now())
        OPEN_TABLES.set(len(self.tables))
        note("table opened", table=header.table, game=header.game, seats=header.seats)
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
        async with hosted.lock:
            if wish.command in hosted.commands:  # sent again: it has been done
                return self.done(hosted, wish, asker)
            while True:
                try:
                    entry = hosted.host.check(seat, wish, self.now(), language)
                except Refused:
                    REFUSALS.inc()
                    raise
                outcome = await self.writer.write(entry._replace(holder=holder))
                if outcome is Outcome.STORED:
                    break
                RACES.inc()
                await self.read_on(hosted)
                if outcome is Outcome.REPEATED:
                    return self.done(hosted, wish, asker)
            MOVES.inc()
            hosted.commands[wish.command] = entry.row.seq
            seq = self.done(hosted, wish, asker)
            if asker is not None:  # a whole group is acknowledged before views are made
                await asyncio.sleep(0)
            self.show(hosted, [entry.row])
        self.schedule(hosted)
        return seq

    def done(self, hosted: Hosted, wish: Wish, asker: Listener | None) -> int:
        """Tell the asker, in its own words for the command, which row it became."""
        seq = hosted.commands[wish.command]
        if asker is not None:
            command = wish.command.partition("-")[2]
            asker.put(messages.write(messages.Done(command, seq)))
        return seq

    async def read_on(self, hosted: Hosted) -> None:
        """Fold and show what other processes have written; the lock is ours."""
        last = hosted.host.seq
        rows = await self.writer.ask(lambda store: store.rows(hosted.id, last))
        for row in rows:
            hosted.commands[row.command] = row.seq
        self.show(hosted, rows)

    def show(self, hosted: Hosted, rows: Sequence[Any]) -> None:
        """Play rows that are on disk, and show every listener the table after each."""
        for row in rows:
            hosted.gallery.play(row, hosted.listeners, hosted.present, self.now())

    def show_to(self, hosted: Hosted, listener: Listener) -> None:
        """Show one listener the whole table."""
        listener.put(self.shown(hosted, listener.viewer, listener.language))

    def show_again(self, hosted: Hosted) -> None:
        """Show everybody the table as it is, where something besides the game has changed."""
        for listener in hosted.listeners:
            self.show_to(hosted, listener)

    def shown(self, hosted: Hosted, viewer: int, language: str) -> bytes:
        return hosted.gallery.shown(viewer, language, hosted.present, self.now())

    async def heed(self, name: str, seq: int) -> None:
        """A hint that another process wrote a row, or that somebody came or went there."""
        if not name:  # hints may have been missed
            for each in list(self.tables):
                await self.heed(each, ALL_OF_IT)
            return
        hosted = self.tables.get(name)
        if hosted is None or 0 < seq <= hosted.host.seq:
            return
        async with hosted.lock:
            if seq > hosted.host.seq:
                await self.read_on(hosted)
            else:
                await self.look_around(hosted)
                self.show_again(hosted)
        self.schedule(hosted)

    # Coming and going -----------------------------------------------------------------------------
    async def arrive(self, hosted: Hosted, listener: Listener) -> None:
        """Seat a listener: it is shown the whole table at once."""
        seat = listener.viewer
        first = seat != NOBODY and not self.is_here(hosted, seat)
        hosted.listeners.add(listener)
        if first:
            hosted.away.pop(seat, None)
            await self.writer.ask(lambda store: store.arrive(self.process, hosted.id, seat))
            hosted.present.add(seat)
            chair = hosted.host.chairs[seat]
            if chair.away == LEFT:
                with contextlib.suppress(Refused):
                    await self.do(hosted, seat, own("back", hosted.host.seq))
            self.show_again(hosted)
        else:
            self.show_to(hosted, listener)

    async def leave(self, hosted: Hosted, listener: Listener) -> None:
        """A listener has gone; the seat is kept, and after a while a bot plays it on."""
        hosted.listeners.discard(listener)
        seat = listener.viewer
        if seat == NOBODY or self.is_here(hosted, seat) or self.stopping:
            return
        await self.writer.ask(lambda store: store.leave(self.process, hosted.id, seat))
        await self.look_around(hosted)
        if seat not in hosted.present and hosted.host.phase != "over":
            until = self.now() + hosted.host.policy.grace * 1000
            hosted.away[seat] = until
            due = earliest(until, hosted.host.due())
            await self.writer.ask(lambda store: store.set_due(hosted.id, due))
        self.show_again(hosted)
        self.schedule(hosted)

    def is_here(self, hosted: Hosted, seat: int) -> bool:
        return any(listener.viewer == seat for listener in hosted.listeners)

    async def look_around(self, hosted: Hosted) -> None:
        """Who is at the table, in whichever process."""
        since = self.now() - ALIVE
        present = await self.writer.ask(lambda store: store.present(hosted.id, since))
        here = {listener.viewer for listener in hosted.listeners} - {NOBODY}
        hosted.present = set(present) | here

    def close_idle(self) -> None:
        """Let tables go that nobody looks at and that have nothing to do; logs are the truth."""
        for name, hosted in list(self.tables.items()):
            busy = hosted.listeners or hosted.timer is not None or hosted.lock.locked()
            if not busy and hosted.used < self.now() - IDLE:
                del self.tables[name]
        OPEN_TABLES.set(len(self.tables))

    # Acting in time -------------------------------------------------------------------------------
    def schedule(self, hosted: Hosted) -> None:
        """Set the table's alarm: a bot's move, the end of a clock, a leaver's grace."""
        if hosted.timer is not None:
            hosted.timer.cancel()
            hosted.timer = None
        due = earliest(hosted.host.due(), *hosted.away.values())
        if due == NEVER or self.stopping:
            return
        loop = asyncio.get_running_loop()
        delay = max(0.0, (due - self.now()) / 1000)
        hosted.timer = loop.call_later(delay, self.spawn, hosted)

    def spawn(self, hosted: Hosted) -> None:
        hosted.timer = None
        self.start(self.act(hosted))

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def act(self, hosted: Hosted) -> None:
        """Do what is due at a table; whatever goes wrong, it is tried again later."""
        try:
            await self.act_once(hosted)
        except Refused:
            pass  # somebody was quicker
        except Trouble as trouble:
            problem("a table could not act", table=hosted.id, why=str(trouble))
            await asyncio.sleep(SWEEP)
        except asyncio.CancelledError:
            raise
        except Exception:
            problem("a table could not act", table=hosted.id)
            await asyncio.sleep(SWEEP)
        self.schedule(hosted)

    async def act_once(self, hosted: Hosted) -> None:
        now = self.now()
        for seat in [seat for seat, until in hosted.away.items() if until <= now]:
            del hosted.away[seat]
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
        if seat not in hosted.present and hosted.host.phase in ("playing", "between"):
            with contextlib.suppress(Refused):
                await self.do(hosted, seat, own("bot", hosted.host.seq))

    async def move_bot(self, hosted: Hosted, seat: int) -> None:
        host = hosted.host
        seq, legal = host.seq, [int(action) for action in host.legal(seat)]
        view, seed = host.view(seat).tobytes(), seed_for(host.header.key, seat, seq)
        bot = host.chairs[seat].bot
        action = await self.thinkers.choose(host.header.game, bot, seed, view, legal)
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
        now = self.now()
        last = await self.writer.ask(lambda store: store.last_beat())
        if last and now - last > ALIVE:
            self.downtime = (last, now)
        await self.writer.ask(lambda store: store.beat(self.process, now))

    async def sweep_for_ever(self) -> None:
        """Beat, and take on tables that are overdue: their process may be gone."""
        while True:
            try:
                await self.sweep()
            except Trouble as trouble:
                problem("the store does not answer", why=str(trouble))
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        now = self.now()
        grace = now + int(self.settings.grace * 1000)

        def look(store: Any) -> list[str]:
            store.beat(self.process, now)
            store.forget_dead(now - ALIVE, grace)
            return list(store.due(now - OVERDUE, DUE_AT_ONCE))

        for name in await self.writer.ask(look):
            with contextlib.suppress(Refused):
                hosted = await self.table(name)
                await self.notice_absent(hosted)
                if hosted.timer is None and not hosted.lock.locked():
                    self.start(self.act(hosted))
        self.close_idle()

    async def notice_absent(self, hosted: Hosted) -> None:
        """In a table that we took over, those who are not here are away since now at the latest."""
        await self.look_around(hosted)
        for seat, chair in enumerate(hosted.host.chairs):
            if chair.here and seat not in hosted.present:
                hosted.away.setdefault(seat, self.now())

    async def stop(self) -> None:
        """Say goodbye to everybody; what was accepted is finished first."""
        self.stopping = True
        for hosted in self.tables.values():
            if hosted.timer is not None:
                hosted.timer.cancel()
            for listener in list(hosted.listeners):
                listener.close("goodbye.stop")
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def hold(holder: bytes, table: str, seat: int, now: int, store: Store) -> None:
    store.hold(holder, table, seat, now)


def own(kind: str, seq: int, **data: Any) -> Wish:
    """A wish of the table itself; processes that race for it name it alike, so it is done once."""
    return Wish(kind, seq, f"{kind}:{seq}", data=data, own=True)


def earliest(*times: int) -> int:
    """The first of several times; NEVER where there is none."""
    return min((at for at in times if at != NEVER), default=NEVER)
