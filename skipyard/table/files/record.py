"""Writes a table as a JSON record that anybody can replay and verify (docs/records.md).

The record of a finished table is whole, keys included. The record of an unfinished one contains
only what a seat, or a watcher, was shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from skipyard.seats import NOBODY
from skipyard.table import fair_dice
from skipyard.table.chair import nonces
from skipyard.table.database.store import Header, Row
from skipyard.table.files import canonical_json
from skipyard.table.host import Host
from skipyard.table.rows import adjourned
from skipyard.table.table import LoggedAction

FORMAT = "skipyard-record/1"
FAMILY = "skipyard-record/"
ALL = "all"  # the viewer of a whole record
NO_DIGEST = 64 * "0"  # where older rules dealt and today's would not


# Writing ------------------------------------------------------------------------------------------
def of(
    header: Header, rows: Sequence[Row], viewer: int = NOBODY, over: bool = False
) -> dict[str, Any]:
    """The record of a table: whole when it is over, else as `viewer` saw it.

    `over` says that it ended by the rules of its time, even if it goes on by today's.
    """
    if over or Host(header, rows).phase == "over":
        return whole(header, rows)
    return part(header, rows, viewer)


def whole(header: Header, rows: Sequence[Row]) -> dict[str, Any]:
    """All that happened at a finished table, keys included."""
    host, entries = Host(header), []
    for row in rows:
        entries.append(whole_entry(host, row))
        host.apply(row)
        if host.phase == "over":  # what people agree on afterwards is not part of this game
            break
    if host.result is None:
        adjourned.end(host, host.seq + 1)
    return sealed(
        about(host)
        | {
            "as": ALL,
            "seats": [seat_facts(host, seat, ["nonce"]) for seat in range(header.seats)],
            "server_key": header.key.hex(),
            "key": fair_dice.table_key(header.key, nonces(host.chairs)).hex(),
            "entries": entries,
            "result": result_facts(host),
            "digest": NO_DIGEST if host.table is None else host.table.digest(),
        }
    )


def part(header: Header, rows: Sequence[Row], viewer: int) -> dict[str, Any]:
    """What a seat, or a watcher, was shown of a table: no keys, no nonces, no digests."""
    host, entries = Host(header), []
    for row in rows:
        entries.append(part_entry(host, row, viewer))
        host.apply(row)
    view = host.view(viewer)
    return sealed(
        about(host)
        | {
            "as": viewer,
            "seats": [seat_facts(host, seat, []) for seat in range(header.seats)],
            "entries": entries,
            "view": "" if view is None else str(host.game.position.write_view(view)),
        }
    )


def about(host: Host) -> dict[str, Any]:
    """What everybody knows of a table."""
    header = host.header
    return {
        "format": FORMAT,
        "table": header.table,
        "before": header.before,
        "opened": header.opened,
        "game": header.game,
        "rules": header.rules,
        "settings": json.loads(header.settings),
        "policy": json.loads(header.policy),
        "commitment": host.commitment,
    }


def seat_facts(host: Host, seat: int, more: Iterable[str]) -> dict[str, str]:
    """Who sat there, and the commitment to their nonce."""
    chair = host.chairs[seat]
    return {name: str(getattr(chair, name)) for name in ("name", "kind", "commitment", *more)}


def result_facts(host: Host) -> dict[str, Any]:
    """The result as JSON."""
    assert host.result is not None
    facts = host.result._asdict().items()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts}


def whole_entry(host: Host, row: Row) -> dict[str, Any]:
    """A row, and a move in words."""
    entry: dict[str, Any] = {"kind": row.kind, "seat": row.seat, "at": row.at}
    if row.data:
        entry["data"] = json.loads(row.data)
    if row.kind == "move":
        entry |= {"action": row.action, "words": describe(host, row)}
    return entry


def part_entry(host: Host, row: Row, viewer: int) -> dict[str, Any]:
    """A row as `viewer` was shown it: others' moves only in words."""
    entry: dict[str, Any] = {"kind": row.kind, "seat": row.seat, "at": row.at}
    if row.kind == "move":
        entry["words"] = host.describe_move(viewer, row.action)
        if row.seat == viewer:
            entry["action"] = row.action
    elif row.data and row.kind != "reveal":
        entry["data"] = json.loads(row.data)
    return entry


def describe(host: Host, row: Row) -> str:
    """A move that is about to be applied, in full words."""
    return "" if host.table is None else host.table.describe(LoggedAction(row.seat, row.action))


# Canonical bytes ----------------------------------------------------------------------------------
def sealed(content: dict[str, Any]) -> dict[str, Any]:
    """A record with its id, which shows any change."""
    return {**content, "id": identity(content)}


def identity(content: dict[str, Any]) -> str:
    """SHA-256 of the canonical bytes of all but the id."""
    return canonical_json.digest({name: value for name, value in content.items() if name != "id"})


def dumps(content: dict[str, Any]) -> bytes:
    """A record as the bytes of its file."""
    return canonical_json.dumps(content).encode()
