"""How long tables are kept, and deleting them in bites that never delay a move.

Each bite is one short job of the writer's thread, behind whatever waits there: it looks at a few
tables, makes one disappear, or deletes a few hundred rows. Between two bites moves go first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import NamedTuple

import msgspec

from skipyard.server.live.tables import LiveTables
from skipyard.server.live.tournaments import NoTournament
from skipyard.server.logs import note
from skipyard.table.database.store import (
    NEVER,
    Store,
    TableFacts,
    TournamentFacts,
    Trouble,
)
from skipyard.table.policy import BOT

DAY = 86_400_000  # milliseconds
LOOKED_AT = 50  # tables a bite
ROWS_DELETED = 200  # a bite
PAUSE = 0.02  # seconds between two bites
ROUND_EVERY = 3_600_000  # milliseconds between two looks at all tables
WAITING, RUNNING, FINISHED, BOTS, TOURNAMENT = (
    "waiting",
    "running",
    "finished",
    "bots",
    "tournament",
)


class Keep(NamedTuple):
    """Days that each kind of table is kept after its last row; 0: for ever."""

    waiting: float = 0.0
    running: float = 0.0
    finished: float = 0.0
    bots: float = 0.0

    def expired(self, kind: str, at: int, now: int) -> bool:
        days = float(getattr(self, kind))
        return days > 0 and now - at > days * DAY


class TablePolicy(msgspec.Struct):
    """What retention reads of a table's policy."""

    chairs: list[str] = []
    tournament: str = ""


POLICY = msgspec.json.Decoder(TablePolicy)


def kind_of(table: TableFacts) -> str:
    """Which kind of table it is."""
    chairs = POLICY.decode(table.policy).chairs
    if chairs and all(chair.startswith(BOT) for chair in chairs):
        return BOTS
    if table.over:
        return FINISHED
    return RUNNING if table.dealt else WAITING


def tournament_of(table: TableFacts) -> str:
    return POLICY.decode(table.policy).tournament


class Retention:
    """Deletes what has been kept long enough."""

    def __init__(self, tables: LiveTables, keep: Keep) -> None:
        self.tables, self.writer, self.keep = tables, tables.writer, keep
        self.looked = NEVER  # when we last began to look at all tables
        self.running = asyncio.Lock()

    async def sweep(self) -> None:
        """Called every second: go on deleting, and look at all tables now and then."""
        if self.running.locked():
            return
        async with self.running:
            now = self.tables.now()
            if any(self.keep) and now - self.looked >= ROUND_EVERY:
                self.looked = now
                await self.prune()
            await self.delete_logs()

    async def prune(self, dry: bool = False) -> Counter[str]:
        """Delete all that has expired, or only count it; how many of each kind."""
        counts, now = Counter[str](), self.tables.now()
        async for tournament in self.every_tournament():
            kind = FINISHED if tournament.over else RUNNING
            if self.keep.expired(kind, tournament.at, now):
                counts[TOURNAMENT] += 1
                if not dry:
                    await self.delete_tournament(tournament.tournament)
        async for table in self.every_table():
            kind = kind_of(table)
            expired = not table.present and self.keep.expired(kind, table.at, now)
            if expired and not await self.is_needed(table):
                counts[kind] += dry or await self.delete_table(table)
        if counts and not dry:
            note("tables deleted", **counts)
        return counts

    async def is_needed(self, table: TableFacts) -> bool:
        """Whether a table belongs to a tournament, which keeps all of its tables."""
        name = tournament_of(table)
        if not name:
            return False
        return await self.writer.ask(lambda store: store.tournament(name)) is not None

    # Deleting -------------------------------------------------------------------------------------
    async def delete_table(self, table: TableFacts) -> bool:
        """Make a table disappear, unless something has happened; `delete_logs` does the rest."""
        gone = await self.writer.ask(partial(remove_table, table.table, table.last))
        opened = self.tables.open.get(table.table)
        if gone and opened is not None:
            self.tables.let_go(opened)
        return gone

    async def delete_tournament(self, name: str) -> None:
        """Delete a tournament and all of its tables."""
        try:
            tournament = await self.tables.tournaments.find(name)
        except (NoTournament, Trouble):  # deleted by another process, or of a game that is gone
            tournament = None
        if tournament is not None:
            for number, each in enumerate(tournament.rounds, 1):
                for nth in range(len(each.meetings)):
                    facts = await self.facts_of(tournament.table_id(number, nth))
                    while facts is not None and not await self.delete_table(facts):
                        facts = await self.facts_of(facts.table)
                    await asyncio.sleep(0)
        await self.writer.ask(lambda store: store.remove_tournament(name))
        self.tables.tournaments.forget(name)

    async def facts_of(self, table: str) -> TableFacts | None:
        return await self.writer.ask(lambda store: store.facts_of(table))

    async def delete_logs(self) -> int:
        """Delete the logs of all tables that have disappeared; the number of bites."""
        bites = 0
        while await self.writer.ask(lambda store: store.delete_removed(ROWS_DELETED)):
            bites += 1
            await asyncio.sleep(PAUSE)
        return bites

    # Looking --------------------------------------------------------------------------------------
    async def every_table(self) -> AsyncIterator[TableFacts]:
        """All tables, a few at a time."""
        after = ""
        while page := await self.writer.ask(partial(page_of_tables, after)):
            for table in page:
                yield table
            after = page[-1].table
            await asyncio.sleep(PAUSE)

    async def every_tournament(self) -> AsyncIterator[TournamentFacts]:
        after = ""
        while page := await self.writer.ask(partial(page_of_tournaments, after)):
            for tournament in page:
                yield tournament
            after = page[-1].tournament
            await asyncio.sleep(PAUSE)


def remove_table(table: str, last: int, store: Store) -> bool:
    return store.remove_table(table, last)


def page_of_tables(after: str, store: Store) -> list[TableFacts]:
    return store.table_facts(after, LOOKED_AT)


def page_of_tournaments(after: str, store: Store) -> list[TournamentFacts]:
    return store.tournament_facts(after, LOOKED_AT)
