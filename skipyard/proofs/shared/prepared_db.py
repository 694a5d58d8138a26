"""Fills a database with tables in the middle of a game."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from skipyard.games import game
from skipyard.options import read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.server.net import tokens
from skipyard.table import policy
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Header, NewRow, Row, Store
from skipyard.table.files.canonical_json import dumps
from skipyard.table.host import Host
from skipyard.table.rows.game_rows import digest_due

SEATS = 2
GROUP = 500  # tables that are prepared together


class PreparedTable(NamedTuple):
    """A table in the database and the tokens of its players."""

    table: str
    tokens: list[str]


def prepare_tables(
    store: Store, name: str, tables: int, moves: int, progress: Callable[[int], None]
) -> list[PreparedTable]:
    """Create tables of a game for two people, each after some random moves."""
    prepared: list[PreparedTable] = []
    while len(prepared) < tables:
        prepared += prepare_group(store, name, min(GROUP, tables - len(prepared)), moves)
        progress(len(prepared))
    return prepared


def prepare_group(store: Store, name: str, tables: int, moves: int) -> list[PreparedTable]:
    dice = random.Random(0)
    hosts = [opened(store, name) for _ in range(tables)]
    prepared = [PreparedTable(host.header.table, []) for host in hosts]
    for seat in range(SEATS):
        held = [tokens.new_token() for _ in hosts]
        for each, token in zip(prepared, held, strict=True):
            each.tokens.append(token)
        write(store, (sat(host, seat, token) for host, token in zip(hosts, held, strict=True)))
    deal = Command("deal", SEATS, "deal:1", own=True)
    write(store, ((host, checked(host, NOBODY, deal)) for host in hosts))
    for _ in range(moves):
        write(store, ((host, moved(host, dice)) for host in hosts if host.phase == "playing"))
    return prepared


def prepare_long_tables(
    store: Store, name: str, tables: int, moves: int, rows: int
) -> list[PreparedTable]:
    """Create tables with so many rows each: the last move is made and taken back again and again.

    The rows are applied without a check, since no table takes as many that lead nowhere.
    """
    dice, host = random.Random(0), Host(new_header(name))
    log: list[NewRow] = []

    def add(seat: int, command: Command) -> None:
        log.append(checked(host, seat, command)._replace(due=NEVER))
        host.apply(log[-1].row)

    for seat in range(SEATS):
        add(seat, Command("sit", seat, f"sit:{seat}", data={"name": f"P{seat}"}, own=True))
    add(NOBODY, Command("deal", SEATS, "deal:1", own=True))
    last = moved(host, dice).row
    while host.moves < moves or not can_be_taken_back(host, last):
        add(last.seat, Command("move", host.seq, last.command, action=last.action))
        last = moved(host, dice).row
    while host.seq < rows:
        data = dumps({"digest": host.digest()}) if digest_due(host) else ""
        row = last._replace(seq=host.seq + 1, data=data, command=f"long-{host.seq}")
        undo = row._replace(seq=row.seq + 1, kind="undo", action=0, data="")
        for each in (row, undo._replace(command=f"back-{host.seq}")):
            host.apply(each)
            log.append(NewRow(each))
    return [write_copy(store, host.header, log) for _ in range(tables)]


def write_copy(store: Store, header: Header, log: Sequence[NewRow]) -> PreparedTable:
    """Store a log as that of a table of its own."""
    prepared = PreparedTable(secrets.token_hex(6), [tokens.new_token() for _ in range(SEATS)])
    store.create(header._replace(table=prepared.table), [])
    rows = [entry._replace(row=entry.row._replace(table=prepared.table)) for entry in log]
    for seat, token in enumerate(prepared.tokens):
        rows[seat] = rows[seat]._replace(holder=tokens.hashed(token))
    for start in range(0, len(rows), GROUP):
        store.append(rows[start : start + GROUP])
    return prepared


def can_be_taken_back(host: Host, row: Row) -> bool:
    """Whether a move turns up nothing and leaves the turn where it is."""
    after = host.copy()
    after.apply(row)
    return after.phase == "playing" and not after.why_not(row.seat, "undo")


def opened(store: Store, name: str) -> Host:
    """A new table with two free chairs."""
    header = new_header(name)
    store.create(header, [])
    return Host(header)


def new_header(name: str) -> Header:
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    return Header(
        table=secrets.token_hex(6),
        game=name,
        rules=g.rules.VERSION,
        seats=SEATS,
        settings=json.dumps(write_settings(g.options.OPTIONS, chosen)),
        policy=policy.write(policy.make({"chairs": [policy.OPEN] * SEATS}, SEATS)),
        key=secrets.token_bytes(32),
        opened=now(),
    )


def sat(host: Host, seat: int, token: str) -> tuple[Host, NewRow]:
    """Seat somebody with a unique name, so that no two tables share their labels."""
    data = {"name": token[:8]}
    entry = checked(host, seat, Command("sit", seat, f"sit:{seat}", data=data, own=True))
    return host, entry._replace(holder=tokens.hashed(token))


def moved(host: Host, dice: random.Random) -> NewRow:
    """A random move of whoever is on turn."""
    action = dice.choice(host.legal(host.turn))
    return checked(host, host.turn, Command("move", host.seq, f"stock-{host.seq}", action=action))


def checked(host: Host, seat: int, command: Command) -> NewRow:
    return host.check(seat, command, now())


def write(store: Store, entries: Iterable[tuple[Host, NewRow]]) -> None:
    """Commit one row of each table and apply it, with nothing due."""
    pairs: list[Any] = list(entries)
    store.append([entry._replace(due=NEVER) for _, entry in pairs])
    for host, entry in pairs:
        host.apply(entry.row)


def now() -> int:
    return time.time_ns() // 1_000_000
