"""Opening tables, sitting down, and which seats a request's token holds."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import HTTPConnection, Request

from skipyard import bots
from skipyard.games import Game, game
from skipyard.options import Refused, read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import OpenTable, Unreadable, new_id
from skipyard.server.live.tables import LiveTables
from skipyard.server.live.tournaments import Sealed
from skipyard.server.net import names, tokens
from skipyard.server.net.addresses import address_of, is_local
from skipyard.server.net.language import language_of
from skipyard.server.net.outbox import Outbox
from skipyard.server.net.rate_limits import RateLimit
from skipyard.server.net.requests import Problem, problem
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.table import fair_dice
from skipyard.table import policy as policies
from skipyard.table.chair import FREE
from skipyard.table.command import Command
from skipyard.table.database.store import (
    DEVICE,
    JOIN,
    REMOVED,
    UNKNOWN,
    VALID,
    VOID,
    Header,
    Invitation,
    Store,
)
from skipyard.table.sentences import say as say_of_table

JOIN_CODE_LIFETIME = 7 * 24 * 3600 * 1000  # milliseconds
REMOVED_FOR = JOIN_CODE_LIFETIME
DEVICE_CODE_LIFETIME = 3600 * 1000  # milliseconds; it is used at once
TABLES_BURST = 20
LISTED_TABLES = 50  # in a list of tables, at most
MISSING, GONE = 404, 410  # of codes: unknown, no longer valid
LOOKUPS_RATE, LOOKUPS_BURST = 5.0, 200  # tokens a second of an address without a place
MOST_HOLDERS = 20_000  # who are remembered to hold a seat
HINTS_RATE, HINTS_BURST = 0.5, 5  # hints a second for one seat


class Seating:
    """What a request may do with tables, by the token that it carries."""

    def __init__(self, settings: Settings, tables: LiveTables) -> None:
        self.settings, self.tables, self.outbox = settings, tables, Outbox()
        self.seat_limit = RateLimit(settings.rate, 2 * settings.rate)
        self.address_limit = RateLimit(settings.address_rate, 2 * settings.address_rate)
        self.tables_limit = RateLimit(settings.tables_rate, TABLES_BURST)
        self.lookup_limit = RateLimit(LOOKUPS_RATE, LOOKUPS_BURST)
        self.holders: OrderedDict[bytes, None] = OrderedDict()  # who are known to hold a seat
        self.hint_limit = RateLimit(HINTS_RATE, HINTS_BURST)

    def may_ask(self, connection: HTTPConnection, cost: float = 1.0) -> bool:
        """Whether the address of a request is within its rate limit."""
        return is_local(connection) or self.address_limit.allows(address_of(connection), cost)

    def may_open(self, connection: HTTPConnection) -> bool:
        """Whether the address of a request is within its rate limit for new tables."""
        return is_local(connection) or self.tables_limit.allows(address_of(connection))

    # Opening a table ------------------------------------------------------------------------------
    async def open_table(
        self, game_name: str, settings: Sequence[str], policy: dict[str, Any], language: str
    ) -> tuple[OpenTable, dict[int, str]]:
        """A new table, and a code for each seat that is reserved for somebody invited."""
        g = game(game_name, language)
        if policy.get("tournament"):
            raise Refused(say(language, "tournament.own"), about="tournament")
        seats = len(policy.get("chairs", ()))
        chosen = read_settings(g.options.OPTIONS, settings, g.title, language)
        fit = getattr(g.options, "fit", None)  # defaults that suit this number of players
        chosen = chosen if fit is None else fit(seats, chosen)
        g.options.check(seats, chosen, language)
        usual = {"pace": int(self.settings.pace * 1000)}
        listed = self.tables.listed.listing
        agreed = policies.make(usual | policy, seats, language, listed)
        for chair in agreed.chairs:
            if chair.startswith(policies.BOT):
                self.check_bot(g, chair.removeprefix(policies.BOT), language)
        table, now = new_id(), self.tables.now()
        codes = {
            seat: tokens.new_code()
            for seat, chair in enumerate(agreed.chairs)
            if chair == policies.INVITED
        }
        invitations = [
            (tokens.hashed_code(code), Invitation(table, seat, JOIN, now + JOIN_CODE_LIFETIME))
            for seat, code in codes.items()
        ]
        await self.tables.compiling.wait_for(g.name)
        header = Header(
            table=table,
            game=g.name,
            rules=g.rules.VERSION,
            seats=seats,
            settings=json.dumps(write_settings(g.options.OPTIONS, chosen)),
            policy=policies.write(agreed),
            key=fair_dice.new_key(),
            opened=now,
        )
        return await self.tables.create(header, invitations), codes

    # Sitting down ---------------------------------------------------------------------------------
    async def sit(
        self,
        table: OpenTable,
        seat: int,
        token: str,
        person: Mapping[str, str],
        language: str,
    ) -> None:
        """Give a free seat to the holder of a token; `person` has a name, a nonce and a face."""
        data = {**person, "name": names.clean(person["name"], language), "number": True}
        await self.give_seat(table, seat, data, tokens.hashed(token), language)

    async def seat_bot(self, table: OpenTable, seat: int, bot: str, language: str) -> None:
        """Put a bot on a free seat."""
        if bot not in bots.NAMES and bot not in self.tables.listed.listing:
            names = ", ".join((*bots.NAMES, *self.tables.listed.of(table.host.game.name)))
            raise Refused(say_of_table(language, "host.kind", bots=names))
        self.check_bot(table.host.game, bot, language)
        await self.give_seat(table, seat, {"kind": f"{policies.BOT}{bot}"}, b"", language)

    def check_bot(self, g: Game, bot: str, language: str) -> None:
        """Refuse a listed bot that does not play this game."""
        listed = self.tables.listed.listing.get(bot)
        if listed is not None and not listed.plays(g.name):
            title = game(listed.game).title
            raise Refused(say(language, "listing.game", name=bot, game=title), about="players")

    async def give_seat(
        self, table: OpenTable, seat: int, data: Mapping[str, object], holder: bytes, language: str
    ) -> None:
        await self.write_row(table, "sit", seat, data, language, holder)

    async def write_row(
        self,
        table: OpenTable,
        kind: str,
        seat: int,
        data: Mapping[str, object],
        language: str,
        holder: bytes | None = None,
    ) -> None:
        """Write a row about a seat on somebody's behalf."""
        name = f"{kind}:{secrets.token_hex(8)}"
        command = Command(kind, table.host.seq, name, data=data, own=True)
        await self.tables.pipeline.perform(table, seat, command, language=language, holder=holder)

    async def use_code(self, code: str, token: str, language: str) -> Invitation:
        """Use up a code; one for another device lets the token hold the seat too."""
        hashed, holder, now = tokens.hashed_code(code), tokens.hashed(token), self.tables.now()

        def use(store: Store) -> Invitation | None:
            used = store.use(hashed, now)
            if used is not None and used.kind == DEVICE:
                store.hold(holder, used.table, used.seat, now)
            return used

        invitation = await self.tables.writer.ask(use)
        if invitation is None:
            raise await self.code_refusal(code, language)
        return invitation

    async def look_up_code(self, code: str, language: str) -> Invitation:
        """What a code is good for, without using it up; Refused in a sentence that says why not."""
        hashed, now = tokens.hashed_code(code), self.tables.now()
        invitation = await self.tables.writer.ask(lambda store: store.invitation(hashed, now))
        if invitation is None:
            raise await self.code_refusal(code, language)
        host = (await self.tables.table(invitation.table, language)).host
        if invitation.kind == JOIN and host.phase != "gathering":
            raise Problem(GONE, say(language, "ask.code_begun"), about="begun")
        if invitation.kind == JOIN and host.chairs[invitation.seat].kind != FREE:
            sentence = say(language, "ask.code_taken", seat=invitation.seat + 1)
            raise Problem(GONE, sentence, about="taken")
        return invitation

    async def code_refusal(self, code: str, language: str) -> Refused:
        """Why a code does not work: it is incomplete, unknown, used, expired or replaced."""
        if not tokens.is_whole(code):
            return Problem(MISSING, say(language, "ask.code_incomplete"), about="incomplete")
        hashed, now = tokens.hashed_code(code), self.tables.now()
        fate = await self.tables.writer.ask(lambda store: store.fate(hashed, now))
        status, why = MISSING if fate == UNKNOWN else GONE, fate or UNKNOWN
        return Problem(status, say(language, f"ask.code_{why}"), about=why)

    async def new_code(self, table: OpenTable, seat: int, kind: str) -> str:
        """A code for a free seat, or for one's own seat on another device."""
        code = tokens.new_code()
        lifetime = DEVICE_CODE_LIFETIME if kind == DEVICE else JOIN_CODE_LIFETIME
        invitation = Invitation(table.id, seat, kind, self.tables.now() + lifetime)
        hashed = tokens.hashed_code(code)
        await self.tables.writer.ask(lambda store: store.invite(hashed, invitation))
        return code

    # What the host does ---------------------------------------------------------------------------
    async def remove(self, table: OpenTable, seat: int, by: int, language: str) -> None:
        """Remove a guest, who may come back only by a code of the host's."""
        devices = await self.tables.writer.ask(lambda store: devices_at(store, table.id, seat))
        await self.write_row(table, "remove", seat, {"by": by}, language, b"")
        until = self.tables.now() + REMOVED_FOR

        def note(store: Store) -> None:
            for device in devices:
                store.invite(note_of(device, table.id), Invitation(table.id, seat, REMOVED, until))

        await self.tables.writer.ask(note)

    async def was_removed(self, table: OpenTable, token: str) -> bool:
        """Whether the host has removed the holder of this token from the table."""
        holder, now = tokens.hashed(token), self.tables.now()

        def look(store: Store) -> bool:
            devices = {holder, *(device for device, _ in store.devices_of(holder))}
            fates = {store.fate(note_of(device, table.id), now) for device in devices}
            return bool(fates & {VALID, VOID})

        return await self.tables.writer.ask(look)

    async def host_of(self, request: Request, table: OpenTable) -> int:
        """The host's seat, if the sender has it; Refused otherwise."""
        seats = await self.held(request, table)
        if not seats:
            raise problem(request, 403, "ask.not_seated")
        if table.host.host_seat not in seats:
            raise problem(request, 403, "ask.host")
        return table.host.host_seat

    async def keep_chair(self, table: OpenTable, seat: int, by: int, language: str) -> str:
        """A code with which one person alone can take a free chair."""
        if table.host.chairs[seat].reserved != policies.INVITED:
            data = {"by": by, "chair": policies.INVITED}
            await self.write_row(table, "reserve", seat, data, language)
        return await self.new_code(table, seat, JOIN)

    async def release_chair(self, table: OpenTable, seat: int, by: int, language: str) -> None:
        """Give a chair that was kept back to all who may have it; its code is void."""
        agreed = table.host.policy.chairs[seat]
        kind = policies.OPEN if agreed == policies.OPEN else policies.LINK
        await self.write_row(table, "reserve", seat, {"by": by, "chair": kind}, language)
        await self.tables.writer.ask(lambda store: store.void_codes(table.id, seat))

    # Whose seat -----------------------------------------------------------------------------------
    async def held(self, connection: HTTPConnection, table: OpenTable) -> list[int]:
        """The seats that a request's token holds at a table."""
        token = tokens.token_of(connection)
        if not token:
            return []
        holder = tokens.hashed(token)
        return await self.tables.writer.ask(lambda store: store.held(holder, table.id))

    async def holds_any(self, connection: HTTPConnection) -> bool:
        """Whether a request's token holds a seat at any table."""
        token = tokens.token_of(connection)
        if not token:
            return False
        holder = tokens.hashed(token)
        if holder not in self.holders:
            if not self.lookup_limit.allows(address_of(connection)):
                return False
            if not await self.tables.writer.ask(lambda store: store.tables_of(holder, 1)):
                return False
            self.holders[holder] = None
            while len(self.holders) > MOST_HOLDERS:
                self.holders.popitem(last=False)
        return True

    async def seat_of(
        self, connection: HTTPConnection, table: OpenTable, language: str, wanted: str | None = None
    ) -> int:
        """The seat that a request acts for; NOBODY for a watcher."""
        seats = await self.held(connection, table)
        if wanted is not None:
            if not (wanted.isdecimal() and len(wanted) <= 2 and int(wanted) in seats):
                raise Refused(say(language, "ask.not_yours", seat=wanted[:10]))
            return int(wanted)
        if len(seats) > 1:
            raise Refused(say(language, "ask.seat"))
        if not seats:
            await self.check_unsealed(table, language)
        return seats[0] if seats else NOBODY

    async def check_unsealed(self, table: OpenTable, language: str) -> None:
        """Refuse to show a table whose duplicate deal is still being played, here or elsewhere."""
        if await self.tables.tournaments.is_sealed(table.host):
            raise Sealed(say(language, "tournament.sealed"))

    async def summaries(self, tables: Sequence[str]) -> list[dict[str, Any]]:
        """A few facts about each table, for a lobby."""
        summaries = []
        for name in tables:
            try:
                host = (await self.tables.table(name)).host
            except Unreadable:  # nobody can join it
                continue
            summaries.append(
                {
                    "table": name,
                    "game": host.game.name,
                    "title": host.game.title,
                    "phase": host.phase,
                    "settings": json.loads(host.header.settings),
                    "chairs": [[chair.kind, chair.name] for chair in host.chairs],
                    "opened": host.header.opened,
                }
            )
        return summaries

    # Phrases --------------------------------------------------------------------------------------
    async def send_phrase(self, table: OpenTable, seat: int, phrase: str, language: str) -> None:
        """Send a phrase to everybody at the table; watchers may not."""
        if seat == NOBODY:
            raise Refused(say(language, "ask.not_seated"))
        if not table.host.phrases:
            raise Refused(say(language, "ask.muted"))
        await self.tables.send_phrase(table, seat, phrase)


def devices_at(store: Store, table: str, seat: int) -> set[bytes]:
    """All devices of whoever holds a seat."""
    holders = store.holders_of(table, seat)
    linked = (store.devices_of(holder) for holder in holders)
    return {*holders, *(device for devices in linked for device, _ in devices)}


def note_of(holder: bytes, table: str) -> bytes:
    """Under what is noted that somebody was removed; it fits no code that anybody can send."""
    return hashlib.sha256(b"skipyard removed " + table.encode() + b" " + holder).digest()


def seating_of(request: Request) -> Seating:
    seating: Seating = request.app.state.seating
    return seating


async def table_of(request: Request) -> OpenTable:
    name = request.path_params["table"]
    return await seating_of(request).tables.table(name, language_of(request))
