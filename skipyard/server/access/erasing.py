"""Erases a person: they leave their running games, then everything that refers to them goes.

The one exception to the rule that a row of a log never changes (docs/decisions/0012).
"""

from __future__ import annotations

import contextlib
import secrets

from skipyard.options import Refused
from skipyard.server.live.open_table import OpenTable, Unreadable
from skipyard.server.live.tables import LiveTables
from skipyard.server.sentences import say
from skipyard.table.command import Command
from skipyard.table.database.store import Forgotten

NO_HOLDER = b""  # standing up gives the seat back
ALL_TABLES = 1_000_000


async def erase(tables: LiveTables, holder: bytes, language: str = "en") -> Forgotten:
    """Forget the person with this device: seats, codes, statistics, and their names in logs."""
    running = await tables.writer.ask(lambda store: store.running_of(holder, ALL_TABLES))
    opened = []
    for each in running:
        with contextlib.suppress(Unreadable):
            opened.append(await tables.table(each.table, language))
    if any(table.host.phase == "revealing" for table in opened):
        raise Refused(say(language, "own.dealing"))  # a moment in which nobody can leave
    for table in opened:
        await leave(tables, table, holder, language)
    await leave_tournaments(tables, holder, language)
    forgotten = await tables.writer.ask(lambda store: store.forget(holder))
    for name in forgotten.tournaments:
        tables.tournaments.forget(name)
    for name in forgotten.tables:
        if name in tables.open:
            tables.let_go(tables.open[name])
    return forgotten


async def leave(tables: LiveTables, table: OpenTable, holder: bytes, language: str) -> None:
    """Give up this person's seats: stand up before the deal, resign after it."""
    seats = await tables.writer.ask(lambda store: store.held(holder, table.id))
    for seat in seats:
        gathering = table.host.phase == "gathering"
        if not gathering and table.host.why_not(seat, "resign"):
            continue  # it is over or adjourned, or a bot plays there already
        name = f"{seat}-leave-{secrets.token_hex(4)}"
        command = Command("stand" if gathering else "resign", table.host.seq, name)
        await tables.pipeline.perform(
            table, seat, command, language=language, holder=NO_HOLDER if gathering else None
        )


async def leave_tournaments(tables: LiveTables, holder: bytes, language: str) -> None:
    """Leave those that are not over; the tables in them were given up with the others."""
    names = await tables.writer.ask(lambda store: store.tournaments_of(holder, ALL_TABLES))
    for name in names:
        tournament = await tables.tournaments.find(name, language)
        held = await tables.writer.ask(lambda store, n=name: store.players_held(holder, n))  # type: ignore[misc]
        for player in held:
            command = Command("leave", tournament.seq, f"leave-{player}")
            with contextlib.suppress(Refused):  # it is over, or they left before
                await tables.tournaments.perform(tournament, player, command, language)
