"""`skipyard prove concurrency`: whatever is sent at once, each table has one order."""

from __future__ import annotations

import asyncio
import pathlib
import random
import tempfile
from typing import Any

from skipyard.cli import interrupts, whole_number
from skipyard.proofs.concurrency.history import History
from skipyard.proofs.concurrency.unruly_clients import UnrulyTable
from skipyard.proofs.shared.clients import Guest, TableSocket
from skipyard.proofs.shared.games import HIDING, OPEN
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import ServerProcess, running
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report
from skipyard.table.database.stores import open_store

GAMES = {HIDING: 2, OPEN: 3}  # seats
TABLES = 3  # of each game
GRACE = 1  # seconds until a bot plays on, where leaving is tried
QUIET_SECONDS = 3 * GRACE  # seconds in which nothing may happen


def run(args: Any) -> int:
    """Let unruly clients loose on one process and on three, and report."""
    seconds = whole_number(args.seconds, "--seconds", 1, language=args.lang)
    dice = random.Random(whole_number(args.seed, "--seed", language=args.lang))
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        if args.db in ("sqlite", "all"):
            folder = pathlib.Path(name) / "one"
            folder.mkdir()
            one_process(folder, seconds, dice, report)
        if args.db in ("postgres", "all"):
            folder = pathlib.Path(name) / "three"
            folder.mkdir()
            three_processes(folder, seconds, dice, report)
    return 0 if report.good else 1


def one_process(folder: pathlib.Path, seconds: int, dice: random.Random, report: Report) -> None:
    db = str(folder / "tables.db")
    with running(1, db, folder) as servers:
        play_tables(servers, db, seconds, dice, report, "SQLite, one process")


def three_processes(
    folder: pathlib.Path, seconds: int, dice: random.Random, report: Report
) -> None:
    database = Postgres()
    try:
        db = database.create("concurrency")
        with interrupts.on_stop(database.end), running(3, db, folder) as servers:
            play_tables(servers, db, seconds, dice, report, "PostgreSQL, three processes")
            asyncio.run(check_presence(servers, report))
    finally:
        database.stop()


def play_tables(
    servers: list[ServerProcess],
    db: str,
    seconds: int,
    dice: random.Random,
    report: Report,
    title: str,
) -> History:
    """Play tables of unruly clients, then check their history against the logs."""
    history = History()
    tables = [
        UnrulyTable(servers, game, seats, history, dice)
        for _ in range(TABLES)
        for game, seats in GAMES.items()
    ]

    async def play() -> None:
        await asyncio.gather(*(each.play(seconds, progress) for each in tables))

    asyncio.run(play())
    progress("")
    store = open_store(db)
    try:
        for each in tables:
            header, rows = store.header(each.table), store.rows(each.table)
            assert header is not None
            problems = history.problems(each.table, header, rows)
            done = sum(answer.table == each.table and answer.seq > 0 for answer in history.answers)
            sent = sum(each.table == sent.table for sent in history.sent)
            counts = f"{sent:,} commands sent, {done:,} times done, {len(rows):,} rows in one order"
            report.line(not problems and done > 0, f"{title}: {each.game}", counts)
            for sentence in problems[:5]:
                report.line(False, "", sentence)
    finally:
        store.close()
    return history


# Presence -----------------------------------------------------------------------------------------
async def check_presence(servers: list[ServerProcess], report: Report) -> None:
    """Check presence, phrases and stand-in bots when everybody is at another process."""
    ann, bob = Guest(servers[0].url), Guest(servers[1].url)
    opened = ann.open_table(HIDING, ["me", "invited"], name="Ann", policy={"grace": GRACE})
    bob.join(opened["codes"]["1"], name="Bob")
    table = opened["table"]
    async with bob.connect(table) as b, Guest(servers[2].url).connect(table) as watcher:
        async with ann.connect(table) as a:
            await b.until(lambda m: chair_of(m).get("present"))
            await watcher.until("shown")  # what is said before is not for them
            report.line(True, "Ann, in one process, is present in another", "seen")
            await a.send(type="say", phrase="hello")
            for line in (a, b, watcher):
                await line.until("said")
            report.line(True, "what Ann says is heard in all processes", "heard three times")
            ann.url = servers[2].url
            async with ann.connect(table) as again:
                await again.until("shown")
                await a.ws.close()
                good = not await happens(b, lambda m: chair_of(m).get("by_bot"))
                report.line(good, "Ann leaves one process and is still in another", "no bot")
        await b.until(lambda m: chair_of(m).get("by_bot"))
        report.line(True, "Ann has left them all", "a bot plays on")
        ann.url = servers[0].url
        async with ann.connect(table):
            await b.until(lambda m: m["type"] == "shown" and not chair_of(m)["by_bot"])
            report.line(True, "Ann comes back to another process", "it is her seat again")


def chair_of(message: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """A chair as a message shows it; empty where it shows none."""
    if message["type"] != "shown":
        return {}
    chair: dict[str, Any] = message["table"]["chairs"][seat]
    return chair


async def happens(line: TableSocket, what: Any) -> bool:
    """Whether a message like this comes within QUIET_SECONDS."""
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            await line.until(what)
    except TimeoutError:
        return False
    return True
