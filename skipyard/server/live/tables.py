"""The open tables of this process, and the parts that they share."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence

from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.arrivals import Arrivals
from skipyard.server.live.background import Background
from skipyard.server.live.due_actions import DueActions
from skipyard.server.live.folding import Folding
from skipyard.server.live.open_table import (
    ALL_ROWS,
    NoTable,
    OpenTable,
    Unreadable,
    own_command,
)
from skipyard.server.live.outages import GRACE_ELSEWHERE
from skipyard.server.live.pipeline import Pipeline
from skipyard.server.live.rematches import Rematches
from skipyard.server.live.timers import Timers
from skipyard.server.live.tournaments import Tournaments
from skipyard.server.logs import note
from skipyard.server.metrics import OPEN_TABLES
from skipyard.server.net import messages, phrases
from skipyard.server.sentences import say
from skipyard.server.settings import ID
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.server.workers.compiling import Compiling
from skipyard.server.workers.listed_bots import ListedBots
from skipyard.table.database.store import (
    NAMES_FORGOTTEN,
    PRESENCE_CHANGED,
    Header,
    Invitation,
    Store,
    Trouble,
)
from skipyard.table.database.writer import Writer
from skipyard.table.host import Host
from skipyard.table.rows import adjourned


class LiveTables:
    """Opens tables, follows what other processes write, and closes tables."""

    def __init__(
        self,
        writer: Writer,
        bots: BotWorkers,
        compiling: Compiling,
        now: Callable[[], int],
        lone_pace: int = 0,
        listed: ListedBots | None = None,
    ) -> None:
        self.lone_pace = lone_pace  # milliseconds that bots take at least where no person plays
        self.writer, self.bots, self.compiling, self.now = writer, bots, compiling, now
        self.listed = ListedBots({}) if listed is None else listed
        self.process = secrets.token_hex(8)
        self.open: dict[str, OpenTable] = {}
        self.draining = False  # whether people are sent to other processes (draining.py)
        self.opening: dict[str, asyncio.Task[OpenTable | None]] = {}
        self.folding = Folding(writer)
        self.background = Background()
        self.pipeline = Pipeline(writer, now, self.schedule, self.let_go, self.stand_up)
        self.arrivals = Arrivals(
            writer, self.process, now, self.pipeline, self.schedule, self.background
        )
        self.rematches = Rematches(writer, now, self.pipeline, self.table, self.create)
        self.tournaments = Tournaments(writer, now, self.pipeline, self.table, self.create)
        self.pipeline.ended = self.advance_tournament
        actions = DueActions(
            now, self.pipeline, self.arrivals, bots, self.listed, self.rematches.open_rematch
        )
        self.actions = actions
        self.timers = Timers(now, actions.act, self.is_open, self.background)

    def schedule(self, table: OpenTable) -> None:
        self.timers.schedule(table)

    def stand_up(self, table: OpenTable, seat: int) -> None:
        self.arrivals.stand_up(table, seat)

    def advance_tournament(self, table: OpenTable) -> None:
        """Let a tournament take the result of a table; the sweeper does so if this fails."""
        self.background.start(self.tournaments.advance(table.host.policy.tournament))

    def is_open(self, table: OpenTable) -> bool:
        """Whether this very table is the open one under its id."""
        return self.open.get(table.id) is table

    # Opening --------------------------------------------------------------------------------------
    async def table(self, name: str, language: str = "en") -> OpenTable:
        """The table with that id; NoTable with a sentence where there is none."""
        if name in self.open:
            self.open[name].used = self.now()
            return self.open[name]
        missing = NoTable(say(language, "ask.table", table=name[:40]))
        if not ID.fullmatch(name):
            raise missing
        if name not in self.opening:
            self.opening[name] = asyncio.get_running_loop().create_task(self.read(name))
            self.opening[name].add_done_callback(lambda task: self.opening.pop(name, None))
        table = await asyncio.shield(self.opening[name])
        if table is None:
            raise missing
        return table

    async def read(self, name: str) -> OpenTable | None:
        """Read a table from its log; None where there is none."""
        header = await self.writer.ask(lambda store: store.header(name))
        if header is None:
            return None
        if header.game in GAMES:
            await self.compiling.wait_for(header.game)
        rows = await self.folding.rows(name)
        try:
            table = await self.folding.fold(header, rows, self.now())
        except Trouble as trouble:
            raise Unreadable(str(trouble)) from None
        if table.host.older:
            await self.check_older(table.host)
        await self.arrivals.look_around(table)
        await self.give_time_back(table)
        self.add(table)
        return table

    async def check_older(self, host: Host) -> None:
        """End a game that ended by the rules of its time; log one that is adjourned."""
        name = host.header.table
        over = await self.writer.ask(lambda store: store.is_over(name))
        if over and host.phase != "over":
            adjourned.end(host, host.seq + 1)
        if host.adjourned:
            note("table adjourned: its rules are older", table=name, row=host.adjourned)

    def add(self, table: OpenTable) -> None:
        """Add a table to the open ones and set its timer."""
        table.lone_pace = self.lone_pace
        self.open[table.id] = table
        OPEN_TABLES.set(len(self.open))
        self.schedule(table)

    async def give_time_back(self, table: OpenTable) -> None:
        """Give a running clock back the time in which nobody could move."""
        owed = self.pipeline.outages.owed(table.host)
        if owed is not None:
            with contextlib.suppress(Refused):
                await self.pipeline.perform(table, NOBODY, owed)

    async def give_stranded_time_back(self, name: str, seat: int, since: int) -> None:
        """Give somebody back the time in which their process stood still, and time to come here."""
        table = await self.table(name)
        clock, now = table.host.clock, self.now()
        since = max(since, clock.since, table.host.paid_until)
        if clock.running != seat or since >= now:
            return
        facts = {"ms": now - since, "since": since, "until": now, "grace": GRACE_ELSEWHERE}
        with contextlib.suppress(Refused):
            await self.pipeline.perform(
                table, NOBODY, own_command("pause", table.host.seq, **facts)
            )

    async def create(
        self, header: Header, invitations: Sequence[tuple[bytes, Invitation]]
    ) -> OpenTable:
        """Store a new table and open it."""
        await self.compiling.wait_for(header.game)
        host = Host(header, [])

        def store_it(store: Store) -> None:
            store.create(header, invitations, host.free)
            store.set_due(header.table, host.due())  # a table of bots begins at once

        await self.writer.ask(store_it)
        table = OpenTable(host, {}, self.now())
        note("table opened", table=header.table, game=header.game, seats=header.seats)
        self.add(table)
        return table

    # Following other processes ----------------------------------------------------------------
    async def notice(self, name: str, seq: int, news: str = "") -> None:
        """Act on a hint: another process wrote a row, or has other news of a table."""
        if not name:  # hints may have been missed
            for each in list(self.open):
                self.background.start(self.notice(each, ALL_ROWS))
            return
        if news == NAMES_FORGOTTEN:
            self.tournaments.forget(name)
        if name in self.opening:  # its read of the log may miss this row
            await asyncio.wait([self.opening[name]])
        table = self.open.get(name)
        if table is None:
            return
        try:
            await self.follow(table, seq, news)
        except Trouble:
            table.behind = True  # the next sweep tries again
            raise

    async def follow(self, table: OpenTable, seq: int, news: str) -> None:
        if seq > table.host.seq:
            async with table.lock:
                if seq > table.host.seq:
                    await self.pipeline.read_on(table)
            self.schedule(table)
        if news == PRESENCE_CHANGED or seq == ALL_ROWS:
            before = table.presence.seats, table.presenter.watchers
            await self.arrivals.look_around(table)
            if (table.presence.seats, table.presenter.watchers) != before:
                table.show_all(self.now())
                self.schedule(table)
        elif news == NAMES_FORGOTTEN:
            self.let_go(table)  # whoever needs it reads the log again
        elif news:
            process, seat, phrase = news.split(" ")
            if process != self.process:
                self.deliver_phrase(table, int(seat), phrase)

    def skip_to_turn(self, table: OpenTable, seat: int, language: str) -> int:
        """Let the bots play on at once; return the latest row. Refused unless a person is alone."""
        if seat == NOBODY:
            raise Refused(say(language, "ask.not_seated"))
        table.skip_to_turn(seat, language)
        self.schedule(table)
        return table.host.seq

    # Phrases --------------------------------------------------------------------------------------
    async def send_phrase(self, table: OpenTable, seat: int, phrase: str) -> None:
        """Send a phrase to everybody at the table, in whichever process."""
        self.deliver_phrase(table, seat, phrase)
        news = f"{self.process} {seat} {phrase}"
        await self.writer.ask(lambda store: store.hint(table.id, news))

    def deliver_phrase(self, table: OpenTable, seat: int, phrase: str) -> None:
        """Send a phrase to the listeners of this process, each in their language."""
        for listener in table.presence.listeners:
            text = phrases.text(phrase, listener.language)
            listener.put(messages.write(messages.Said(seat, phrase, text)))

    # Closing ----------------------------------------------------------------------------------
    def let_go(self, table: OpenTable) -> None:
        """Close a table and disconnect its listeners; they reconnect and get it as it is stored."""
        if self.is_open(table):  # it may have been reopened in the meantime
            del self.open[table.id]
        table.cancel_timer()
        for listener in list(table.presence.listeners):
            listener.close("goodbye.stop")

    def close_idle(self, before: int) -> None:
        """Close tables without listeners and without work, last used before that time."""
        for name, table in list(self.open.items()):
            if table.idle and table.used < before:
                del self.open[name]
        OPEN_TABLES.set(len(self.open))

    async def stop(self) -> None:
        """Disconnect everybody and cancel background tasks; the writer finishes its queue."""
        self.timers.stopping = self.arrivals.stopping = True
        for table in self.open.values():
            table.cancel_timer()
            for listener in list(table.presence.listeners):
                listener.close("goodbye.stop")
        await self.background.stop()
        self.folding.stop()
