"""`skipyard prove restart`: servers die and stop amid bot games, and every game is played out."""

from __future__ import annotations

import asyncio
import pathlib
import random
import tempfile
import time
from typing import Any

import httpx

from skipyard.cli import whole_number
from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.proofs.durability.prove import Report
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.games import HIDING, short
from skipyard.proofs.shared.processes import Process
from skipyard.proofs.shared.progress import progress
from skipyard.table import verify
from skipyard.table.sqlite import SqliteStore

PACE = 0.5  # seconds a bot takes at least: all games are to be under way at once
ROWS = 40  # a game's at a guess: where in the games to restart
STUCK = 90.0  # seconds without a row after which nobody plays on
CHAIRS = ["bot:greedy", "bot:random"]
DOWN = 6.0  # seconds that a clock must not count
SLACK = 3.0  # seconds: a beat, and the time to ask


def run(args: Any) -> int:
    """Restart often, then look at every game."""
    games = whole_number(args.games, "--games", 1)
    restarts = whole_number(args.restarts, "--restarts", 1)
    dice = random.Random(whole_number(args.seed, "--seed"))
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bot_games(folder, games, restarts, dice, report)
        clock(folder, report)
    return 0 if report.good else 1


# Bot games ----------------------------------------------------------------------------------------
def bot_games(
    folder: pathlib.Path, games: int, restarts: int, dice: random.Random, report: Report
) -> None:
    db = folder / "games.db"
    server = Process(str(db), folder / "games.log", PACE).start()
    try:
        tables = open_tables(server, games)
        watch = Watch(db)
        kills = restart_often(server, watch, games, restarts, dice)
        watch.until_over()
        progress("")
        done, over = watch.counts()
        what = f"{games} bot games, {kills} times kill -9, {restarts - kills} graceful stops"
        report.line(over == games, what, f"{over} finished, {games - over} aborted, {done:,} rows")
        verified, wrong = check_records(server, tables)
        report.line(verified == games, "  their records", f"{verified} of {games} verify")
        for sentence in wrong[:5]:
            report.line(False, "", sentence)
    finally:
        server.stop()


def open_tables(server: Process, games: int) -> list[str]:
    opened = []
    for number in range(games):
        name = GAMES[number % len(GAMES)]
        guest = Guest(server.url)
        facts = guest.open_table(name, CHAIRS, settings=short(name))
        opened.append(facts["table"])
        progress(f"{number + 1} of {games} games begun")
    return opened


class Watch:
    """Looks into the file how far the games are."""

    def __init__(self, db: pathlib.Path) -> None:
        self.store = SqliteStore(str(db))

    def counts(self) -> tuple[int, int]:
        """Rows, and games that are over."""
        rows, over = self.store.ask("SELECT sum(last), sum(over) FROM tables")[0]
        return int(rows), int(over)

    def until(self, enough: Any, note: str = "") -> None:
        """Wait for something, as long as there is anything going on."""
        rows, since = -1, time.monotonic()
        while True:
            now, over = self.counts()
            progress(f"{note}{now:,} rows, {over} games over")
            if enough(now, over):
                return
            if now != rows:
                rows, since = now, time.monotonic()
            if time.monotonic() - since > STUCK:
                raise Refused(f"Nothing has happened for {STUCK:.0f} seconds.")
            time.sleep(0.1)

    def until_over(self) -> None:
        games = int(self.store.ask("SELECT count(*) FROM tables")[0][0])
        self.until(lambda rows, over: over == games)


def restart_often(
    server: Process, watch: Watch, games: int, restarts: int, dice: random.Random
) -> int:
    """Kill the server or stop it, each time after some more rows; how often it was killed."""
    kills = 0
    for number in range(restarts):
        step = games * ROWS // (restarts + 2)
        goal = watch.counts()[0] + dice.randint(step // 4, step)
        watch.until(
            lambda rows, over, goal=goal: rows >= goal or over == games, f"{number} restarts: "
        )
        if watch.counts()[1] == games:
            raise Refused(f"The games were over after {number} restarts; try with more games.")
        if dice.random() < 0.5 or number == 0:
            server.kill()
            kills += 1
        else:
            server.stop()
        server.start()
    return kills


def check_records(server: Process, tables: list[str]) -> tuple[int, list[str]]:
    """How many records verify from their keys, and what is wrong with the others."""
    verified, wrong = 0, []
    with httpx.Client(base_url=server.url, timeout=60) as client:
        for table in tables:
            raw = client.get(f"/api/tables/{table}/record").content
            try:
                sentences = list(verify.read(raw).checks())
                verified += len(sentences) > 0
            except Refused as refusal:
                wrong.append(f"{table}: {refusal}")
            progress(f"{verified} of {len(tables)} records verified")
    progress("")
    return verified, wrong


# A clock ------------------------------------------------------------------------------------------
def clock(folder: pathlib.Path, report: Report) -> None:
    """Two people with a clock, and a server that is away for a while in the middle."""
    server = Process(str(folder / "clock.db"), folder / "clock.log").start()
    try:
        ann, bob = Guest(server.url), Guest(server.url)
        policy = {"clock": "game", "time": 600}
        opened = ann.open_table(HIDING, ["me", "invited"], policy=policy)
        bob.join(opened["codes"]["1"])
        before = asyncio.run(time_left(ann, opened["table"]))
        server.kill()
        time.sleep(DOWN)
        server.start(answer=False)
        server.wait()
        after = asyncio.run(time_left(ann, opened["table"]))
    finally:
        server.stop()
    lost = (before - after) / 1000
    found = f"{DOWN:.0f} seconds and a start, {lost:.1f} seconds on the clock"
    report.line(0 <= lost < SLACK, "a running clock, the server away in between", found)


async def time_left(guest: Guest, table: str) -> int:
    """The milliseconds on the clock that runs."""
    async with guest.sit_at(table) as line:
        await line.until(lambda m: m["type"] == "shown" and m["table"]["clock"]["running"] >= 0)
        clock = line.shown["table"]["clock"]
        left: int = clock["left"][clock["running"]]
        return left
