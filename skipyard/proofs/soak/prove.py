"""`skipyard prove soak`: tables are opened, played, left and swept, and nothing grows."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import pathlib
import resource
import tempfile
import time
from collections.abc import Sequence

from skipyard.cli import whole_number
from skipyard.proofs.shared.clients import send_request
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report
from skipyard.proofs.soak.picture import picture
from skipyard.proofs.soak.players import Players, open_idle
from skipyard.proofs.soak.samples import Sample, take
from skipyard.proofs.soak.trend import BLOCKS, trend

GROUPS = 12  # tables that are played at at any time
FILES_OF_WORKERS = 12  # pipes of child processes, which start when they are needed
FIRST_TABLE = 30.0  # seconds
SAMPLES = 360  # over the whole run
SHORTEST = 5  # minutes
WARMING = 150.0  # seconds, at least, in which caches and tables that wait to be swept fill up
WARMING_SHARE = 1 / 6  # of a long run
SWEPT_TIMEOUT = 180.0  # seconds until everything that was left is closed
GREETED_TIMEOUT = 30.0  # seconds until the last socket was greeted
HEALTH_ASKED = 50  # times
# A figure is flat if the lower end of the 95 % interval of its growth over the rest of the run is
# at most this share of its median. Answer times depend on what else the machine does.
TOLERANCE = {"memory": 0.10, "files": 0.10, "tables": 0.25, "middle": 0.5, "slow": 0.5}
SLACK = {"files": 4.0, "tables": 5.0, "middle": 2.0, "slow": 5.0}  # that much is always allowed
NAMES = {
    "memory": "memory of the server",
    "files": "file descriptors",
    "tables": "open tables",
    "middle": "a move, half of them within",
    "slow": "a move, 95 % within",
}
UNITS = {"memory": " MB", "middle": " ms", "slow": " ms"}


def run(args: argparse.Namespace) -> int:
    """Soak a server, judge the figures and draw them."""
    seconds = 60.0 * whole_number(args.minutes, "--minutes", SHORTEST, language=args.lang)
    idle = whole_number(args.idle, "--idle", language=args.lang)
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = ServerProcess(str(folder / "tables.db"), folder / "server.log")
        server.command += ["--rate", "1000", "--address-rate", "100000", "--tables-rate", "1000"]
        with server.started():
            seed = whole_number(args.seed, "--seed", language=args.lang)
            samples = asyncio.run(soak(server, seconds, idle, seed, report))
    title = f"{seconds / 60:g} minutes, {GROUPS} tables at a time, {samples[-1].rows:,.0f} rows"
    warm = max(WARMING, seconds * WARMING_SHARE)
    pathlib.Path(args.picture).write_text(picture(samples, warm, title), "utf-8")
    judge([sample for sample in samples if sample.at >= warm], report)
    print(f"The picture is {args.picture}.")
    return 0 if report.good else 1


async def soak(
    server: ServerProcess, seconds: float, idle: int, seed: int, report: Report
) -> list[Sample]:
    """Run the load, measure all the time, and wait until what was left is swept."""
    players = Players(server.url, GROUPS, seed)
    process = server.child.pid
    await players.one_table(time.monotonic() + FIRST_TABLE)  # starts what starts late
    before = await asyncio.to_thread(take, server.url, process, 0.0, [])
    async with contextlib.AsyncExitStack() as held:
        if idle:
            await idle_sockets(server, idle, before, held, report)
        samples: list[Sample] = []
        load = asyncio.create_task(players.run(seconds))
        began = time.monotonic()
        while not load.done():
            await asyncio.wait([load], timeout=max(0.5, seconds / SAMPLES))
            answers, players.answers = players.answers, []
            at = time.monotonic() - began
            samples.append(await asyncio.to_thread(take, server.url, process, at, answers))
            progress(f"{at / 60:.1f} of {seconds / 60:g} minutes, {players.moves:,} moves")
        await load
    progress("")
    what = f"{players.tables:,} tables opened, {players.moves:,} moves, {players.games:,} ends"
    few = len(players.troubles) <= players.tables // 100
    report.line(few, what, f"{len(players.troubles)} troubles {' '.join(players.troubles[:2])}")
    after = await until_swept(server, process)
    what = "everything left is swept and closed"
    left = f"{after.tables:.0f} tables, {after.sockets:.0f} sockets, {after.files:.0f} files open"
    left += f", {before.files:.0f} before"
    is_clean = after.tables == after.sockets == 0 and after.files <= before.files + FILES_OF_WORKERS
    report.line(is_clean, what, left)
    return samples


async def idle_sockets(
    server: ServerProcess,
    count: int,
    before: Sample,
    held: contextlib.AsyncExitStack,
    report: Report,
) -> None:
    """Open sockets that do nothing, and ask how the server does with them."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    await open_idle(server.url, count, held)
    deadline = time.monotonic() + GREETED_TIMEOUT
    while True:
        now = await asyncio.to_thread(take, server.url, server.child.pid, 0.0, [])
        if now.sockets >= count or time.monotonic() > deadline:
            break
        await asyncio.sleep(0.5)
    times = []
    for _ in range(HEALTH_ASKED):
        asked = time.perf_counter()
        await asyncio.to_thread(send_request, "GET", f"{server.url}/healthz")
        times.append(time.perf_counter() - asked)
    each = (now.memory - before.memory) * 1024 / count
    result = (
        f"{now.sockets:,.0f} open, {each:.1f} KB each, /healthz within {1000 * max(times):.0f} ms"
    )
    report.line(now.sockets >= count, f"{count:,} idle sockets on one process", result)


async def until_swept(server: ServerProcess, process: int) -> Sample:
    """Wait until no table and no socket is open any more; the last measurement."""
    deadline = time.monotonic() + SWEPT_TIMEOUT
    while True:
        now = await asyncio.to_thread(take, server.url, process, 0.0, [])
        if (not now.tables and not now.sockets) or time.monotonic() > deadline:
            return now
        progress(f"{now.tables:.0f} tables are still open")
        await asyncio.sleep(1)


def judge(samples: Sequence[Sample], report: Report) -> None:
    """One line for each figure: how much it grows, and whether that is flat."""
    if len(samples) < BLOCKS:
        report.line(False, "figures", f"{len(samples)} samples are too few")
        return
    for field, name in NAMES.items():
        found = trend([getattr(sample, field) for sample in samples])
        unit = UNITS.get(field, "")
        result = f"{found.level:,.1f}{unit}, grows by {found.growth:+,.1f} "
        result += f"(95 %: {found.low:+,.1f} … {found.high:+,.1f})"
        report.line(found.is_flat(TOLERANCE[field], SLACK.get(field, 0.0)), name, result)
