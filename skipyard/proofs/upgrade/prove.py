"""`skipyard prove upgrade`: two processes on PostgreSQL are replaced by newer ones, one by one."""

from __future__ import annotations

import asyncio
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any

import psycopg

from skipyard.cli import interrupts, whole_number
from skipyard.options import Refused
from skipyard.proofs.shared.games import HIDING, OPEN, short
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import ServerProcess, running
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report
from skipyard.proofs.upgrade import newer
from skipyard.proofs.upgrade.players import Ledger, pair
from skipyard.table.database.store import Store
from skipyard.table.database.stores import open_store
from skipyard.table.files import record, verify

PAIRS = 3  # of each game
BETWEEN = 4.0  # seconds of play before and after each step
DRAINED_WITHIN = 2.0  # seconds over which a process sends its people away
PLAYED_OUT = 600.0  # seconds until all games must be over, on a busy machine


def run(args: Any) -> int:
    """Upgrade under way, then check every acknowledgement and every record."""
    dice, report = random.Random(whole_number(args.seed, "--seed", language=args.lang)), Report()
    postgres = Postgres()
    try:
        with interrupts.on_stop(postgres.end), tempfile.TemporaryDirectory() as name:
            upgrade(postgres.create("upgrade"), pathlib.Path(name), dice, report)
    finally:
        postgres.stop()
    return 0 if report.good else 1


def upgrade(db: str, folder: pathlib.Path, dice: random.Random, report: Report) -> None:
    with (
        tempfile.TemporaryDirectory() as sockets,  # whose path is short enough for a socket
        running(2, db, folder, admin_dir=pathlib.Path(sockets)) as servers,
    ):
        ledger = asyncio.run(play(servers, db, dice, report))
        progress("")
        store = open_store(db)  # this Skipyard still can, which is older now
        try:
            check(store, ledger, report)
        finally:
            store.close()


async def play(
    servers: list[ServerProcess],
    db: str,
    dice: random.Random,
    report: Report,
) -> Ledger:
    """Let people play while the processes are replaced, then to the end."""
    ledger = Ledger()
    games = [
        asyncio.create_task(pair(servers, game, short(game), ledger, dice))
        for game in (HIDING, OPEN)
        for _ in range(PAIRS)
    ]
    for nth, server in enumerate(servers, 1):
        await steps(nth, server, db, ledger, report)
    schemas = sorted(status["schema"] for status in processes(servers[0], db))
    report.line(schemas == 2 * [newer.NEWER], "both processes are newer", f"schema {schemas}")
    ledger.upgraded.set()
    async with asyncio.timeout(PLAYED_OUT):
        await asyncio.gather(*games)
    return ledger


async def steps(
    nth: int,
    server: ServerProcess,
    db: str,
    ledger: Ledger,
    report: Report,
) -> None:
    """Replace one process: drain it, stop it, start the newer one at the same address."""
    await go_on(ledger, f"before process {nth} is replaced")
    pid, begun, tables = server.child.pid, time.monotonic(), version_of(db)
    drained = await asyncio.to_thread(drain, server, db, pid)
    status = await asyncio.to_thread(server.child.wait, 60)
    told = f"{drained['people']} sockets closed, stopped after {time.monotonic() - begun:.1f} s"
    report.line(drained["drained"], f"process {nth} is drained and stopped ({status})", told)
    await go_on(ledger, f"while process {nth} is away")
    server.command[server.command.index("skipyard")] = newer.__name__
    await asyncio.to_thread(server.start)
    told = f"the tables were of version {tables}, and are of {version_of(db)}"
    report.line(version_of(db) == newer.NEWER, f"process {nth} is newer", told)
    before = len(ledger.moves)
    cut = await asyncio.to_thread(cut_connections, db)
    await go_on(ledger, "after all connections to the database were cut")
    more = len(ledger.moves) - before
    report.line(more > 0, f"{cut} connections to the database are cut", f"{more} moves since")


async def go_on(ledger: Ledger, what: str) -> None:
    """Let people play for a while, and until some moves were acknowledged."""
    before, until = len(ledger.moves), time.monotonic() + BETWEEN
    deadline = time.monotonic() + PLAYED_OUT
    while time.monotonic() < until or len(ledger.moves) < before + 10:
        progress(f"{what}: {len(ledger.moves)} moves")
        if time.monotonic() > deadline:
            raise Refused(f"Nobody plays {what}.")
        await asyncio.sleep(0.1)


# What an operator does ----------------------------------------------------------------------------
def admin(server: ServerProcess, db: str, *words: str) -> Any:
    """Run `skipyard admin`, of this Skipyard."""
    where = ["--db", db, "--admin-dir", str(server.admin_dir), "--json"]
    command = [sys.executable, "-m", "skipyard", "admin", *words, *where]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refused(done.stderr.strip())
    return json.loads(done.stdout)


def drain(server: ServerProcess, db: str, pid: int) -> Any:
    return admin(server, db, "drain", str(pid), "--stop", "--seconds", str(DRAINED_WITHIN))


def processes(server: ServerProcess, db: str) -> Any:
    return admin(server, db, "processes")["processes"]


def version_of(db: str) -> int:
    """The version of the tables."""
    with psycopg.connect(db) as connection:
        row = connection.execute("SELECT version FROM skipyard.version").fetchone()
    return int(row[0]) if row else 0


def cut_connections(db: str) -> int:
    """End all connections to the database but our own."""
    with psycopg.connect(db, autocommit=True) as connection:
        others = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
        row = connection.execute(others).fetchone()
    return int(row[0]) if row else 0


# What is checked ----------------------------------------------------------------------------------
def check(store: Store, ledger: Ledger, report: Report) -> None:
    """Every acknowledged move is in its log once, at its place; every game ended on the board."""
    lost = twice = 0
    ends = Counter[str]()
    verified, wrong = 0, list[str]()
    acknowledged: dict[str, list[tuple[str, int]]] = {}
    for move in ledger.moves:
        acknowledged.setdefault(move.table, []).append((move.command, move.seq))
    for table in ledger.tables:
        rows = store.rows(table)
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            wrong.append(f"{table}: its rows have a gap")
        commands = Counter(row.command for row in rows)
        at = {row.command: row.seq for row in rows}
        for command, seq in acknowledged.get(table, ()):
            lost += at.get(command) != seq
            twice += commands[command] > 1
        ends[end_of(store, table)] += 1
        try:
            verified += bool(record_sentences(store, table))
        except Refused as refusal:
            wrong.append(f"{table}: {refusal}")
    count = len(ledger.moves)
    told = f"{lost} lost, {twice} done twice; the longest wait {ledger.longest:.1f} s"
    report.line(not lost and not twice and count > 0, f"{count:,} acknowledged moves", told)
    games = len(ledger.tables)
    told = f"{ends['played']} played out, {ends['time']} lost on time"
    report.line(
        ends == {"played": games}, f"{games} games, {ledger.reconnections} times moved", told
    )
    report.line(verified == games and not wrong, "their records", f"{verified} of {games} verify")
    for sentence in wrong[:5]:
        report.line(False, "", sentence)


def end_of(store: Store, table: str) -> str:
    """How a game ended; running where it has not."""
    header = store.header(table)
    assert header is not None
    content = record.of(header, store.rows(table))
    return str(content["result"]["how"]) if "result" in content else "running"


def record_sentences(store: Store, table: str) -> list[str]:
    header = store.header(table)
    assert header is not None
    return list(verify.read(record.dumps(record.of(header, store.rows(table)))).checks())
