"""What operators may do, whether they ask a running server or open the database themselves.

Each act is a struct with its arguments and a method; what changes something is logged and stored.
Nothing here shows a card, a key, a code or a token.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from skipyard import __version__
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.access import erasing
from skipyard.server.live import draining
from skipyard.server.live.bans import Bans, Network, contains, name_of, network_of
from skipyard.server.live.open_table import NoTable
from skipyard.server.live.retention import Retention, kind_of, tournament_of
from skipyard.server.live.tables import LiveTables
from skipyard.server.logs import note
from skipyard.server.net import tokens
from skipyard.server.sentences import say
from skipyard.table.command import Command
from skipyard.table.database.schema import VERSION
from skipyard.table.database.store import (
    ADDRESS,
    NEVER,
    TOKEN,
    Act,
    Ban,
    Store,
    TableFacts,
)

DAY = 86_400_000  # milliseconds
MOST_LISTED = 1000
LONGEST_DRAIN = 600.0  # seconds
NARROWEST = {4: 8, 6: 16}  # bits that a banned network has at least
LOOPBACK = (network_of("127.0.0.0/8"), network_of("::1"))
SEAT = re.compile("([A-Za-z0-9_-]{1,64}):([1-9][0-9]?)")  # a table and a player's number
DIGEST = re.compile("[0-9a-f]{64}")
Facts = dict[str, Any]


class Ask(Struct, forbid_unknown_fields=True):
    """The arguments of an act."""


class ListTables(Ask):
    kind: str = ""  # waiting, running, finished or bots
    game: str = ""
    after: str = ""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 50


class OneTable(Ask):
    table: str


class Delete(Ask):
    table: str  # or a tournament


class Prune(Ask):
    dry_run: bool = False


class Person(Ask):
    person: str


class NewBan(Ask):
    who: str
    days: Annotated[float, Meta(ge=0, le=36_500)] = 0.0  # 0: until it is lifted
    reason: Annotated[str, Meta(max_length=200)] = ""


class Unban(Ask):
    who: str


class Drain(Ask):
    off: bool = False
    stop: bool = False
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_DRAIN)] = 10.0


class Log(Ask):
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 50


class Noted(Ask):
    """Something that the command did itself."""

    act: str
    about: str
    result: str


class Kind(NamedTuple):
    """An act: its arguments, its method, and what it is about if it is to be stored."""

    args: type[Ask]
    perform: Callable[[Administration, Any, str], Awaitable[Facts]]
    about: str = ""  # an argument


class Administration:
    """The acts of operators on the tables of one process."""

    def __init__(self, tables: LiveTables, retention: Retention, bans: Bans) -> None:
        self.tables, self.writer, self.now = tables, tables.writer, tables.now
        self.retention, self.bans = retention, bans
        self.began = self.now()

    async def perform(self, act: str, args: Facts, operator: str, language: str) -> Facts:
        """Do an act and note who asked for it; Refused with a sentence where it cannot be done."""
        kind = KINDS.get(act)
        if kind is None:
            raise Refused(say(language, "admin.act", act=act[:40], acts=", ".join(KINDS)))
        try:
            wanted = msgspec.convert(args, kind.args)
        except msgspec.ValidationError as why:
            raise Refused(say(language, "admin.args", act=act, why=why)) from None
        result = await kind.perform(self, wanted, language)
        if isinstance(wanted, Noted):
            await self.store_act(wanted.act, wanted.about, operator, wanted.result)
        elif kind.about:
            about = "" if act == "forget" else str(getattr(wanted, kind.about))
            about = result.pop("about", about)
            await self.store_act(act, about, operator, json.dumps(result, ensure_ascii=False))
        return result

    async def store_act(self, act: str, about: str, operator: str, result: str) -> None:
        note("admin", act=act, about=about, operator=operator, result=result)
        done = Act(self.now(), secrets.token_hex(8), act, about, operator, result)
        await self.writer.ask(lambda store: store.add_act(done))

    # Looking --------------------------------------------------------------------------------------
    async def list_tables(self, wanted: ListTables, language: str) -> Facts:
        """Tables of a kind, in the order of their ids; `after` the last one for more."""
        listed: list[Facts] = []
        after = wanted.after
        while page := await self.writer.ask(partial(page_after, after)):
            for table in page:
                after = table.table
                fits = wanted.kind in ("", kind_of(table)) and wanted.game in ("", table.game)
                if fits:
                    listed.append(table_facts(table))
                if len(listed) > wanted.limit:
                    return {"tables": listed[:-1], "more": True}
        return {"tables": listed, "more": False}

    async def show(self, wanted: OneTable, language: str) -> Facts:
        """One table: who sits there, by which digests they are known, how far it is."""
        name, facts = wanted.table, await self.facts_of(wanted.table, language)
        shown = table_facts(facts)
        header = await self.writer.ask(lambda store: store.header(name))
        assert header is not None
        shown |= {"settings": json.loads(header.settings), "before": header.before}
        host = (await self.tables.table(name, language)).host
        holders = await self.writer.ask(partial(holders_of, name, header.seats))
        shown |= {
            "phase": host.phase,
            "moves": host.moves,
            "turn": host.turn + 1 if host.turn != NOBODY else None,
            "next": host.next_table,
            "result": host.result.how if host.result else None,
            "players": [
                {"player": seat + 1, "kind": chair.kind, "name": chair.name, "away": chair.away}
                | {"people": [holder.hex() for holder in holders[seat]]}
                for seat, chair in enumerate(host.chairs)
            ],
        }
        return shown

    async def facts_of(self, name: str, language: str) -> TableFacts:
        facts = await self.writer.ask(lambda store: store.facts_of(name))
        if facts is None:
            raise NoTable(say(language, "ask.table", table=name[:40]))
        return facts

    async def status(self, wanted: Ask, language: str) -> Facts:
        """This process."""
        opened = self.tables.open.values()
        return {
            "process": self.tables.process,
            "pid": os.getpid(),
            "version": __version__,
            "schema": VERSION,
            "up": (self.now() - self.began) // 1000,
            "tables": len(opened),
            "people": sum(len(table.presence.listeners) for table in opened),
            "draining": self.tables.draining,
        }

    async def log(self, wanted: Log, language: str) -> Facts:
        acts = await self.writer.ask(lambda store: store.acts(wanted.limit))
        return {"acts": [act._asdict() for act in acts]}

    # Tables ---------------------------------------------------------------------------------------
    async def close(self, wanted: OneTable, language: str) -> Facts:
        """End a game without a winner; a table without a deal has nothing to end: it is deleted."""
        facts = await self.facts_of(wanted.table, language)
        if not facts.dealt:
            return await self.delete(Delete(wanted.table), language)
        table = await self.tables.table(wanted.table, language)
        command = Command("close", table.host.seq, f"close:{secrets.token_hex(8)}", own=True)
        await self.tables.pipeline.perform(table, NOBODY, command, language=language)
        return {"closed": wanted.table}

    async def delete(self, wanted: Delete, language: str) -> Facts:
        """Delete a table with its log, or a tournament with its tables."""
        name = wanted.table
        if await self.writer.ask(lambda store: store.tournament(name)) is not None:
            await self.retention.delete_tournament(name)
        else:
            facts = await self.facts_of(name, language)
            tournament = tournament_of(facts)
            if tournament and await self.retention.is_needed(facts):
                raise Refused(say(language, "admin.of_tournament", tournament=tournament))
            while not await self.retention.delete_table(facts):
                facts = await self.facts_of(name, language)
        await self.retention.delete_logs()
        return {"deleted": name}

    async def prune(self, wanted: Prune, language: str) -> Facts:
        """Delete now what has been kept long enough, or count it."""
        counts = await self.retention.prune(wanted.dry_run)
        if not wanted.dry_run:
            await self.retention.delete_logs()
        return {"dry_run": wanted.dry_run, "deleted": dict(counts)}

    # People ---------------------------------------------------------------------------------------
    async def holders(self, person: str, language: str) -> list[bytes]:
        """The devices of a person: by TABLE:PLAYER, by the digest of a token, or by a token."""
        seat = SEAT.fullmatch(person)
        if DIGEST.fullmatch(person):
            first = [bytes.fromhex(person)]
        elif tokens.TOKEN.fullmatch(person):
            first = [tokens.hashed(person)]
        elif seat is not None:
            table, number = seat[1], int(seat[2]) - 1
            await self.facts_of(table, language)
            first = await self.writer.ask(lambda store: store.holders_of(table, number))
            if not first:
                raise Refused(say(language, "admin.nobody", table=table, player=number + 1))
        else:
            raise Refused(say(language, "admin.person", person=person[:40]))
        return await self.writer.ask(partial(devices_of, first))

    async def forget(self, wanted: Person, language: str) -> Facts:
        """Erase a person as their own page does: seats, names, statistics, devices."""
        holders, tables = await self.holders(wanted.person, language), set[str]()
        for holder in holders:
            tables.update((await erasing.erase(self.tables, holder, language)).tables)
            await self.writer.ask(partial(lift, TOKEN, holder.hex()))  # nothing refers to them
        await self.bans.read()
        return {"tables": len(tables), "devices": len(holders)}

    async def ban(self, wanted: NewBan, language: str) -> Facts:
        """Refuse an address, a network, or a person's devices, and disconnect them."""
        now = self.now()
        until = now + int(wanted.days * DAY) if wanted.days else NEVER
        values = await self.banned(wanted.who, language)
        for kind, value in values:
            ban = Ban(kind, value, now, until, wanted.reason)
            await self.writer.ask(partial(add_ban, ban))
        await self.bans.read()
        return {"banned": [value for _, value in values], "until": until, "about": values[0][1]}

    async def unban(self, wanted: Unban, language: str) -> Facts:
        values = await self.banned(wanted.who, language)
        lifted = [each for each in values if await self.writer.ask(partial(lift, *each))]
        if not lifted:
            raise Refused(say(language, "admin.not_banned", who=values[0][1]))
        await self.bans.read()
        return {"lifted": [value for _, value in lifted], "about": values[0][1]}

    async def banned(self, who: str, language: str) -> list[tuple[str, str]]:
        """The kind and value of each ban that this means."""
        try:
            network = network_of(who)
        except ValueError:
            holders = await self.holders(who, language)
            return [(TOKEN, holder.hex()) for holder in holders]
        if any(
            covers(network, own) for own in LOOPBACK
        ):  # a proxy that sends no addresses would shut everybody out
            raise Refused(say(language, "admin.loopback", who=who))
        if network.prefixlen < NARROWEST[network.version]:
            raise Refused(say(language, "admin.wide", who=who))
        return [(ADDRESS, name_of(network))]

    async def list_bans(self, wanted: Ask, language: str) -> Facts:
        now = self.now()
        bans = await self.writer.ask(lambda store: store.bans(now))
        return {"bans": [ban._asdict() for ban in bans]}

    # This process ---------------------------------------------------------------------------------
    async def drain(self, wanted: Drain, language: str) -> Facts:
        """Send everybody to other processes; then stop, if that is wanted."""
        if wanted.off:
            draining.end(self.tables)
            return {"drained": False, "about": self.tables.process}
        begun = time.monotonic()
        people = await draining.drain(self.tables, wanted.seconds)
        if wanted.stop:
            loop = asyncio.get_running_loop()
            loop.call_later(0.2, signal.raise_signal, signal.SIGTERM)  # after our answer
        seconds = round(time.monotonic() - begun, 1)
        facts = {"drained": True, "people": people, "seconds": seconds, "stopped": wanted.stop}
        return facts | {"about": self.tables.process}

    async def noted(self, wanted: Noted, language: str) -> Facts:
        return {}


