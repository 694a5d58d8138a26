"""`skipyard bench server`: durable moves a second, how long they take, what a socket costs.

The server is `skipyard serve`, in a process and on a core of its own; the crowd has another core.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table

from skipyard.bench.load_clients import Crowd, line
from skipyard.cli import say, whole_number
from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.proofs.shared.prepared_db import Stocked, stock
from skipyard.server.workers.compiling import ALL_COMPILED
from skipyard.table.database.stores import is_postgres, open_store

GAME = GAMES[0]
MIDGAME, LONG = 40, 500  # moves made before the crowd comes, and at the long table
OFFERED = 2020  # moves a second: the last are answered after the end, and the aim is 2,000
AT_ONCE = 64  # moves under way when as many as possible are played
ROUNDS = 4  # of each load: a lent machine is often not all ours; games last 70,000 moves in all
STARTS, LONG_TABLES, SYNCS = 3, 5, 100  # how often what takes a moment is tried
STEAL = 8  # the field of a core's line in /proc/stat, after its name
READY_WITHIN = 600  # seconds, compiling included
FILES_BESIDE = 200  # files that are open besides sockets


def run(args: Any) -> int:
    """Measure and print."""
    tables, seconds = (
        whole_number(args.tables, "--tables", 1),
        whole_number(args.seconds, "--seconds", 1),
    )
    allow_files(2 * tables + FILES_BESIDE)
    with contextlib.ExitStack() as stack:
        db = args.db or stack.enter_context(tempfile.TemporaryDirectory()) + "/tables.db"
        report = measure(db, tables, seconds, stack.enter_context(status()))
    if args.json:
        say(json.dumps(report, indent=2))
    else:
        show(report)
    return 0


def measure(db: str, tables: int, seconds: int, progress: Callable[[str], None]) -> dict[str, Any]:
    progress("preparing tables")
    store = open_store(db)
    stocked = stock(store, GAME, tables, MIDGAME, lambda n: progress(f"{n} tables prepared"))
    long = stock(store, GAME, LONG_TABLES, LONG, lambda n: None)
    store.close()
    report: dict[str, Any] = {"tables": tables, "seconds": seconds, "load": os.getloadavg()[0]}
    report["database"] = "PostgreSQL" if is_postgres(db) else "SQLite"
    if not is_postgres(db):
        report["sync_ms"] = sync_time(pathlib.Path(db).parent)
    progress("starting servers")
    core = share_cores()
    report["cold_start_s"] = statistics.median(cold_start(db, core) for _ in range(STARTS))
    with Server(db, core) as server:
        server.wait_for_page()
        progress("compiling or loading rules")
        server.wait_for_rules()
        uvloop.run(try_out(server, stocked, long, report, progress))
    return report


async def try_out(
    server: Server,
    stocked: list[Stocked],
    long: list[Stocked],
    report: dict[str, Any],
    progress: Callable[[str], None],
) -> None:
    """What a crowd finds out about one server."""
    progress("opening long tables")
    await time_to_open(server, long[0])  # the rules are loaded now
    opened = [await time_to_open(server, table) for table in long[1:]]
    report["open_500_moves_ms"] = 1000 * statistics.median(opened)
    progress("opening tables and sockets")
    before = server.memory()
    await asyncio.to_thread(lambda: [server.get(f"/api/tables/{t.table}") for t in stocked])
    tables_open = server.memory()
    crowd = Crowd(server.sockets, stocked)
    await crowd.arrive()
    await asyncio.sleep(1)
    sockets_open = server.memory()
    report["table_kb"] = (tables_open - before) / len(stocked) / 1000
    report["socket_kb"] = (sockets_open - tables_open) / len(crowd.lines) / 1000
    async with awake(crowd):
        progress("warming up")
        await crowd.play_at_once(AT_ONCE, 1)
        for name, play in {
            "calm": lambda: crowd.play_steadily(OFFERED // 2, report["seconds"]),
            "steady": lambda: crowd.play_steadily(OFFERED, report["seconds"]),
            "saturated": lambda: crowd.play_at_once(AT_ONCE, report["seconds"]),
        }.items():
            rounds = []
            for number in range(1, ROUNDS + 1):
                progress(f"{name} load, round {number} of {ROUNDS}")
                rounds.append(await timed(server, crowd, play))
            report[name] = sorted(rounds, key=lambda load: load["server_cpu_us_a_move"])
    report["refused"] = crowd.refusals[:5]


@contextlib.asynccontextmanager
async def awake(crowd: Crowd) -> AsyncIterator[None]:
    task = asyncio.create_task(crowd.stay_awake())
    try:
        yield
    finally:
        task.cancel()


async def timed(server: Server, crowd: Crowd, play: Callable[[], Any]) -> dict[str, float]:
    """One way of playing: how much, how quickly acknowledged, at what cost."""
    crowd.waits.clear()
    began, busy, own = time.perf_counter(), server.busy(), time.process_time()
    lent = lent_to_others(server.core)
    await play()
    taken = time.perf_counter() - began
    waits = sorted(crowd.waits)
    if not waits:
        raise ConnectionError("no move was acknowledged: " + "; ".join(crowd.refusals[:3]))
    return {
        "moves_a_second": len(waits) / taken,
        "p50_ms": 1000 * waits[len(waits) // 2],
        "p99_ms": 1000 * waits[len(waits) * 99 // 100],
        "server_cpu_us_a_move": 1e6 * (server.busy() - busy) / len(waits),
        "server_busy": (server.busy() - busy) / taken,
        "crowd_busy": (time.process_time() - own) / taken,
        "lent": (lent_to_others(server.core) - lent) / taken,
    }


async def time_to_open(server: Server, stocked: Stocked) -> float:
    """Seconds from connecting to a table that nobody has opened yet to being shown it."""
    began = time.perf_counter()
    made = await line(
        f"{server.sockets}/{stocked.table}/socket", stocked.tokens[0], lambda line, message: None
    )
    taken = time.perf_counter() - began
    made.transport.close()
    return taken


# The server ---------------------------------------------------------------------------------------
class Server:
    """`skipyard serve` as a child."""

    def __init__(
        self, db: str, core: set[int], environment: Mapping[str, str] | None = None
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.core = core
        self.url, self.sockets = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}/api/tables"
        self.log = tempfile.NamedTemporaryFile("w+", suffix=".log")  # noqa: SIM115  __exit__ closes it
        command = [sys.executable, "-m", "skipyard", "serve", "--db", db, "--port", str(port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self.log, env=environment
        )
        os.sched_setaffinity(self.process.pid, core)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *problem: object) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path) as answer:
            return bytes(answer.read())

    def wait_for_page(self) -> None:
        self.wait_until(self.answers)

    def answers(self) -> bool:
        try:
            return bool(self.get("/"))
        except urllib.error.URLError:
            return False

    def wait_for_rules(self) -> None:
        """Wait until nothing compiles beside us."""
        self.wait_until(lambda: f'"{ALL_COMPILED}"' in self.said(), 0.2)

    def wait_until(self, question: Callable[[], bool], pause: float = 0.005) -> None:
        until = time.monotonic() + READY_WITHIN
        while not question():
            if self.process.poll() is not None or time.monotonic() > until:
                raise ConnectionError(f"the server did not start:\n{self.said()[-2000:]}")
            time.sleep(pause)

    def said(self) -> str:
        return pathlib.Path(self.log.name).read_text()

    def memory(self) -> int:
        """Resident bytes."""
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def busy(self) -> float:
        """Seconds of work so far, the system's for it included."""
        fields = (
            pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cold_start(db: str, core: set[int]) -> float:
    """Seconds from the command to the first page."""
    began = time.perf_counter()
    with Server(db, core) as server:
        server.wait_for_page()
        return time.perf_counter() - began


# The machine --------------------------------------------------------------------------------------
def share_cores() -> set[int]:
    """Keep to all cores but the first, which is the server's alone."""
    ours = sorted(os.sched_getaffinity(0))
    if len(ours) > 1:
        os.sched_setaffinity(0, ours[1:])
    return set(ours[:1])


def lent_to_others(core: set[int]) -> float:
    """Seconds so far in which a virtual core had to wait, since its machine served others."""
    names = {f"cpu{number}" for number in core}
    lines = [line.split() for line in pathlib.Path("/proc/stat").read_text().splitlines()]
    return sum(int(line[STEAL]) for line in lines if line[0] in names) / os.sysconf("SC_CLK_TCK")


def allow_files(wanted: int) -> None:
    """As many open files as the sockets need; children inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Refused(
            f"This system allows a process {hard} open files, and {wanted} are needed:"
            " ask for fewer --tables."
        )
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def sync_time(folder: pathlib.Path) -> float:
    """Milliseconds that the disk takes to keep a page, half of the time."""
    with tempfile.TemporaryFile(dir=folder) as file:
        taken = []
        for _ in range(SYNCS):
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    return 1000 * statistics.median(taken)


# Printing -----------------------------------------------------------------------------------------
@contextlib.contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """What is being done, on a terminal's standard error."""
    with Console(stderr=True).status("") as shown:
        yield shown.update


def lines(report: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """What was measured, the figure of the middle round and of the best, the aim."""
    for name, title, least, latest in (
        ("calm", f"{OFFERED // 2:,} moves a second offered", "", ""),
        ("steady", f"{OFFERED:,} moves a second offered", "2,000", "10 ms"),
        ("saturated", f"{AT_ONCE} moves always under way", "", ""),
    ):
        best, middle = report[name][0], report[name][len(report[name]) // 2]
        for what, key, form, aim in (
            (f"{title}: durable moves a second", "moves_a_second", "{:,.0f}", least),
            ("  acknowledged, half of them within", "p50_ms", "{:.1f} ms", ""),
            ("  acknowledged, 99 % within", "p99_ms", "{:.1f} ms", latest),
            ("  server's work a move", "server_cpu_us_a_move", "{:.0f} µs", ""),
            ("  the core's time that others had", "lent", "{:.0%}", ""),
        ):
            yield what, form.format(middle[key]), form.format(best[key]), aim
    for what, figure, aim in alone(report):
        yield what, figure, "", aim


def alone(report: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What is measured once."""
    yield "memory of an idle socket", f"{report['socket_kb']:.1f} KB", "30 KB"
    yield "memory of an open table", f"{report['table_kb']:.1f} KB", ""
    yield f"opening a table of {LONG} moves", f"{report['open_500_moves_ms']:.0f} ms", ""
    yield "from the command to the first page", f"{report['cold_start_s']:.2f} s", "2 s"
    if "sync_ms" in report:
        yield "the disk's own time to keep a page", f"{report['sync_ms']:.1f} ms", ""
    yield "load of the machine before", f"{report['load']:.1f}", ""


def show(report: dict[str, Any]) -> None:
    title = f"{report['tables']:,} tables, two sockets each, {report['database']}, one core"
    table = Table("", "found", "best round", "aim", title=title, title_justify="left")
    for row in lines(report):
        table.add_row(*row)
    Console().print(table)
    for sentence in report["refused"]:
        say(sentence)
