"""Fills a database with tables in the middle of a game."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from skipyard.games import game
from skipyard.options import read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.server.net import tokens
from skipyard.table import policy
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Header, NewRow, Store
from skipyard.table.host import Host

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


def opened(store: Store, name: str) -> Host:
    """A new table with two free chairs."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    header = Header(
        table=secrets.token_urlsafe(9),
        game=name,
        rules=g.rules.VERSION,
        seats=SEATS,
        settings=json.dumps(write_settings(g.options.OPTIONS, chosen)),
        policy=policy.write(policy.make({"chairs": [policy.OPEN] * SEATS}, SEATS)),
        key=secrets.token_bytes(32),
        opened=now(),
    )
    store.create(header, [])
    return Host(header)


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
