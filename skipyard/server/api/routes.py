"""The HTTP API: games, tables, seats, commands, replays and records, all as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from skipyard.games import GAMES, game
from skipyard.games.facts import game_facts, option_facts
from skipyard.server.access.seating import LISTED_TABLES, Seating, seating_of, table_of
from skipyard.server.api.commands import command_of
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net import messages, names, tokens
from skipyard.server.net.addresses import address_of
from skipyard.server.net.language import language_of
from skipyard.server.net.messages import Nonce
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.table.chair import FREE
from skipyard.table.database.store import DEVICE, JOIN
from skipyard.table.face import FACE
from skipyard.table.policy import INVITED, LINK

MOST_SEATS = 8
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Text = Annotated[str, Meta(max_length=200)]


class Ask(Struct, forbid_unknown_fields=True):
    """The body of a request that changes something."""


class Sitter(Ask):
    """Somebody who sits down."""

    name: Text = ""
    commitment: Nonce | None = None  # SHA-256 of a nonce for the dice
    face: Annotated[str, Meta(pattern=f"^({FACE})?$")] = ""  # a digit for each part; empty: none
    bearer: bool = False  # answer with a token, for programs; browsers get a cookie


class NewTable(Sitter):
    """A table to open. A chair is me, open, link, invited, or bot:NAME."""

    game: Text = ""
    settings: Annotated[list[Text], Meta(max_length=60)] = []
    chairs: Annotated[list[Text], Meta(max_length=MOST_SEATS)] = []
    policy: dict[str, int | bool | Text] = {}


class TakeSeat(Sitter):
    seat: Seat = 0


class UseCode(Sitter):
    code: Text = ""


class Fill(Ask):
    """Put a bot on a free seat."""

    seat: Seat
    bot: Text = "greedy"


class OneSeat(Ask):
    seat: Seat | None = None


class Guest(Ask):
    """Somebody at the table, by seat."""

    seat: Seat


# Games --------------------------------------------------------------------------------------------
async def games(request: Request) -> Response:
    return answer([game_facts(game(name), language_of(request)) for name in GAMES])


async def one_game(request: Request) -> Response:
    language = language_of(request)
    g = game(request.path_params["game"], language)
    options = [option_facts(g, option, language) for option in g.options.OPTIONS]
    return answer(game_facts(g, language) | {"options": options})


async def schema(request: Request) -> Response:
    return answer(messages.schema())


# Tables and seats ---------------------------------------------------------------------------------
async def open_table(request: Request) -> Response:
    """Open a table; the sender sits on the chair called “me”, if there is one."""
    language, seating = language_of(request), seating_of(request)
    wanted = await body_of(request, NewTable)
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    if wanted.chairs.count("me") > 1:
        raise problem(request, 400, "ask.me", count=wanted.chairs.count("me"))
    names.clean(wanted.name, language)
    mine = LINK if LINK in wanted.chairs else INVITED  # should I leave before the deal
    chairs = [mine if chair == "me" else chair for chair in wanted.chairs]
    policy = wanted.policy | {"chairs": chairs}
    table, codes = await seating.open_table(wanted.game, wanted.settings, policy, language)
    table.address = address_of(request)
    facts: dict[str, Any] = {"table": table.id, "commitment": table.host.commitment}
    if "me" not in wanted.chairs:
        return answer(facts | {"codes": codes}, 201)
    seat = wanted.chairs.index("me")
    codes.pop(seat, None)
    return await seated(request, table, seat, wanted, facts | {"codes": codes}, 201)


async def take_seat(request: Request) -> Response:
    """Sit down on a chair that is open to everybody, or to those who have the table's link."""
    wanted, table = await body_of(request, TakeSeat), await table_of(request)
    chairs, seat = table.host.chairs, wanted.seat
    if seat >= len(chairs):
        raise problem(request, 404, "ask.no_chair", seat=seat + 1, seats=len(chairs))
    if chairs[seat].reserved == INVITED and chairs[seat].kind == FREE:
        raise problem(request, 403, "ask.kept", seat=seat + 1)
    if await seating_of(request).was_removed(table, tokens.token_of(request)):
        raise problem(request, 403, "ask.removed")
    return await seated(request, table, wanted.seat, wanted, {"table": table.id})


async def join(request: Request) -> Response:
    """Use a code: to sit down, or to play one's seat on another device too."""
    wanted, language, seating = (
        await body_of(request, UseCode),
        language_of(request),
        seating_of(request),
    )
    names.clean(wanted.name, language)  # before the code is used up
    await seating.look_up_code(wanted.code, language)
    token, fresh = token_for(request, wanted.bearer)
    invitation = await seating.use_code(wanted.code, token, language)
    table = await seating.tables.table(invitation.table, language)
    if invitation.kind == JOIN:
        return await seated(request, table, invitation.seat, wanted, {"table": table.id})
    return with_token(request, {"table": table.id, "seat": invitation.seat}, token, fresh, wanted)


async def invitation(request: Request) -> Response:
    """What a code is for, without using it up."""
    wanted, language, seating = (
        await body_of(request, UseCode),
        language_of(request),
        seating_of(request),
    )
    valid = await seating.look_up_code(wanted.code, language)
    table = await seating.tables.table(valid.table, language)
    presenter = table.presenter
    return answer(
        {
            "kind": valid.kind,
            "title": table.host.game.title,
            "taken": presenter.seated_names(language),
            "agreed": presenter.agreed(language),
            "name": presenter.names(language)[valid.seat] if valid.kind == DEVICE else "",
        }
    )


