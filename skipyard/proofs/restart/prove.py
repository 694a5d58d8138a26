"""`skipyard prove restart`: servers are killed and stopped during bot games; all games end."""

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
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.games import HIDING, short
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report
from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.files import verify

PACE = 0.5  # seconds a bot takes at least, so that all games run at the same time
ROWS_PER_GAME = 40  # a rough guess, to spread the restarts over the games
STALL_TIMEOUT = 90.0  # seconds without a new row
CHAIRS = ["bot:greedy", "bot:random"]
DOWNTIME = 6.0  # seconds that the clock must not count
CLOCK_TOLERANCE = 3.0  # seconds: one heartbeat, and the time to ask


def run(args: Any) -> int:
    """Restart often, then check every game."""
    games = whole_number(args.games, "--games", 1, language=args.lang)
    restarts = whole_number(args.restarts, "--restarts", 1, language=args.lang)
    dice = random.Random(whole_number(args.seed, "--seed", language=args.lang))
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
    with ServerProcess(str(db), folder / "games.log", PACE).started() as server:
        tables = open_tables(server, games)
        watcher = GameWatcher(db)
        kills = restart_often(server, watcher, games, restarts, dice)
        watcher.until_over()
        progress("")
        done, over = watcher.counts()
        what = f"{games} bot games, {kills} times kill -9, {restarts - kills} graceful stops"
        report.line(over == games, what, f"{over} finished, {games - over} aborted, {done:,} rows")
        verified, wrong = check_records(server, tables)
        report.line(verified == games, "  their records", f"{verified} of {games} verify")
        for sentence in wrong[:5]:
            report.line(False, "", sentence)


def open_tables(server: ServerProcess, games: int) -> list[str]:
    opened = []
    for number in range(games):
        name = GAMES[number % len(GAMES)]
        guest = Guest(server.url)
        facts = guest.open_table(name, CHAIRS, settings=short(name))
        opened.append(facts["table"])
        progress(f"{number + 1} of {games} games begun")
    return opened


class GameWatcher:
    """Reads from the database how far the games are."""

    def __init__(self, db: pathlib.Path) -> None:
        self.store = SqliteStore(str(db))

    def counts(self) -> tuple[int, int]:
        """Rows, and games that are over."""
        rows, over = self.store.ask("SELECT sum(last), sum(over) FROM tables")[0]
        return int(rows), int(over)

    def until(self, enough: Any, note: str = "") -> None:
        """Wait for a condition as long as new rows are written."""
        rows, since = -1, time.monotonic()
        while True:
            now, over = self.counts()
            progress(f"{note}{now:,} rows, {over} games over")
            if enough(now, over):
                return
            if now != rows:
                rows, since = now, time.monotonic()
            if time.monotonic() - since > STALL_TIMEOUT:
                raise Refused(f"Nothing has happened for {STALL_TIMEOUT:.0f} seconds.")
            time.sleep(0.1)

    def until_over(self) -> None:
        games = int(self.store.ask("SELECT count(*) FROM tables")[0][0])
        self.until(lambda rows, over: over == games)


def restart_often(
    server: ServerProcess, watcher: GameWatcher, games: int, restarts: int, dice: random.Random
) -> int:
    """Kill or stop the server, each time after some more rows; the number of kills."""
    kills = 0
    for number in range(restarts):
        step = games * ROWS_PER_GAME // (restarts + 2)
        goal = watcher.counts()[0] + dice.randint(step // 4, step)
        watcher.until(
            lambda rows, over, goal=goal: rows >= goal or over == games, f"{number} restarts: "
        )
        if watcher.counts()[1] == games:
            raise Refused(f"The games were over after {number} restarts; try with more games.")
        if dice.random() < 0.5 or number == 0:
            server.kill()
            kills += 1
        else:
            server.stop()
        server.start()
    return kills


def check_records(server: ServerProcess, tables: list[str]) -> tuple[int, list[str]]:
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
    """Check that a clock does not run while the server is down."""
    with ServerProcess(str(folder / "clock.db"), folder / "clock.log").started() as server:
        ann, bob = Guest(server.url), Guest(server.url)
        policy = {"clock": "game", "time": 600}
        opened = ann.open_table(HIDING, ["me", "invited"], policy=policy)
        bob.join(opened["codes"]["1"])
        before = asyncio.run(time_left(ann, opened["table"]))
        server.kill()
        time.sleep(DOWNTIME)
        server.start(answer=False)
        server.wait()
        after = asyncio.run(time_left(ann, opened["table"]))
    lost = (before - after) / 1000
    seconds = f"{DOWNTIME:.0f} seconds and a start, {lost:.1f} seconds on the clock"
    report.line(0 <= lost < CLOCK_TOLERANCE, "a running clock, the server away in between", seconds)


async def time_left(guest: Guest, table: str) -> int:
    """The milliseconds left on the running clock."""
    async with guest.connect(table) as line:
        await line.until(lambda m: m["type"] == "shown" and m["table"]["clock"]["running"] >= 0)
        clock = line.shown["table"]["clock"]
        left: int = clock["left"][clock["running"]]
        return left
