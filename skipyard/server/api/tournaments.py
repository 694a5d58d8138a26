"""The API of tournaments: opening, joining, beginning, leaving; what everybody sees; the record."""

from __future__ import annotations

import json
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.games import game
from skipyard.options import read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of
from skipyard.server.access.tournament_access import (
    etag_of,
    facts_for,
    held_by,
    player_of,
    tournament_of,
    tournaments_of,
)
from skipyard.server.access.tournament_facts import ORGANISER
from skipyard.server.api.routes import MOST_SEATS, Ask, Sitter, Text, token_for, with_token
from skipyard.server.live.open_table import new_id
from skipyard.server.net import names, tokens
from skipyard.server.net.language import language_of
from skipyard.server.net.messages import Nonce
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.table import fair_dice
from skipyard.table.command import Command
from skipyard.table.database.store import Header
from skipyard.tournament import agreement as agreements
from skipyard.tournament import record
from skipyard.tournament.tournament import Tournament


class NewTournament(Sitter):
    """A tournament to open; `plays` says whether the organiser plays too."""

    title: Text = ""
    game: Text = ""
    settings: Annotated[list[Text], Meta(max_length=60)] = []
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    agreed: dict[str, int | bool | Text] = {}  # form, rounds, legs, duplicate, fill, level, pause
    tables: dict[str, int | bool | Text] = {}  # the clock of every table
    plays: bool = True


class WithPlayer(Ask):
    player: Annotated[int, Meta(ge=0)] | None = None


class WithNonce(Ask):
    nonce: Nonce


# Opening and joining ------------------------------------------------------------------------------
async def open_tournament(request: Request) -> Response:
    """Open a tournament; the sender organises it."""
    wanted, seating = await body_of(request, NewTournament), seating_of(request)
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    header = new_header(wanted, seating.tables.now(), seating.settings.pace, language_of(request))
    names.clean(wanted.name, language_of(request))
    token, fresh = token_for(request, wanted.bearer)
    tournament = await tournaments_of(request).create(header, tokens.hashed(token))
    player = await join_as(request, tournament, wanted, token) if wanted.plays else NOBODY
    facts = {"tournament": tournament.id, "player": player, "commitment": tournament.commitment}
    return with_token(request, facts, token, fresh, wanted, 201)


def new_header(wanted: NewTournament, now: int, pace: float, language: str) -> Header:
    """What is agreed on, or Refused with a sentence."""
    g = game(wanted.game, language)
    chosen = read_settings(g.options.OPTIONS, wanted.settings, g.title, language)
    g.options.check(wanted.seats, chosen, language)
    tables = {"pace": int(pace * 1000)} | wanted.tables
    content: dict[str, Any] = {**wanted.agreed, "name": wanted.title.strip(), "tables": tables}
    agreed = agreements.make(content, wanted.seats, language)
    return Header(
        table=new_id(),
        game=g.name,
        rules=g.rules.VERSION,
        seats=wanted.seats,
        settings=json.dumps(write_settings(g.options.OPTIONS, chosen)),
        policy=agreements.write(agreed),
        key=fair_dice.new_key(),
        opened=now,
    )


async def join(request: Request) -> Response:
    """Join by the tournament's one link."""
    wanted, tournament = await body_of(request, Sitter), await tournament_of(request)
    token, fresh = token_for(request, wanted.bearer)
    player = await join_as(request, tournament, wanted, token)
    facts = {"tournament": tournament.id, "player": player}
    return with_token(request, facts, token, fresh, wanted)


async def join_as(request: Request, tournament: Tournament, wanted: Sitter, token: str) -> int:
    """Join with a token; whoever plays already stays who they are."""
    language, holder, name = language_of(request), tokens.hashed(token), tournament.id
    writer = seating_of(request).tables.writer
    held = await writer.ask(lambda store: store.players_held(holder, name))
    playing = [number for number in held if number in tournament.people]
    if playing:
        return int(playing[-1])
    data = {"name": names.clean(wanted.name, language), "commitment": wanted.commitment or ""}
    command_id = f"join-{holder.hex()[:40]}-{len(held)}"
    command = Command("join", tournament.seq, command_id, data=data)
    await tournaments_of(request).perform(tournament, NOBODY, command, language, holder)
    held = await writer.ask(lambda store: store.players_held(holder, name))
    return int(held[-1])


