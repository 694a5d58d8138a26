"""The HTTP API: games, tables, seats, commands, replays and records, all as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from skipyard.games import GAMES, game
from skipyard.games.facts import game_facts, option_facts
from skipyard.server.api.commands import carry_out
from skipyard.server.live.open_table import Hosted
from skipyard.server.live.seating import LISTED_TABLES, office_of, table_of
from skipyard.server.live.table_summary import agreed
from skipyard.server.net import messages, names, tokens
from skipyard.server.net.language import language_of
from skipyard.server.net.messages import Nonce
from skipyard.server.net.requests import address_of, answer, body_of, problem
from skipyard.table.store import DEVICE, JOIN

MOST_SEATS = 8
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Text = Annotated[str, Meta(max_length=200)]


class Ask(Struct, forbid_unknown_fields=True):
    """The body of a request that changes something."""


class Sitter(Ask):
    """Somebody who sits down."""

    name: Text = ""
    commitment: Nonce | None = None  # SHA-256 of a nonce for the dice
    bearer: bool = False  # answer with a token, for programs; browsers get a cookie


class NewTable(Sitter):
    """A table to open. A chair is me, open, invited, or bot:NAME."""

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


# Games --------------------------------------------------------------------------------------------
async def games(request: Request) -> Response:
    return answer([game_facts(game(name), language_of(request)) for name in GAMES])


async def one_game(request: Request) -> Response:
    language = language_of(request)
    found = game(request.path_params["game"], language)
    options = [option_facts(found, option, language) for option in found.options.OPTIONS]
    return answer(game_facts(found, language) | {"options": options})


async def schema(request: Request) -> Response:
    return answer(messages.schema())


# Tables and seats ---------------------------------------------------------------------------------
async def open_table(request: Request) -> Response:
    """A new table: whoever opens it sits on the chair called “me”, if there is one."""
    language, office = language_of(request), office_of(request)
    wanted = await body_of(request, NewTable)
    if not office.may_open(address_of(request)):
        raise problem(request, 429, "ask.often")
    if wanted.chairs.count("me") > 1:
        raise problem(request, 400, "ask.me", count=wanted.chairs.count("me"))
    names.clean(wanted.name, language)
    chairs = ["invited" if chair == "me" else chair for chair in wanted.chairs]
    policy = wanted.policy | {"chairs": chairs}
    hosted, codes = await office.open_table(wanted.game, wanted.settings, policy, language)
    facts: dict[str, Any] = {"table": hosted.id, "commitment": hosted.host.commitment}
    if "me" not in wanted.chairs:
        return answer(facts | {"codes": codes}, 201)
    seat = wanted.chairs.index("me")
    del codes[seat]
    return await seated(request, hosted, seat, wanted, facts | {"codes": codes}, 201)


async def take_seat(request: Request) -> Response:
    """Sit down on a chair that is open to everybody."""
    wanted, hosted = await body_of(request, TakeSeat), await table_of(request)
    chairs = hosted.host.chairs
    if not (0 <= wanted.seat < len(chairs) and chairs[wanted.seat].reserved == "open"):
        raise problem(request, 403, "ask.free", seat=wanted.seat + 1)
    return await seated(request, hosted, wanted.seat, wanted, {"table": hosted.id})


async def join(request: Request) -> Response:
    """Use a code: to sit down, or to go on with one's seat on another device."""
    wanted, language, office = (
        await body_of(request, UseCode),
        language_of(request),
        office_of(request),
    )
    names.clean(wanted.name, language)  # before the code is spent
    token, fresh = token_for(request, wanted.bearer)
    invitation = await office.use_code(wanted.code, token, language)
    hosted = await office.keeper.table(invitation.table, language)
    if invitation.kind == JOIN:
        return await seated(request, hosted, invitation.seat, wanted, {"table": hosted.id})
    return with_token(request, {"table": hosted.id, "seat": invitation.seat}, token, fresh, wanted)


async def invitation(request: Request) -> Response:
    """Whereto a code leads; it is not spent."""
    wanted, language, keeper = (
        await body_of(request, UseCode),
        language_of(request),
        office_of(request).keeper,
    )
    hashed, now = tokens.hashed_code(wanted.code), keeper.now()
    found = await keeper.writer.ask(lambda store: store.invitation(hashed, now))
    if found is None:
        raise problem(request, 409, "ask.code")
    hosted = await keeper.table(found.table, language)
    host, taken = hosted.host, hosted.gallery.taken(language)
    return answer({"title": host.game.title, "taken": taken, "agreed": agreed(host, language)})


