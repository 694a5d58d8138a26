"""The front desk: who opens tables, who sits where, who may see what."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from starlette.requests import HTTPConnection, Request

from skipyard.games import game
from skipyard.options import Refused, read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import ID_BYTES, OpenTable, Unreadable
from skipyard.server.live.tables import LiveTables
from skipyard.server.net import names, tokens
from skipyard.server.net.language import language_of
from skipyard.server.net.outbox import Outbox
from skipyard.server.net.rate_limits import Limit
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.table import fair_dice
from skipyard.table import policy as policies
from skipyard.table.command import Command
from skipyard.table.database.store import DEVICE, JOIN, Header, Invitation, Store

WEEK = 7 * 24 * 3600 * 1000  # milliseconds that a code to join is good for
HOUR = 3600 * 1000  # a code for another device is used at once
TABLES_BURST = 20
LISTED_TABLES = 50  # in a list of tables, at most
HINTS_RATE, HINTS_BURST = 0.5, 5  # a second from one seat
LOCAL = ("127.0.0.1", "::1")  # this machine; a proxy on it says for whom it asks


class Seating:
    """What a request may do with tables, in the name of the token that it carries."""

    def __init__(self, settings: Settings, tables: LiveTables) -> None:
        self.settings, self.tables, self.outbox = settings, tables, Outbox()
        self.seat_limit = Limit(settings.rate, 2 * settings.rate)
        self.address_limit = Limit(settings.address_rate, 2 * settings.address_rate)
        self.tables_limit = Limit(settings.tables_rate, TABLES_BURST)
        self.hint_limit = Limit(HINTS_RATE, HINTS_BURST)

    def may_ask(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address has not asked for too much."""
        return address in LOCAL or self.address_limit.allows(address, cost)

    def may_open(self, address: str) -> bool:
        """Whether an address has not opened too many tables."""
        return address in LOCAL or self.tables_limit.allows(address)

    # Opening a table ------------------------------------------------------------------------------
    async def open_table(
        self, game_name: str, settings: Sequence[str], policy: dict[str, Any], language: str
    ) -> tuple[OpenTable, dict[int, str]]:
        """A new table, and a code for each seat that is kept for somebody invited."""
        found = game(game_name, language)
        seats = len(policy.get("chairs", ()))
        chosen = read_settings(found.options.OPTIONS, settings, found.title, language)
        found.options.check(seats, chosen, language)
        agreed = policies.make({"pace": int(self.settings.pace * 1000)} | policy, seats, language)
        table, now = secrets.token_urlsafe(ID_BYTES), self.tables.now()
        codes = {
            seat: tokens.new_code()
            for seat, chair in enumerate(agreed.chairs)
            if chair == policies.INVITED
        }
        invitations = [
            (tokens.hashed_code(code), Invitation(table, seat, JOIN, now + WEEK))
            for seat, code in codes.items()
        ]
        await self.tables.compiling.wait_for(found.name)
        header = Header(
            table=table,
            game=found.name,
            rules=found.rules.VERSION,
            seats=seats,
            settings=json.dumps(write_settings(found.options.OPTIONS, chosen)),
            policy=policies.write(agreed),
            key=fair_dice.new_key(),
            opened=now,
        )
        return await self.tables.create(header, invitations), codes

    # Sitting down ---------------------------------------------------------------------------------
    async def sit(
        self, table: OpenTable, seat: int, token: str, name: str, commitment: str, language: str
    ) -> None:
        """Give a free seat to whoever holds a token."""
        data = {"name": names.clean(name, language), "nonce": commitment}
        await self.take(table, seat, data, tokens.hashed(token), language)

    async def seat_bot(self, table: OpenTable, seat: int, bot: str, language: str) -> None:
        """Put a bot on a free seat."""
        await self.take(table, seat, {"kind": f"{policies.BOT}{bot}"}, b"", language)

    async def take(
        self, table: OpenTable, seat: int, data: dict[str, str], holder: bytes, language: str
    ) -> None:
        name = f"sit:{secrets.token_hex(8)}"
        command = Command("sit", table.host.seq, name, data=data, own=True)
        await self.tables.pipeline.perform(table, seat, command, language=language, holder=holder)

    async def use_code(self, code: str, token: str, language: str) -> Invitation:
        """What a code is good for, this once; one for a device lets the token hold the seat."""
        hashed, holder, now = tokens.hashed_code(code), tokens.hashed(token), self.tables.now()

        def use(store: Store) -> Invitation | None:
            found = store.use(hashed, now)
            if found is not None and found.kind == DEVICE:
                store.hold(holder, found.table, found.seat, now)
            return found

        found = await self.tables.writer.ask(use)
        if found is None:
            raise Refused(say(language, "ask.code"), about="code")
        return found

    async def new_code(self, table: OpenTable, seat: int, kind: str) -> str:
        """A code for a free seat, or for one's own seat on another device."""
        code = tokens.new_code()
        expires = self.tables.now() + (HOUR if kind == DEVICE else WEEK)
        invitation = Invitation(table.id, seat, kind, expires)
        hashed = tokens.hashed_code(code)
        await self.tables.writer.ask(lambda store: store.invite(hashed, invitation))
        return code

    # Whose seat -----------------------------------------------------------------------------------
    async def held(self, connection: HTTPConnection, table: OpenTable) -> list[int]:
        """The seats that a request's token holds at a table."""
        token = tokens.token_of(connection)
        if not token:
            return []
        holder = tokens.hashed(token)
        return await self.tables.writer.ask(lambda store: store.held(holder, table.id))

    async def seat_of(
        self, connection: HTTPConnection, table: OpenTable, language: str, wanted: str | None = None
    ) -> int:
        """The seat that a request speaks for; NOBODY for a watcher."""
        seats = await self.held(connection, table)
        if wanted is not None:
            if not (wanted.isdecimal() and len(wanted) <= 2 and int(wanted) in seats):
                raise Refused(say(language, "ask.not_yours", seat=wanted[:10]))
            return int(wanted)
        if len(seats) > 1:
            raise Refused(say(language, "ask.seat"))
        return seats[0] if seats else NOBODY

    async def briefs(self, tables: Sequence[str]) -> list[dict[str, Any]]:
        """Tables in a few words, for a lobby."""
        found = []
        for name in tables:
            try:
                host = (await self.tables.table(name)).host
            except Unreadable:  # of older rules: it is no use to a lobby
                continue
            found.append(
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
        return found

    # Phrases --------------------------------------------------------------------------------------
    async def say(self, table: OpenTable, seat: int, phrase: str, language: str) -> None:
        """Tell everybody at the table a phrase; watchers have none."""
        if seat == NOBODY:
            raise Refused(say(language, "ask.not_seated"))
        await self.tables.say(table, seat, phrase)


def seating_of(request: Request) -> Seating:
    seating: Seating = request.app.state.seating
    return seating


async def table_of(request: Request) -> OpenTable:
    name = request.path_params["table"]
    return await seating_of(request).tables.table(name, language_of(request))
