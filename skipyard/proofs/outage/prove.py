"""`skipyard prove outage`: a server, its database or its disk fails longer than a clock runs."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import pathlib
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import httpx

from skipyard.proofs.durability import disk_shim
from skipyard.proofs.shared.clients import Guest, send_request
from skipyard.proofs.shared.games import HIDING
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report

TIME = 8  # seconds a move
THOUGHT = 4.0  # seconds that the player thinks before the outage
OUTAGE = 12.0  # seconds
FULL = 20.0  # seconds that the disk is full
TOLERANCE = 3.0  # seconds on the clock: to notice the outage, and to ask
REQUEST_TIMEOUT = 5.0  # seconds
ANSWER_TIMEOUT = 30.0  # seconds until a move is accepted after an outage

Outage = Callable[[ServerProcess], AbstractContextManager[Any]]


def run(args: Any) -> int:
    """Try every kind of outage."""
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / "tables.db"
        with ServerProcess(str(file), folder / "sqlite.log").started() as server:
            check(server, "the server is frozen", frozen_server, report)
            check(server, "SQLite is locked by somebody else", lambda _: locked(file), report)
        full_disk(folder, report, FULL)
        postgres = Postgres()
        try:
            url = postgres.create("outage")
            with ServerProcess(url, folder / "postgres.log").started() as server:
                check(server, "PostgreSQL is frozen", lambda _: frozen_database(postgres), report)
                check(server, "PostgreSQL is killed", lambda _: killed(postgres), report)
        finally:
            postgres.stop()
    return 0 if report.good else 1


# Kinds of outages ---------------------------------------------------------------------------------
@contextlib.contextmanager
def frozen_server(server: ServerProcess) -> Iterator[None]:
    server.child.send_signal(signal.SIGSTOP)
    yield
    server.child.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def locked(file: pathlib.Path) -> Iterator[None]:
    """Hold the lock for writing, as a backup gone wrong would."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")
    connection.close()


@contextlib.contextmanager
def frozen_database(postgres: Postgres) -> Iterator[None]:
    processes = [postgres.process.pid, *children_of(postgres.process.pid)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    yield
    for process in processes:
        os.kill(process, signal.SIGCONT)


@contextlib.contextmanager
def killed(postgres: Postgres) -> Iterator[None]:
    postgres.kill()
    yield
    postgres.start()


def children_of(process: int) -> list[int]:
    listed = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]


def full_disk(folder: pathlib.Path, report: Report, seconds: float) -> None:
    """The disk of a SQLite file is full for a while; a library between them says so."""
    database, space = folder / "full", folder / "space"
    database.mkdir()
    space.touch()
    server = ServerProcess(str(database / "tables.db"), folder / "full.log")
    settings: dict[str, Any] = {"error": errno.ENOSPC, "after": 0, "relief": space}
    server.environment = disk_shim.preloaded(disk_shim.compiled(folder), database, **settings)

    @contextlib.contextmanager
    def outage(server: ServerProcess) -> Iterator[None]:
        space.unlink()
        yield
        ready = send_request("GET", f"{server.url}/readyz")
        told = ready.status_code == 503 and "no space left" in ready.text
        report.line(told, "  /readyz says so meanwhile", ready.text)
        space.touch()

    with server.started():
        check(server, "the disk is full", outage, report, seconds)


# A game -------------------------------------------------------------------------------------------
def check(
    server: ServerProcess, what: str, outage: Outage, report: Report, seconds: float = OUTAGE
) -> None:
    """Let a player think, break something for a while, and let the player move."""
    progress(what)
    ann, bob = Guest(server.url), Guest(server.url)
    opened = ann.open_table(HIDING, ["me", "invited"], policy={"clock": "move", "time": TIME})
    bob.join(opened["codes"]["1"])
    left = asyncio.run(play(server, [ann, bob], opened["table"], outage, seconds))
    progress("")
    fair = TIME - THOUGHT - TOLERANCE
    told = f"{seconds:.0f} s, clock {TIME} s a move: "
    told += f"{left:.1f} s left, and the move counts" if left > 0 else "the player lost on time"
    report.line(left >= fair, what, told)


async def play(
    server: ServerProcess, people: list[Guest], table: str, outage: Outage, seconds: float
) -> float:
    """The seconds left on the player's clock after the outage; 0 where the game is over."""
    async with people[0].connect(table) as line:
        await line.until(lambda m: m["type"] == "shown" and m["table"]["clock"]["running"] >= 0)
        seat = line.shown["table"]["clock"]["running"]
        action = (await view_of(people[seat], table))["scene"]["paths"][0]["action"]
    await asyncio.sleep(THOUGHT)
    with outage(server):
        await asyncio.sleep(seconds)
    return await asyncio.to_thread(move, people[seat], table, seat, action)


async def view_of(guest: Guest, table: str) -> Any:
    return await asyncio.to_thread(lambda: guest.get(f"/api/tables/{table}").json())


def move(guest: Guest, table: str, seat: int, action: int) -> float:
    """Move as soon as the server answers; the seconds that were left, or 0."""
    deadline = time.monotonic() + ANSWER_TIMEOUT
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.HTTPError):
            answer = guest.get(f"/api/tables/{table}", timeout=REQUEST_TIMEOUT)
            if answer.status_code != 200:
                time.sleep(0.2)
                continue
            shown = answer.json()
            facts = shown["table"]
            if facts["phase"] != "playing":
                return 0.0
            left = facts["clock"]["left"][seat] / 1000
            if left <= 0:  # what was lost is given back in a moment
                time.sleep(0.2)
                continue
            body = {"type": "move", "command": "after", "seq": shown["seq"], "action": action}
            done = guest.post(f"/api/tables/{table}/commands", body, timeout=REQUEST_TIMEOUT)
            if done.status_code == 200:
                return float(left)
        time.sleep(0.2)
    return 0.0
