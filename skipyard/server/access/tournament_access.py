"""Who a request is in a tournament, by the token that it carries."""

from __future__ import annotations

from starlette.requests import Request

from skipyard.server.access.seating import seating_of
from skipyard.server.access.tournament_facts import facts, my_number
from skipyard.server.live.tournaments import Tournaments
from skipyard.server.net import tokens
from skipyard.server.net.language import language_of
from skipyard.tournament.tournament import Tournament


def tournaments_of(request: Request) -> Tournaments:
    return seating_of(request).tables.tournaments


async def tournament_of(request: Request) -> Tournament:
    """The tournament that a request names, as it is now."""
    name = request.path_params["tournament"]
    return await tournaments_of(request).find(name, language_of(request))


async def held_by(request: Request, tournament: Tournament) -> list[int]:
    """The numbers under which a request's token plays or organises."""
    token = tokens.token_of(request)
    if not token:
        return []
    holder, name = tokens.hashed(token), tournament.id
    writer = seating_of(request).tables.writer
    return await writer.ask(lambda store: store.players_held(holder, name))


async def facts_for(request: Request, tournament: Tournament) -> dict[str, object]:
    """What the sender of a request is shown."""
    await tournaments_of(request).ensure_tables(tournament)
    held, now = await held_by(request, tournament), seating_of(request).tables.now()
    return facts(tournament, held, now, language_of(request))


async def player_of(request: Request, tournament: Tournament) -> int:
    """The number under which the sender plays; NOBODY for somebody who does not."""
    return my_number(tournament, await held_by(request, tournament))


def etag_of(shown: dict[str, object], language: str) -> str:
    """Changes whenever the page would; the countdown of a break is the page's own."""
    who = f"{shown['me']}.{int(bool(shown['organiser']))}"
    return f'"{shown["seq"]}.{who}.{language}"'
