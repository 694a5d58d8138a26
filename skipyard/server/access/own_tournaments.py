"""The tournaments of one person, for lists and for the file that they take along."""

from __future__ import annotations

from typing import Any

from skipyard.seats import NOBODY
from skipyard.server.access.tournament_facts import (
    ORGANISER,
    half_points,
    mine,
    my_number,
    status,
)
from skipyard.server.live.tables import LiveTables
from skipyard.server.sentences import say
from skipyard.table.database.store import Header, Store, Trouble
from skipyard.tournament.state import OVER
from skipyard.tournament.tournament import Tournament

ALL = 10**9
Held = tuple[Header, list[int]]  # a tournament, and the numbers under which a person holds it


async def held(tables: LiveTables, holder: bytes, limit: int) -> list[Held]:
    """The tournaments that a person plays in or organises, the latest first."""

    def read(store: Store) -> list[Held]:
        headers = [store.tournament(name) for name in store.tournaments_of(holder, limit)]
        return [(each, store.players_held(holder, each.table)) for each in headers if each]

    return await tables.writer.ask(read)


async def listed(
    tables: LiveTables, holder: bytes, language: str, limit: int
) -> list[dict[str, Any]]:
    """Each tournament in a few facts; those that are still going on come first."""
    found = []
    for header, numbers in await held(tables, holder, limit):
        try:
            tournament = await tables.tournaments.find(header.table, language)
        except Trouble:  # its game is gone
            found.append(unreadable(header, language))
        else:
            found.append(facts(tournament, numbers, language))
    return sorted(found, key=lambda each: bool(each["over"]))


def facts(t: Tournament, numbers: list[int], language: str) -> dict[str, Any]:
    me = my_number(t, numbers)
    own = mine(t, me, language) or {}
    return {
        "tournament": t.id,
        "game": t.game.name,
        "title": t.game.title,
        "name": t.agreement.name,
        "status": status_for(t, me, language),
        "my_game": bool(own.get("table")),
        "organiser": ORGANISER in numbers,
        "over": t.phase == OVER,
        "at": t.last_at,
    }


def status_for(t: Tournament, me: int, language: str) -> str:
    """Where it stands; after its end, where this person came in."""
    over = t.phase == OVER and me != NOBODY
    rank = next((line.rank for line in t.standings if line.player == me), 0) if over else 0
    if not rank:
        return status(t, language)
    if rank == 1:
        return say(language, "own.won")
    return say(language, "own.placed", place=rank, players=len(t.standings))


def unreadable(header: Header, language: str) -> dict[str, Any]:
    return {
        "tournament": header.table,
        "game": header.game,
        "title": header.game,
        "name": header.game,
        "status": say(language, "own.unreadable"),
        "my_game": False,
        "organiser": False,
        "over": True,
        "at": header.opened,
    }


async def entries(tables: LiveTables, holder: bytes) -> list[dict[str, Any]]:
    """All tournaments of a person with the names that they gave and what came of it."""
    found: list[dict[str, Any]] = []
    for header, numbers in await held(tables, holder, ALL):
        entry: dict[str, Any] = {"tournament": header.table, "game": header.game}
        entry |= {"opened": header.opened, "organised": ORGANISER in numbers}
        try:
            t = await tables.tournaments.find(header.table)
        except Trouble as trouble:
            found.append(entry | {"why": str(trouble)})
            continue
        entry |= {"title": t.agreement.name, "over": t.phase == OVER}
        played = [number for number in numbers if number != ORGANISER]
        lines = {line.player: line for line in t.standings} if t.rounds else {}
        entry["played"] = [
            {
                "player": number,
                "name": t.players[number].name,
                "rank": lines[number].rank if number in lines else 0,
                "points": half_points(lines[number].half_points) if number in lines else "",
            }
            for number in played
        ]
        found.append(entry)
    return found
