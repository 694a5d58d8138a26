"""The tables of one person, for lists: few facts about each, folded rarely.

What a table's last row left is cached, so a list costs a fold only for tables that have changed
since, or that this process has never listed.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from skipyard.games import GAMES, game
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import Unreadable
from skipyard.server.live.tables import LiveTables
from skipyard.server.sentences import say
from skipyard.server.workers.fair_queue import Asker, FairQueue
from skipyard.table import journal, seat_results
from skipyard.table.chair import LEFT, PERSON
from skipyard.table.database.store import (
    FinishedTable,
    Header,
    Row,
    RunningTable,
    SeatResult,
    Store,
    Trouble,
)
from skipyard.table.figures import of_table
from skipyard.table.host import Host
from skipyard.table.policy import BOT
from skipyard.table.rows import adjourned

T = TypeVar("T")
MOST_CACHED = 5_000  # tables
FILLED_AT_ONCE = 20  # finished tables of an older version, whose results one request works out
UNREADABLE = "unreadable"


class Summary(NamedTuple):
    """A table that is not over, after its last row."""

    game: str
    phase: str  # as in the host, or unreadable
    turn: int
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    away: tuple[str, ...]
    faces: tuple[str, ...] = ()


class OwnTables:
    """Lists of a person's running and finished tables; `queue` says who may have logs folded."""

    def __init__(self, tables: LiveTables, queue: FairQueue) -> None:
        self.tables, self.writer, self.queue = tables, tables.writer, queue
        self.cache: OrderedDict[str, tuple[int, Summary]] = OrderedDict()  # by id: last row, facts

    # Running --------------------------------------------------------------------------------------
    async def running(
        self, holder: bytes, asker: Asker, language: str, limit: int, skip: int = 0
    ) -> list[dict[str, Any]]:
        """Tables that are not over: those where it is this person's turn, then the latest."""

        def read(store: Store) -> list[tuple[RunningTable, list[int]]]:
            page = store.running_of(holder, limit, skip)
            return [(each, store.held(holder, each.table)) for each in page]

        facts = []
        for each, mine in await self.writer.ask(read):
            summary = await self.summary(each, asker)
            if summary.phase != "over":
                facts.append(running_facts(each, summary, mine, language))
        return facts

    async def summary(self, table: RunningTable, asker: Asker) -> Summary:
        """The facts about a table, folded unless its last row is the one that we know."""
        opened = self.tables.open.get(table.table)
        if opened is not None and opened.host.seq >= table.last:
            return summary_of(opened.host)
        last, summary = self.cache.get(table.table, (-1, None))
        if summary is None or last != table.last:
            summary = await self.from_log(table.table, asker, summary_in)
            self.cache[table.table] = table.last, summary
            if len(self.cache) > MOST_CACHED:
                self.cache.popitem(last=False)
        self.cache.move_to_end(table.table)
        return summary

    async def from_log(
        self, table: str, asker: Asker, work: Callable[[Header, list[Row], bool], T]
    ) -> T:
        """What `work` makes of a table's log in a thread; Full where too many wait for that."""
        async with self.queue.turn(asker):
            return await asyncio.to_thread(work, *await self.log_of(table))

    async def log_of(self, table: str) -> tuple[Header, list[Row], bool]:
        def read(store: Store) -> tuple[Header | None, bool]:
            return store.header(table), store.is_over(table)

        header, over = await self.writer.ask(read)
        rows = await self.tables.folding.rows(table)
        assert header is not None  # a seat refers to its table
        if header.game in GAMES:
            await self.tables.compiling.wait_for(header.game)
        return header, rows, over

    # Finished -------------------------------------------------------------------------------------
    async def finished(
        self, holder: bytes, language: str, limit: int, before: int = 0, last: str = ""
    ) -> list[dict[str, Any]]:
        """Finished tables, the latest first."""

        def read(store: Store) -> tuple[list[FinishedTable], list[Row]]:
            page = store.finished_of(holder, limit, before, last)
            return page, store.sit_rows([each.table for each in page])

        page, rows = await self.writer.ask(read)
        return [finished_facts(each, rows, language) for each in page]

    async def fill_results(self, holder: bytes, asker: Asker) -> bool:
        """Work out results of tables that ended before results were stored; whether some are left.

        A table that cannot be read gets an unknown result, so that it is listed all the same.
        """
        waiting = await self.writer.ask(
            lambda store: store.without_results(holder, FILLED_AT_ONCE + 1)
        )
        for table in waiting[:FILLED_AT_ONCE]:
            results = await self.from_log(table, asker, results_in)
            await self.writer.ask(lambda store, t=table, r=results: store.add_results(t, r))  # type: ignore[misc]
        return len(waiting) > FILLED_AT_ONCE

    async def fill_figures(self, holder: bytes, asker: Asker) -> bool:
        """Work out the figures of finished tables; whether some are left.

        Those of a deal that others still play are left out for now.
        """
        waiting = await self.writer.ask(
            lambda store: store.without_figures(holder, FILLED_AT_ONCE + 1)
        )
        for table in waiting[:FILLED_AT_ONCE]:
            header = await self.writer.ask(lambda store, t=table: store.header(t))  # type: ignore[misc]
            if await self.tables.tournaments.is_sealed_table(header):
                continue
            found = await self.from_log(table, asker, figures_in)
            await self.writer.ask(lambda store, t=table, f=found: store.add_figures(t, f))  # type: ignore[misc]
        return len(waiting) > FILLED_AT_ONCE