def table_facts(table: TableFacts) -> Facts:
    """A table as operators are shown it."""
    return {
        "table": table.table,
        "kind": kind_of(table),
        "game": table.game,
        "opened": table.opened,
        "last": table.at,
        "rows": table.last,
        "held": table.held,
        "present": table.present,
        "tournament": tournament_of(table),
    }


def covers(network: Network, other: Network) -> bool:
    """Whether one of two networks is part of the other."""
    return contains(network, other) or contains(other, network)


def page_after(after: str, store: Store) -> list[TableFacts]:
    return store.table_facts(after, 50)


def holders_of(table: str, seats: int, store: Store) -> list[list[bytes]]:
    return [store.holders_of(table, seat) for seat in range(seats)]


def devices_of(holders: list[bytes], store: Store) -> list[bytes]:
    devices = (device for holder in holders for device, _ in store.devices_of(holder))
    return list(dict.fromkeys(devices))


def add_ban(ban: Ban, store: Store) -> None:
    store.add_ban(ban)


def lift(kind: str, value: str, store: Store) -> bool:
    return store.lift_ban(kind, value)


KINDS = {
    "list": Kind(ListTables, Administration.list_tables),
    "show": Kind(OneTable, Administration.show),
    "status": Kind(Ask, Administration.status),
    "log": Kind(Log, Administration.log),
    "bans": Kind(Ask, Administration.list_bans),
    "close": Kind(OneTable, Administration.close, "table"),
    "delete": Kind(Delete, Administration.delete, "table"),
    "prune": Kind(Prune, Administration.prune, "dry_run"),
    "forget": Kind(Person, Administration.forget, "person"),
    "ban": Kind(NewBan, Administration.ban, "who"),
    "unban": Kind(Unban, Administration.unban, "who"),
    "drain": Kind(Drain, Administration.drain, "off"),
    "noted": Kind(Noted, Administration.noted),
}
