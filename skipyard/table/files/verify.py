"""Verifies a record: a sentence for every check that passes, Refused at the first that fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table import fair_dice
from skipyard.table.chair import nonces
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row, Trouble
from skipyard.table.files import record, untrusted
from skipyard.table.files.canonical_json import dumps
from skipyard.table.files.untrusted import quoted
from skipyard.table.host import Host
from skipyard.table.rows.row_kinds import ROW_KINDS, TABLE
from skipyard.table.sentences import say

LARGEST = 4 * 1024 * 1024  # bytes; the longest matches stay far below
COMMON: dict[str, type] = {
    "format": str,
    "id": str,
    "table": str,
    "before": str,
    "opened": int,
    "game": str,
    "rules": int,
    "settings": list,
    "policy": dict,
    "commitment": str,
    "seats": list,
    "entries": list,
}
WHOLE = COMMON | {"as": str, "server_key": str, "key": str, "result": dict, "digest": str}
PART = COMMON | {"as": int, "view": str}
SEAT: dict[str, type] = {"name": str, "kind": str, "commitment": str}
WHOLE_SEAT = SEAT | {"nonce": str}
ENTRY: dict[str, type] = {"kind": str, "seat": int, "at": int}
MOVE = ENTRY | {"action": int, "words": str}


class Record:
    """A record being checked, field by field."""

    def __init__(self, content: Any, language: str = "en") -> None:
        self.language = language
        untrusted.check_format(content, (record.FORMAT,), self.refuse)
        self.content: dict[str, Any] = content
        self.whole = content.get("as") == record.ALL
        untrusted.check_fields(content, WHOLE if self.whole else PART, self.refuse)
        for seat in content["seats"]:
            self.check_object(seat, "seats", WHOLE_SEAT if self.whole else SEAT)
        for entry in content["entries"]:
            self.check_object(entry, "entries", self.entry_fields(entry))
        self.check_id()
        if not self.whole:
            self.check_letters()

    def refuse(self, key: str, **facts: object) -> Refused:
        return Refused(say(self.language, f"record.{key}", **facts))

    # The form -------------------------------------------------------------------------------------
    def check_object(self, value: Any, name: str, fields: dict[str, type]) -> None:
        if not isinstance(value, dict):
            raise self.refuse("value", name=name, found=quoted(value))
        untrusted.check_fields(value, fields, self.refuse)

    def entry_fields(self, entry: Any) -> dict[str, type]:
        """The fields that an entry must have; others' moves in a part record are only words."""
        fields = dict(ENTRY)
        if isinstance(entry, dict):
            if entry.get("kind") == "move":
                only_words = not self.whole and entry.get("seat") != self.content["as"]
                fields = ENTRY | {"words": str} if only_words else dict(MOVE)
            if "data" in entry:
                fields["data"] = dict
        return fields

    def check_id(self) -> None:
        try:
            identity = record.identity(self.content)
        except (ValueError, RecursionError):  # text that UTF-8 cannot hold, NaN
            raise self.refuse("json", line=1) from None
        if identity != self.content["id"]:
            raise self.refuse("id")

    def check_letters(self) -> None:
        """Refuse control characters in texts that no replay checks."""
        content = self.content
        words = [entry.get("words", "") for entry in content["entries"]]
        names = [text for seat in content["seats"] for text in seat.values()]
        for text in (*words, *names, *content["view"].splitlines()):
            if not text.isprintable():
                raise self.refuse("value", name="view", found=quoted(text))

    # The checks, in order -----------------------------------------------------------------------
    def checks(self) -> Iterator[str]:
        """A sentence for every check that passes; Refused at the first that fails."""
        content = self.content
        if not self.whole:
            raise self.refuse("unfinished")
        yield self.say("id_right", id=content["id"])
        host = self.open()
        yield self.say("game_right", game=host.game.title, version=content["rules"])
        self.check_commitment()
        yield self.say("commitment_right")
        try:
            yield from self.check_game(host)
        except Refused as refusal:
            if not host.older:
                raise
            facts = {"game": host.game.title, "version": host.game.rules.VERSION}
            raise self.refuse("older", found=content["rules"], why=refusal, **facts) from None
        if host.older:
            yield self.say("older_right", found=content["rules"], version=host.game.rules.VERSION)

    def check_game(self, host: Host) -> Iterator[str]:
        """Check what was played, from the first entry to the result."""
        self.fold(host)
        yield self.say("entries_right", count=len(self.content["entries"]), moves=host.moves)
        yield self.check_nonces(host)
        yield self.check_key(host)
        self.check_end(host)
        yield self.say("result_right")
        yield self.say("digest_right")

    def say(self, key: str, **facts: object) -> str:
        return say(self.language, f"record.{key}", **facts)

    def open(self) -> Host:
        """The table before anybody came."""
        content = self.content
        if content["game"] not in GAMES:
            raise self.refuse("game", found=quoted(content["game"]))
        for name in ("server_key", "key", "commitment", "digest"):
            if not fair_dice.is_hex(content[name]):
                raise self.refuse("value", name=name, found=quoted(content[name]))
        for setting in content["settings"]:
            if not isinstance(setting, str):
                raise self.refuse("value", name="settings", found=quoted(setting))
        try:
            return Host(self.header(), language=self.language)
        except Trouble as trouble:
            raise self.refuse("table", why=trouble) from None

    def header(self) -> Header:
        content = self.content
        return Header(
            content["table"],
            content["game"],
            content["rules"],
            len(content["seats"]),
            dumps(content["settings"]),
            dumps(content["policy"]),
            bytes.fromhex(content["server_key"]),
            content["opened"],
            content["before"],
        )

    def rows(self) -> list[Row]:
        """The entries as rows of a log; call it after the checks."""
        host, rows = self.open(), []
        for entry in self.content["entries"]:
            rows.append(row_of(host, entry))
            host.apply(rows[-1])
        return rows

    def check_commitment(self) -> None:
        if (
            fair_dice.commitment(bytes.fromhex(self.content["server_key"]))
            != self.content["commitment"]
        ):
            raise self.refuse("commitment")

    def fold(self, host: Host) -> None:
        """Check every entry as a new command at its time, and apply it."""
        for n, entry in enumerate(self.content["entries"], 1):
            if host.phase == "over":
                raise self.refuse("after_end", n=n)
            self.replay(host, n, entry)

    def replay(self, host: Host, n: int, entry: dict[str, Any]) -> None:
        row = row_of(host, entry)
        try:
            checked = host.check(row.seat, command_of(host, row), row.at, self.language).row
        except Refused as refusal:
            raise self.refuse("entry", n=n, why=refusal) from None
        if checked != row:
            raise self.refuse("entry_other", n=n, found=quoted(entry))
        if row.kind == "move" and entry["words"] != record.describe(host, row):
            meant = record.describe(host, row)
            raise self.refuse("words", n=n, meant=meant, found=quoted(entry["words"]))
        host.apply(row)

    def check_nonces(self, host: Host) -> str:
        """Check the seats against the entries; a sentence about their nonces."""
        for seat, facts in enumerate(self.content["seats"]):
            if facts != record.seat_facts(host, seat, ["nonce"]):
                raise self.refuse("seat", player=seat + 1)
        given = [str(seat + 1) for seat, chair in enumerate(host.chairs) if chair.nonce]
        missing = [
            str(seat + 1)
            for seat, chair in enumerate(host.chairs)
            if chair.commitment and not chair.nonce
        ]
        if missing:
            return self.say("nonces_missing", given=listed(given), missing=listed(missing))
        return self.say("nonces_right", given=listed(given))

    def check_key(self, host: Host) -> str:
        key = fair_dice.table_key(host.header.key, nonces(host.chairs))
        if key.hex() != self.content["key"]:
            raise self.refuse("key")
        return self.say("key_right")

    def check_end(self, host: Host) -> None:
        if host.result is None or host.table is None:
            raise self.refuse("no_end")
        if dumps(record.result_facts(host)) != dumps(self.content["result"]):
            raise self.refuse("result")
        if host.table.digest() != self.content["digest"]:
            raise self.refuse("digest")


