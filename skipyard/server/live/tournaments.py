"""Tournaments of this server: their commands, the tables of their rounds, and their results.

The log decides: every look reads what other processes wrote first. Tables have ids that follow
from the tournament, so processes that race open each of them once; results are taken from tables
that are over, so a restart loses none.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import NoTable, OpenTable, Unreadable
from skipyard.server.live.pipeline import Pipeline
from skipyard.server.live.rematches import hold
from skipyard.server.logs import note, problem
from skipyard.server.sentences import say
from skipyard.table import policy as policies
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Invitation, NewRow, Outcome, Store, Trouble
from skipyard.table.database.writer import Writer
from skipyard.table.host import Host
from skipyard.table.result import UNKNOWN, Result
from skipyard.tournament.rounds import PERSON, Meeting
from skipyard.tournament.state import BREAK, PLAYING, REVEALING
from skipyard.tournament.tournament import Tournament

ID = re.compile("[A-Za-z0-9_-]{1,64}")
MOST_OPEN = 200  # tournaments in memory
DUE_AT_ONCE = 50  # tournaments that one sweep looks after
UNKNOWN_RESULT = Result(UNKNOWN, (), (), ())  # of a game that today's rules cannot play on

Find = Callable[[str], Awaitable[OpenTable]]
Create = Callable[[Header, Sequence[tuple[bytes, Invitation]]], Awaitable[OpenTable]]


class NoTournament(Refused):
    """There is no such tournament."""


class Sealed(Refused):
    """The deal of a table is still being played."""


class Tournaments:
    """Performs commands of tournaments, opens their tables and takes their results."""

    def __init__(
        self,
        writer: Writer,
        now: Callable[[], int],
        pipeline: Pipeline,
        find: Find,
        create: Create,
    ) -> None:
        self.writer, self.now, self.pipeline = writer, now, pipeline
        self.find_table, self.create_table = find, create
        self.known: dict[str, Tournament] = {}  # as far as this process has read them
        self.locks: dict[str, asyncio.Lock] = {}  # so that one task at a time looks after each
        self.tables_ready: dict[str, int] = {}  # the round whose tables this process has seen open

    # Reading and writing --------------------------------------------------------------------------
    async def find(self, name: str, language: str = "en") -> Tournament:
        """The tournament with that id as it is now; NoTournament where there is none."""
        missing = NoTournament(say(language, "tournament.missing", tournament=name[:40]))
        if not ID.fullmatch(name):
            raise missing
        tournament = self.known.get(name)
        if tournament is None:
            header = await self.writer.ask(lambda store: store.tournament(name))
            if header is None:
                raise missing
            tournament = self.known.setdefault(name, Tournament(header))
            self.forget_some()
        await self.read_on(tournament)
        return tournament

    async def read_on(self, tournament: Tournament) -> None:
        """Apply what was written since we last looked."""
        name, last = tournament.id, tournament.seq
        for row in await self.writer.ask(lambda store: store.tournament_rows(name, last)):
            if row.seq > tournament.seq:  # another reader may have been quicker
                tournament.apply(row)

    def forget_some(self) -> None:
        """Keep only the latest in memory; the log has all of them."""
        for name in list(self.known)[:-MOST_OPEN]:
            if name not in self.locks or not self.locks[name].locked():
                del self.known[name]
                self.locks.pop(name, None)
                self.tables_ready.pop(name, None)

    def forget(self, name: str) -> None:
        """Read a tournament's log again when it is next asked for."""
        self.known.pop(name, None)

    async def create(self, header: Header, organiser: bytes) -> Tournament:
        """Store a new tournament."""
        tournament = Tournament(header)
        await self.writer.ask(lambda store: store.create_tournament(header, organiser))
        note("tournament opened", tournament=header.table, game=header.game)
        self.known[header.table] = tournament
        return tournament

    async def perform(
        self,
        tournament: Tournament,
        player: int,
        command: Command,
        language: str = "en",
        holder: bytes | None = None,
    ) -> None:
        """Check a command and write its row; after a race, read the others' rows and try again."""
        while True:
            if command.kind == "join":
                player = len(tournament.players)
            new_row = tournament.check(player, command, self.now(), language)
            append = new_row._replace(holder=holder)
            outcome = await self.writer.ask(partial(append_row, append))
            await self.read_on(tournament)
            if outcome in (Outcome.STORED, Outcome.REPEATED):
                return
            if outcome is Outcome.AHEAD:  # the log is shorter than it was: read it anew
                self.known.pop(tournament.id, None)
                raise Trouble(say(language, "trouble.shorter", table=tournament.id))

    # Looking after tournaments --------------------------------------------------------------------
    async def sweep(self) -> None:
        """Look after all that are due: those with running tables, and those that wait."""
        now = self.now()
        for name in await self.writer.ask(lambda store: store.due_tournaments(now, DUE_AT_ONCE)):
            try:
                await self.advance(name)
            except Trouble as trouble:  # the others must not wait for it
                problem("a tournament could not act", tournament=name, why=str(trouble))

    async def advance(self, name: str) -> None:
        """Do all that a tournament has to do by itself now; one look at a time."""
        async with self.locks.setdefault(name, asyncio.Lock()):
            tournament = await self.find(name)
            while await self.step(tournament):
                pass

    async def step(self, tournament: Tournament) -> bool:
        """One step; whether there may be another."""
        if tournament.phase in (REVEALING, BREAK):
            if tournament.due() > self.now():
                return False
            number = len(tournament.rounds) + 1
            return await self.own(tournament, "pair", f"pair:{number}")
        if tournament.phase != PLAYING:
            return False
        await self.open_tables(tournament)
        return await self.take_results(tournament)

    async def own(self, tournament: Tournament, kind: str, name: str, **data: object) -> bool:
        """Perform a command of the tournament itself; whether it was accepted."""
        command = Command(kind, tournament.seq, name, data=data, own=True)
        try:
            await self.perform(tournament, NOBODY, command)
        except Refused:  # another process was quicker
            await self.read_on(tournament)
            return False
        return True

    async def ensure_tables(self, tournament: Tournament) -> None:
        """Wait until the tables of a running round are open, before anybody is sent to them."""
        ready = self.tables_ready.get(tournament.id) == len(tournament.rounds)
        if tournament.phase == PLAYING and not ready:
            await self.advance(tournament.id)

    # The tables of a round ------------------------------------------------------------------------
    async def open_tables(self, tournament: Tournament) -> None:
        """Open the tables of the running round and seat everybody; once in this process."""
        number = len(tournament.rounds)
        if self.tables_ready.get(tournament.id) == number:
            return
        for table, meeting in enumerate(tournament.rounds[-1].meetings):
            if not meeting.places:
                await self.open_table(tournament, number, table, meeting)
        self.tables_ready[tournament.id] = number

    async def open_table(
        self, tournament: Tournament, number: int, table: int, meeting: Meeting
    ) -> None:
        name = tournament.table_id(number, table)
        if await self.writer.ask(lambda store: store.header(name)) is None:
            try:
                await self.create_table(self.table_header(tournament, number, table), [])
            except Trouble:  # another process may have been quicker
                if await self.writer.ask(lambda store: store.header(name)) is None:
                    raise
        try:
            opened = await self.find_table(name)
        except Unreadable:
            await self.write_result(tournament, number, table, UNKNOWN_RESULT)
            return
        if opened.host.phase == "adjourned":
            await self.write_result(tournament, number, table, UNKNOWN_RESULT)
        for seat, player in enumerate(meeting.players):
            if opened.host.phase == "gathering":
                await self.seat(tournament, opened, seat, player)

    def table_header(self, tournament: Tournament, number: int, table: int) -> Header:
        """What a table of this round is played by."""
        header = tournament.header
        policy = policies.make(
            {
                **tournament.agreement.tables,
                "chairs": [policies.INVITED] * header.seats,
                "tournament": tournament.id,
            },
            header.seats,
        )
        return header._replace(
            table=tournament.table_id(number, table),
            rules=tournament.game.rules.VERSION,
            policy=policies.write(policy),
            key=tournament.server_key(number, table),
            opened=self.now(),
        )

    async def seat(self, tournament: Tournament, table: OpenTable, seat: int, player: int) -> None:
        """Seat a player; all devices of a person hold the seat, a bot needs none."""
        who, name = tournament.players[player], tournament.id
        data = {"name": who.name, "kind": who.kind}
        command = Command("sit", table.host.seq, f"sit:{seat}", data=data, own=True)
        holders: list[bytes] = []
        if who.kind == PERSON:
            holders = await self.writer.ask(lambda store: store.player_holders(name, player))
        with contextlib.suppress(Refused):  # seated by another process
            await self.pipeline.perform(table, seat, command, holder=holders[0] if holders else b"")
        for holder in holders[1:]:
            await self.writer.ask(partial(hold, holder, table.id, seat, self.now()))
        if who.left:
            await self.give_up(table, seat)

    async def leave_table(self, tournament: Tournament, player: int) -> None:
        """Who leaves a tournament gives up the running game."""
        running = tournament.meeting_of(player)
        if running is not None:
            number, table = running
            with contextlib.suppress(NoTable):  # else it is about to be opened
                opened = await self.find_table(tournament.table_id(number, table))
                seat = tournament.rounds[number - 1].meetings[table].players.index(player)
                await self.give_up(opened, seat)

    async def give_up(self, table: OpenTable, seat: int) -> None:
        with contextlib.suppress(Refused):  # not dealt yet, or over
            command = Command("resign", table.host.seq, f"{seat}-left")
            await self.pipeline.perform(table, seat, command)

    # Results --------------------------------------------------------------------------------------
    async def take_results(self, tournament: Tournament) -> bool:
        """Write the results of tables that have ended; whether there was one."""
        number, meetings = len(tournament.rounds), tournament.rounds[-1].meetings
        running = {
            tournament.table_id(number, table): table
            for table, meeting in enumerate(meetings)
            if not meeting.places
        }
        ended = await self.writer.ask(lambda store: store.ended(list(running)))
        written = False
        for name in ended:
            result = (await self.find_table(name)).host.result
            written |= await self.write_result(
                tournament, number, running[name], result or UNKNOWN_RESULT
            )
        await self.retry_leavers(tournament, number)
        return written

    async def write_result(
        self, tournament: Tournament, number: int, table: int, result: Result
    ) -> bool:
        """Write the result of a table; a draw where today's rules cannot say who won."""
        places = list(result.places) or [1] * tournament.seats
        facts = {"round": number, "table": table, "places": places, "how": result.how}
        return await self.own(tournament, "result", f"result:{number}:{table}", **facts)

    async def retry_leavers(self, tournament: Tournament, number: int) -> None:
        """Let leavers give up games that had not been dealt when they left."""
        if number != len(tournament.rounds) or tournament.phase != PLAYING:
            return
        for player, who in enumerate(tournament.players):
            if who.left and who.kind == PERSON and tournament.meeting_of(player):
                await self.leave_table(tournament, player)

    async def is_sealed(self, host: Host) -> bool:
        """Whether a table belongs to a tournament that still plays the same deal."""
        return await self.is_sealed_in(host.policy.tournament, host.header.table)

    async def is_sealed_table(self, header: Header) -> bool:
        """The same of a table that is not open."""
        name = json.loads(header.policy).get("tournament", "")
        return await self.is_sealed_in(name, header.table)

    async def is_sealed_in(self, name: str, table: str) -> bool:
        if not name:
            return False
        try:
            tournament = await self.find(name)
        except NoTournament:  # imported from another server
            return False
        return tournament.is_sealed(table)


def append_row(new_row: NewRow, store: Store) -> Outcome:
    return store.append_to_tournament(new_row)