def summary_in(header: Header, rows: Sequence[Row], over: bool) -> Summary:
    """The facts about a table; few where its game is gone, or its rules are newer than ours."""
    try:
        return summary_of(host_of(header, rows, over))
    except Trouble:
        return Summary(header.game, UNREADABLE, NOBODY, (), (), ())


def results_in(header: Header, rows: Sequence[Row], over: bool) -> Sequence[SeatResult]:
    try:
        return seat_results.of(host_of(header, rows, over))
    except Trouble:
        return unknown_results(header, rows)


def figures_in(header: Header, rows: Sequence[Row], over: bool) -> list[tuple[str, int, int]]:
    """The figures of a finished table; none where its log cannot be played by today's rules."""
    try:
        host = host_of(header, rows, over)
    except Trouble:
        return []
    if host.table is None or host.adjourned:
        return []
    return [(one.key, one.seat, one.value) for one in of_table(host.table)]


def host_of(header: Header, rows: Sequence[Row], over: bool) -> Host:
    """A table from its log; one that was over by the rules of its time is over."""
    host = Host(header, rows)
    if over and host.result is None:
        if not host.older:
            raise Unreadable(header.table)
        adjourned.end(host, host.seq + 1)
    return host


def summary_of(host: Host) -> Summary:
    chairs = host.chairs
    return Summary(
        game=host.header.game,
        phase=host.phase,
        turn=host.turn,
        names=tuple(chair.name for chair in chairs),
        kinds=tuple(chair.kind for chair in chairs),
        away=tuple(chair.away for chair in chairs),
        faces=tuple(chair.face for chair in chairs),
    )


def unknown_results(header: Header, rows: Sequence[Row]) -> list[SeatResult]:
    ended = rows[-1].at if rows else header.opened
    return [
        SeatResult(seat, PERSON, seat_results.MIXED, seat_results.UNKNOWN, 0, "unknown", 0, ended)
        for seat in range(header.seats)
    ]


# In words -----------------------------------------------------------------------------------------
def title_of(name: str) -> str:
    """A game's title; its name where it is not installed any more."""
    return game(name).title if name in GAMES else name


def players(
    names: Sequence[str],
    kinds: Sequence[str],
    faces: Sequence[str],
    mine: Sequence[int],
    language: str,
) -> list[dict[str, Any]]:
    """Who sits at a table: name, face, whether it is a bot or the person who asks."""
    shown = journal.player_names(names, kinds, language)
    return [
        {"name": name, "face": face, "bot": kind.startswith(BOT), "mine": seat in mine}
        for seat, (name, kind, face) in enumerate(zip(shown, kinds, faces, strict=True))
        if kind != "free"
    ]


def running_facts(
    table: RunningTable, summary: Summary, mine: Sequence[int], language: str
) -> dict[str, Any]:
    return {
        "table": table.table,
        "game": summary.game,
        "title": title_of(summary.game),
        "players": players(summary.names, summary.kinds, summary.faces, mine, language),
        "my_turn": is_my_turn(summary, mine),
        "status": status(summary, mine, language),
        "at": table.at,
    }


def is_my_turn(summary: Summary, mine: Sequence[int]) -> bool:
    return summary.phase == "playing" and summary.turn in mine and not summary.away[summary.turn]


def status(summary: Summary, mine: Sequence[int], language: str) -> str:
    """Whose turn it is, or what the table waits for, in a few words."""
    if is_my_turn(summary, mine):
        return say(language, "own.my_turn")
    gone = {summary.away[seat] for seat in mine if summary.away}
    if summary.phase == "playing" and gone and "" not in gone:
        return say(language, "own.left" if LEFT in gone else "own.gave_up")
    if summary.phase == "playing":
        names = journal.player_names(summary.names, summary.kinds, language)
        return say(language, "own.their_turn", name=names[summary.turn])
    return say(language, f"own.{summary.phase}")


def finished_facts(table: FinishedTable, sits: Sequence[Row], language: str) -> dict[str, Any]:
    names, faces = [""] * len(table.results), [""] * len(table.results)
    for row in sits:
        if row.table == table.table and row.seat < len(names):
            data = json.loads(row.data)
            names[row.seat], faces[row.seat] = str(data["name"]), str(data.get("face", ""))
    kinds = [result.kind for result in table.results]
    return {
        "table": table.table,
        "game": table.game,
        "title": title_of(table.game),
        "players": players(names, kinds, faces, table.mine, language),
        "outcome": outcome(table),
        "seats": table.mine,
        "status": result_words(table, journal.player_names(names, kinds, language), language),
        "at": table.ended,
    }


def outcome(table: FinishedTable) -> str:
    """Won, lost, drawn or unknown; shared where this person had several seats."""
    if len(table.mine) > 1:
        return "shared"
    return next((each.outcome for each in table.results if each.seat in table.mine), "unknown")


def result_words(table: FinishedTable, names: Sequence[str], language: str) -> str:
    """How it ended for this person, in a few words."""
    ended = outcome(table)
    if ended == "shared":
        winners = [names[each.seat] for each in table.results if each.outcome == seat_results.WON]
        key = {0: "own.drawn", 1: "own.won_by"}.get(len(winners), "own.won_by_many")
        return say(language, key, names=", ".join(winners))
    place = next((each.place for each in table.results if each.seat in table.mine), 0)
    if ended == seat_results.LOST and place > 1 and len(table.results) > 2:
        return say(language, "own.placed", place=place, players=len(table.results))
    return say(language, f"own.{ended}")