# Organising ---------------------------------------------------------------------------------------
async def begin(request: Request) -> Response:
    """The organiser begins: nobody else's pairing or dice can change any more."""
    return await organise(request, "begin")


async def next_round(request: Request) -> Response:
    """The organiser ends the break."""
    return await organise(request, "pair")


async def organise(request: Request, kind: str) -> Response:
    await body_of(request, Ask)
    tournament = await tournament_of(request)
    if ORGANISER not in await held_by(request, tournament):
        raise problem(request, 403, "tournament.organiser")
    # A click that is sent twice is done once; so is one that races with the end of the break.
    number = len(tournament.rounds) + 1
    own = "begin-1" if kind == "begin" else f"pair-{number}"
    tournaments = tournaments_of(request)
    await tournaments.perform(
        tournament, NOBODY, Command(kind, tournament.seq, own), language_of(request)
    )
    await tournaments.advance(tournament.id)
    return answer({"seq": tournament.seq})


async def leave(request: Request) -> Response:
    """Leave, or remove somebody as the organiser; a running game is given up."""
    wanted, tournament = await body_of(request, WithPlayer), await tournament_of(request)
    held = await held_by(request, tournament)
    player = await player_of(request, tournament) if wanted.player is None else wanted.player
    if player not in held and ORGANISER not in held:
        raise problem(request, 403, "tournament.organiser")
    tournaments = tournaments_of(request)
    command = Command("leave", tournament.seq, f"leave-{player}")
    await tournaments.perform(tournament, player, command, language_of(request))
    await tournaments.leave_table(tournament, player)
    return answer({"seq": tournament.seq})


async def reveal(request: Request) -> Response:
    """A player's nonce, once the tournament has begun."""
    wanted, tournament = await body_of(request, WithNonce), await tournament_of(request)
    player = await player_of(request, tournament)
    if player == NOBODY:
        raise problem(request, 403, "tournament.not_playing")
    data = {"nonce": wanted.nonce}
    command = Command("reveal", tournament.seq, f"reveal-{player}", data=data)
    tournaments = tournaments_of(request)
    await tournaments.perform(tournament, player, command, language_of(request))
    await tournaments.advance(tournament.id)
    return answer({"seq": tournament.seq})


# Looking ------------------------------------------------------------------------------------------
async def show(request: Request) -> Response:
    """The tournament as the sender may see it; 304 where nothing has changed."""
    shown = await facts_for(request, await tournament_of(request))
    tag = etag_of(shown, language_of(request))
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    response = answer(shown)
    response.headers.update({"etag": tag, "cache-control": "private, no-cache"})
    return response


async def export(request: Request) -> Response:
    """The record: the whole log, and the key once it is over."""
    tournament = await tournament_of(request)
    name, writer = tournament.id, seating_of(request).tables.writer
    rows = await writer.ask(lambda store: store.tournament_rows(name))
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="tournament-{name}.json"',
    }
    content = record.dumps(record.of(tournament.header, rows))
    return Response(content, headers=headers, media_type="application/json")


ROUTES = [
    Route("/api/tournaments", open_tournament, methods=["POST"]),
    Route("/api/tournaments/{tournament}", show),
    Route("/api/tournaments/{tournament}/join", join, methods=["POST"]),
    Route("/api/tournaments/{tournament}/begin", begin, methods=["POST"]),
    Route("/api/tournaments/{tournament}/next", next_round, methods=["POST"]),
    Route("/api/tournaments/{tournament}/leave", leave, methods=["POST"]),
    Route("/api/tournaments/{tournament}/reveal", reveal, methods=["POST"]),
    Route("/api/tournaments/{tournament}/record", export),
]