async def seated(
    request: Request,
    table: OpenTable,
    seat: int,
    wanted: Sitter,
    facts: dict[str, Any],
    status: int = 200,
) -> Response:
    """Sit the sender down, and answer with the seat."""
    token, fresh = token_for(request, wanted.bearer)
    person = {"name": wanted.name, "nonce": wanted.commitment or "", "face": wanted.face}
    await seating_of(request).sit(table, seat, token, person, language_of(request))
    return with_token(request, facts | {"seat": seat}, token, fresh, wanted, status)


def token_for(request: Request, bearer: bool) -> tuple[str, bool]:
    """The sender's token, and whether it is new; a program gets a new one for each seat."""
    token = "" if bearer else tokens.token_of(request)
    return token or tokens.new_token(), not token


def with_token(
    request: Request,
    facts: dict[str, Any],
    token: str,
    fresh: bool,
    wanted: Sitter,
    status: int = 200,
) -> Response:
    """An answer with the token: in its body for a program, else in a cookie if it is new."""
    if wanted.bearer:
        return answer(facts | {"token": token}, status)
    response = answer(facts, status)
    if fresh:
        tokens.give_cookie(response, token, seating_of(request).settings)
    return response


async def fill(request: Request) -> Response:
    """Put a bot on a free chair, for the host."""
    wanted, table, language = (
        await body_of(request, Fill),
        await table_of(request),
        language_of(request),
    )
    seating = seating_of(request)
    await seating.host_of(request, table)
    await seating.seat_bot(table, wanted.seat, wanted.bot, language)
    return answer({"table": table.id, "seat": wanted.seat})


async def invite(request: Request) -> Response:
    """Keep a free chair for one person alone: a new code for it, for the host."""
    seating, table, seat, by = await free_chair(request)
    code = await seating.keep_chair(table, seat, by, language_of(request))
    return answer({"seat": seat, "code": code})


async def release(request: Request) -> Response:
    """Give a chair that was kept for one person back to all who have the link, for the host."""
    seating, table, seat, by = await free_chair(request)
    await seating.release_chair(table, seat, by, language_of(request))
    return answer({"seat": seat})


async def free_chair(request: Request) -> tuple[Seating, OpenTable, int, int]:
    """The free chair that a host asks about, and the host's own."""
    wanted, table = await body_of(request, OneSeat), await table_of(request)
    seating, seat = seating_of(request), wanted.seat or 0
    by = await seating.host_of(request, table)
    chairs = table.host.chairs
    if not (0 <= seat < len(chairs) and chairs[seat].kind == FREE):
        raise problem(request, 409, "ask.free", seat=seat + 1)
    return seating, table, seat, by


async def remove(request: Request) -> Response:
    """Remove a guest before the deal, for the host."""
    wanted, table = await body_of(request, Guest), await table_of(request)
    seating = seating_of(request)
    by = await seating.host_of(request, table)
    await seating.remove(table, wanted.seat, by, language_of(request))
    return answer({"table": table.id, "seat": wanted.seat})


async def hand_over(request: Request) -> Response:
    """Make somebody else at the table the host, for the host."""
    wanted, table = await body_of(request, Guest), await table_of(request)
    seating, seat = seating_of(request), wanted.seat
    by = await seating.host_of(request, table)
    await seating.write_row(table, "host", seat, {"by": by}, language_of(request))
    return answer({"table": table.id, "seat": seat})


async def device(request: Request) -> Response:
    """A code to play one's own seat on another device."""
    wanted, table = await body_of(request, OneSeat), await table_of(request)
    seating = seating_of(request)
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await seating.seat_of(request, table, language_of(request), asked)
    if seat < 0:
        raise problem(request, 403, "ask.not_seated")
    return answer({"seat": seat, "code": await seating.new_code(table, seat, DEVICE)})


# The lobby ----------------------------------------------------------------------------------------
async def lobby(request: Request) -> Response:
    """Tables with a chair that anybody may take, and the sender's own tables."""
    seating = seating_of(request)
    waiting = await seating.tables.writer.ask(lambda store: store.open_tables(LISTED_TABLES))
    token = tokens.token_of(request)
    mine: list[str] = []
    if token:
        holder = tokens.hashed(token)
        mine = await seating.tables.writer.ask(lambda store: store.tables_of(holder, LISTED_TABLES))
    return answer({"open": await seating.summaries(waiting), "mine": await seating.summaries(mine)})


# Playing by HTTP ----------------------------------------------------------------------------------
async def commands(request: Request) -> Response:
    """Do one command; the answer comes when it is on disk."""
    message: Any = await body_of(request, messages.Request)
    table, language, seating = await table_of(request), language_of(request), seating_of(request)
    seat = await seating.seat_of(request, table, language, request.query_params.get("seat"))
    caller = f"{table.id}:{seat}" if seat >= 0 else address_of(request)
    if not seating.seat_limit.allows(caller):
        raise problem(request, 429, "ask.often")
    if isinstance(message, messages.Say):
        await seating.send_phrase(table, seat, message.phrase, language)
        return answer({"type": "said"})
    if not isinstance(message, messages.Command):
        return answer(messages.Pong())
    if isinstance(message, messages.SkipToTurn):
        seq = seating.tables.skip_to_turn(table, seat, language)
        return answer(messages.Done(message.command, seq))
    command, holder = command_of(seat, message, language)
    perform = seating.tables.pipeline.perform
    seq = await perform(table, seat, command, language=language, holder=holder)
    return answer(messages.Done(message.command, seq))


async def table(request: Request) -> Response:
    """The table as the sender of the request may see it."""
    table, language, seating = await table_of(request), language_of(request), seating_of(request)
    seat = await seating.seat_of(request, table, language, request.query_params.get("seat"))
    return answer(msgspec.Raw(table.shown(seat, language, seating.tables.now())))