def row_of(host: Host, entry: dict[str, Any]) -> Row:
    """An entry as the next row of the log."""
    return Row(
        host.header.table,
        host.seq + 1,
        entry["kind"],
        entry["seat"],
        entry.get("action", 0),
        dumps(entry["data"]) if "data" in entry else "",
        f"record:{host.seq + 1}" if is_own(host, entry) else f"record-{host.seq + 1}",
        entry["at"],
    )


def command_of(host: Host, row: Row) -> Command:
    """The command that becomes this row."""
    data = json.loads(row.data) if row.data else {}
    return Command(row.kind, host.seq, row.command, row.action, data, ":" in row.command)


def is_own(host: Host, entry: dict[str, Any]) -> bool:
    """Whether an entry is the table's own: a deal, a clock, a bot's move."""
    kind, seat = entry["kind"], entry["seat"]
    if kind == "move":
        return 0 <= seat < len(host.chairs) and bool(host.chairs[seat].bot)
    return seat == NOBODY or (kind in ROW_KINDS and ROW_KINDS[kind].asked_by == TABLE)


def listed(players: list[str]) -> str:
    return ", ".join(players) or "–"


def read(raw: bytes, language: str = "en") -> Record:
    """The record in some bytes, its form checked; Refused with a sentence where it is wrong."""

    def refuse(key: str, **facts: object) -> Refused:
        return Refused(say(language, f"record.{key}", **facts))

    return Record(untrusted.parsed(raw, LARGEST, refuse), language)