async def seated(
    request: Request,
    hosted: Hosted,
    seat: int,
    wanted: Sitter,
    facts: dict[str, Any],
    status: int = 200,
) -> Response:
    """Sit the sender of a request down, and say so."""
    token, fresh = token_for(request, wanted.bearer)
    commitment = wanted.commitment or ""
    language = language_of(request)
    await office_of(request).sit(hosted, seat, token, wanted.name, commitment, language)
    return with_token(request, facts | {"seat": seat}, token, fresh, wanted, status)


def token_for(request: Request, bearer: bool) -> tuple[str, bool]:
    """The sender's token, and whether it is a new one; a program gets a new one for each seat."""
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
    """An answer that hands a new token over: in its body to a program, else in a cookie."""
    if wanted.bearer:
        return answer(facts | {"token": token}, status)
    response = answer(facts, status)
    if fresh:
        tokens.give_cookie(response, token, office_of(request).settings.secure)
    return response


async def fill(request: Request) -> Response:
    """Somebody at the table puts a bot on a free chair."""
    wanted, hosted, language = (
        await body_of(request, Fill),
        await table_of(request),
        language_of(request),
    )
    office = office_of(request)
    if not await office.held(request, hosted):
        raise problem(request, 403, "ask.not_seated")
    await office.seat_bot(hosted, wanted.seat, wanted.bot, language)
    return answer({"table": hosted.id, "seat": wanted.seat})


async def invite(request: Request) -> Response:
    """A new code for a chair that is kept for somebody, from those who sit there already."""
    wanted, hosted = await body_of(request, OneSeat), await table_of(request)
    office, seat = office_of(request), wanted.seat or 0
    if not await office.held(request, hosted):
        raise problem(request, 403, "ask.not_seated")
    chairs = hosted.host.chairs
    if not (0 <= seat < len(chairs) and chairs[seat].kind == "free"):
        raise problem(request, 409, "ask.free", seat=seat + 1)
    return answer({"seat": seat, "code": await office.new_code(hosted, seat, JOIN)})


async def device(request: Request) -> Response:
    """A code with which one's own seat can be played from another device."""
    wanted, hosted = await body_of(request, OneSeat), await table_of(request)
    office = office_of(request)
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await office.seat_of(request, hosted, language_of(request), asked)
    if seat < 0:
        raise problem(request, 403, "ask.not_seated")
    return answer({"seat": seat, "code": await office.new_code(hosted, seat, DEVICE)})


# The lobby ----------------------------------------------------------------------------------------
async def lobby(request: Request) -> Response:
    """Tables with a chair that anybody may take, and the sender's own tables."""
    office = office_of(request)
    waiting = await office.keeper.writer.ask(lambda store: store.open_tables(LISTED_TABLES))
    token = tokens.token_of(request)
    mine: list[str] = []
    if token:
        holder = tokens.hashed(token)
        mine = await office.keeper.writer.ask(lambda store: store.tables_of(holder, LISTED_TABLES))
    return answer({"open": await office.briefs(waiting), "mine": await office.briefs(mine)})


# Playing by HTTP ----------------------------------------------------------------------------------
async def commands(request: Request) -> Response:
    """One command; the answer comes when it is on disk."""
    message: Any = await body_of(request, messages.Request)
    hosted, language, office = await table_of(request), language_of(request), office_of(request)
    seat = await office.seat_of(request, hosted, language, request.query_params.get("seat"))
    caller = f"{hosted.id}:{seat}" if seat >= 0 else address_of(request)
    if not office.seat_limit.allows(caller):
        raise problem(request, 429, "ask.often")
    if isinstance(message, messages.Say):
        await office.say(hosted, seat, message.phrase, language)
        return answer({"type": "said"})
    if not isinstance(message, messages.Wish):
        return answer(messages.Pong())
    seq = await carry_out(office.keeper, hosted, seat, message, language)
    return answer(messages.Done(message.command, seq))


async def table(request: Request) -> Response:
    """The table as the sender of the request may see it."""
    hosted, language, office = await table_of(request), language_of(request), office_of(request)
    seat = await office.seat_of(request, hosted, language, request.query_params.get("seat"))
    return answer(msgspec.Raw(office.keeper.shown(hosted, seat, language)))
