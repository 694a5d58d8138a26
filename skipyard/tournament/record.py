"""A tournament as a JSON record, and its verification: entries, lots, pairings and keys of deals.

While it runs the record has no server key and no nonces; anybody can see the commitments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.table import fair_dice
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row, Trouble
from skipyard.table.files import canonical_json
from skipyard.table.files.untrusted import check_fields, quoted
from skipyard.tournament.sentences import say
from skipyard.tournament.state import OVER
from skipyard.tournament.tournament import Tournament

FORMAT = "skipyard-tournament/1"
SECRET = ("nonce",)  # of entries, until it is over
FIELDS: dict[str, type] = {
    "format": str,
    "id": str,
    "tournament": str,
    "opened": int,
    "game": str,
    "rules": int,
    "seats": int,
    "settings": list,
    "agreed": dict,
    "commitment": str,
    "entries": list,
    "server_key": str,
    "deals": list,
}
ENTRY: dict[str, type] = {"kind": str, "player": int, "at": int, "own": bool, "data": dict}


def of(header: Header, rows: Sequence[Row]) -> dict[str, Any]:
    """The record of a tournament; keys, and where its deals were played, once it is over."""
    t = Tournament(header, rows)
    over = t.phase == OVER
    content: dict[str, Any] = {
        "format": FORMAT,
        "tournament": header.table,
        "opened": header.opened,
        "game": header.game,
        "rules": header.rules,
        "seats": header.seats,
        "settings": json.loads(header.settings),
        "agreed": json.loads(header.policy),
        "commitment": t.commitment,
        "entries": [entry_of(row, over) for row in rows],
        "server_key": header.key.hex() if over else "",
        "deals": deals_of(t) if over else [],
    }
    return content | {"id": canonical_json.digest(content)}


def entry_of(row: Row, over: bool) -> dict[str, Any]:
    data = json.loads(row.data) if row.data else {}
    shown = {name: value for name, value in data.items() if over or name not in SECRET}
    own = ":" in row.command
    return {"kind": row.kind, "player": row.seat, "at": row.at, "own": own, "data": shown}


def deals_of(t: Tournament) -> list[list[dict[str, str]]]:
    """For each round its tables and the server key that the record of each must have."""
    return [
        [
            {"table": t.table_id(number, n), "server_key": t.server_key(number, n).hex()}
            for n in range(len(played.meetings))
        ]
        for number, played in enumerate(t.rounds, 1)
    ]


def dumps(content: dict[str, Any]) -> bytes:
    """A record as the bytes of its file."""
    return canonical_json.dumps(content).encode()


def read(raw: bytes) -> dict[str, Any] | None:
    """The record of a tournament in some bytes; None where they are anything else."""
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    of_tournament = isinstance(content, dict) and content.get("format") == FORMAT
    return content if of_tournament else None


# Verifying ----------------------------------------------------------------------------------------
def checks(content: dict[str, Any], language: str = "en") -> Iterator[str]:
    """A sentence for every check that passes; Refused at the first that fails."""

    def refuse(key: str, **facts: object) -> Refused:
        return Refused(say(language, f"verify.{key}", **facts))

    check_fields(content, FIELDS, refuse)
    unsealed = {name: value for name, value in content.items() if name != "id"}
    if canonical_json.digest(unsealed) != content["id"]:
        raise refuse("id")
    if content["game"] not in GAMES or not fair_dice.is_hex(content["server_key"]):
        raise refuse("unfinished")
    key = bytes.fromhex(content["server_key"])
    if fair_dice.commitment(key) != content["commitment"]:
        raise refuse("commitment")
    yield say(language, "verify.commitment_right")
    t = folded(content, key, refuse)
    yield say(language, "verify.entries_right", count=len(content["entries"]))
    promised = [who for who in t.players if who.commitment and not who.late]
    given = sum(bool(who.nonce) for who in promised)
    yield say(language, "verify.nonces_right", given=given, promised=len(promised))
    if t.phase != OVER or deals_of(t) != content["deals"]:
        raise refuse("deals")
    yield say(language, "verify.deals_right", rounds=len(t.rounds))


def folded(content: dict[str, Any], key: bytes, refuse: Any) -> Tournament:
    """Check every entry as a new command at its time, and apply it."""
    header = Header(
        content["tournament"],
        content["game"],
        content["rules"],
        content["seats"],
        json.dumps(content["settings"]),
        canonical_json.dumps(content["agreed"]),
        key,
        content["opened"],
    )
    try:
        t = Tournament(header)
    except (Trouble, ValueError) as trouble:
        raise refuse("header", why=trouble) from None
    for n, entry in enumerate(content["entries"], 1):
        if not isinstance(entry, dict):
            raise refuse("value", name="entries", found=quoted(entry))
        check_fields(entry, ENTRY, refuse)
        name = f"entry:{n}" if entry["own"] else f"entry-{n}"
        command = Command(entry["kind"], t.seq, name, data=entry["data"], own=entry["own"])
        try:
            row = t.check(entry["player"], command, entry["at"]).row
        except Refused as refusal:
            raise refuse("entry", n=n, why=refusal) from None
        if entry_of(row, over=True) != entry:
            raise refuse("entry_other", n=n, found=quoted(entry))
        t.apply(row)
    return t
