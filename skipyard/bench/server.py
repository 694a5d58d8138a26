"""`skipyard bench server`: durable moves a second, their latency, the memory of a socket.

The server is `skipyard serve` in its own process and on its own core; the clients use another core.
With `--workers` it is several processes on PostgreSQL, and all of them share all cores.
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

from skipyard.bench import long_table
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.bench.load_clients import LoadClients, connect
from skipyard.bench.sentences import sentence
from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.prepared_db import PreparedTable, prepare_long_tables, prepare_tables
from skipyard.proofs.shared.processes import end_group
from skipyard.server.workers.compiling import ALL_COMPILED
from skipyard.table.database.stores import is_postgres, open_store

GAME = GAMES[0]
MIDGAME, LONG = 40, 500  # moves at the tables before the clients connect; at the long tables
OFFERED = 2020  # moves a second: the last are acknowledged after the end, and the aim is 2,000
LOADS = ("calm", "steady", "saturated")
AT_ONCE = 64  # moves in flight when the server is saturated
ROUNDS = 4  # of each load: shared machines vary; the tables have 70,000 moves left in all
STARTS, LONG_TABLES, SYNCS = 3, 5, 100  # repetitions of short measurements
STEAL = 8  # the field of a core's line in /proc/stat, after its name
START_TIMEOUT = 600  # seconds, compiling included
OTHER_FILES = 200  # open besides sockets


def run(args: Any) -> int:
    """Measure and print."""
    require_linux(args.lang)
    tables = whole_number(args.tables, "--tables", 1, language=args.lang)
    workers = whole_number(args.workers, "--workers", 1, language=args.lang)
    seconds = whole_number(args.seconds, "--seconds", 1, language=args.lang)
    allow_files(2 * tables + OTHER_FILES)
    report: dict[str, Any] = {"tables": tables, "seconds": seconds, "load": os.getloadavg()[0]}
    report["workers"] = workers

    def print_report() -> None:
        if args.json:
            print_line(json.dumps(report, indent=2))
        else:
            show(report)

    with contextlib.ExitStack() as stack:
        stack.enter_context(
            shown_if_stopped(print_report, lambda: any(map(report.get, LOADS)), args.lang)
        )
        db = args.db or own_database(workers, stack)
        measure(db, report, stack.enter_context(status()))
    print_report()
    return 0


def own_database(workers: int, stack: contextlib.ExitStack) -> str:
    """A database for this run: a file, or a PostgreSQL server where several processes share it."""
    if workers == 1:
        return stack.enter_context(tempfile.TemporaryDirectory()) + "/tables.db"
    postgres = Postgres()
    stack.callback(postgres.stop)
    return postgres.create("bench")


def require_linux(language: str) -> None:
    """Refuse on other systems, which lack /proc and cannot tie a process to a core."""
    if not sys.platform.startswith("linux"):
        raise Refused(sentence(language, "server.linux"))


def measure(db: str, report: dict[str, Any], progress: Callable[[str], None]) -> None:
    """Fill the report, part by part."""
    progress("preparing tables")
    tables = report["tables"]
    store = open_store(db)
    prepared = prepare_tables(
        store, GAME, tables, MIDGAME, lambda n: progress(f"{n} tables prepared")
    )
    if report["workers"] > 1:
        store.close()
        report["database"] = "PostgreSQL"
        with Server(db, os.sched_getaffinity(0), workers=report["workers"]) as server:
            server.wait_for_page()
            uvloop.run(measure_loads(server, prepared, report, progress))
        return
    long = prepare_tables(store, GAME, LONG_TABLES, LONG, lambda n: None)
    longest = prepare_long_tables(store, GAME, long_table.TABLES, long_table.MOVES, long_table.ROWS)
    store.close()
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
        uvloop.run(measure_server(server, prepared, long, longest, report, progress))


async def measure_server(
    server: Server,
    prepared: list[PreparedTable],
    long: list[PreparedTable],
    longest: list[PreparedTable],
    report: dict[str, Any],
    progress: Callable[[str], None],
) -> None:
    """Measure one server from its clients."""
    progress("opening long tables")
    await time_to_open(server, long[0])  # loads the rules
    opened = [await time_to_open(server, table) for table in long[1:]]
    report["open_500_moves_ms"] = 1000 * statistics.median(opened)
    progress("opening a very long table")
    opening = await long_table.measure(
        lambda n: time_to_open(server, longest[n]),
        lambda: server.get("/healthz"),
        server.process.pid,
    )
    report["long_table"] = {name: 1000 * value for name, value in opening._asdict().items()}
    await measure_loads(server, prepared, report, progress)


async def measure_loads(
    server: Server,
    prepared: list[PreparedTable],
    report: dict[str, Any],
    progress: Callable[[str], None],
) -> None:
    """Measure memory, then every load."""
    progress("opening tables and sockets")
    before = server.memory()
    await asyncio.to_thread(lambda: [server.get(f"/api/tables/{t.table}") for t in prepared])
    tables_open = server.memory()
    clients = LoadClients(server.sockets, prepared)
    await clients.connect()
    await asyncio.sleep(1)
    sockets_open = server.memory()
    report["table_kb"] = (tables_open - before) / len(prepared) / 1000
    report["socket_kb"] = (sockets_open - tables_open) / len(clients.connections) / 1000
    async with kept_alive(clients):
        progress("warming up")
        await clients.play_at_once(AT_ONCE, 1)
        for name, play in {
            "calm": lambda: clients.play_steadily(offered(report) // 2, report["seconds"]),
            "steady": lambda: clients.play_steadily(offered(report), report["seconds"]),
            "saturated": lambda: clients.play_at_once(AT_ONCE, report["seconds"]),
        }.items():
            for number in range(1, ROUNDS + 1):
                progress(f"{name} load, round {number} of {ROUNDS}")
                rounds = [*report.get(name, ()), await timed(server, clients, play)]
                report[name] = sorted(rounds, key=lambda load: load["server_cpu_us_a_move"])
    report["refused"] = clients.refusals[:5]


def offered(report: dict[str, Any]) -> int:
    """The moves a second that all processes together are offered."""
    return OFFERED * int(report["workers"])


@contextlib.asynccontextmanager
async def kept_alive(clients: LoadClients) -> AsyncIterator[None]:
    task = asyncio.create_task(clients.keep_alive())
    try:
        yield
    finally:
        task.cancel()


async def timed(server: Server, clients: LoadClients, play: Callable[[], Any]) -> dict[str, float]:
    """Measure one load: throughput, latency and processor time."""
    clients.latencies.clear()
    began, busy, own = time.perf_counter(), server.busy(), time.process_time()
    lent = lent_to_others(server.core)
    await play()
    taken = time.perf_counter() - began
    latencies = sorted(clients.latencies)
    if not latencies:
        raise ConnectionError("no move was acknowledged: " + "; ".join(clients.refusals[:3]))
    return {
        "moves_a_second": len(latencies) / taken,
        "p50_ms": 1000 * latencies[len(latencies) // 2],
        "p99_ms": 1000 * latencies[len(latencies) * 99 // 100],
        "server_cpu_us_a_move": 1e6 * (server.busy() - busy) / len(latencies),
        "server_busy": (server.busy() - busy) / taken,
        "crowd_busy": (time.process_time() - own) / taken,
        "lent": (lent_to_others(server.core) - lent) / taken,
    }


async def time_to_open(server: Server, prepared: PreparedTable) -> float:
    """Seconds from connecting to a table that is not open yet to its first message."""
    began = time.perf_counter()
    address = f"{server.sockets}/{prepared.table}/socket"
    connection = await connect(address, prepared.tokens[0], lambda sender, message: None)
    taken = time.perf_counter() - began
    connection.transport.close()
    return taken


# The server ---------------------------------------------------------------------------------------
class Server:
    """`skipyard serve` as a child process."""

    def __init__(
        self,
        db: str,
        core: set[int],
        environment: Mapping[str, str] | None = None,
        workers: int = 1,
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.core, self.workers = core, workers
        self.url, self.sockets = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}/api/tables"
        self.log = tempfile.NamedTemporaryFile("w+", suffix=".log")  # noqa: SIM115  __exit__ closes it
        command = [sys.executable, "-m", "skipyard", "serve", "--db", db, "--port", str(port)]
        command += ["--workers", str(workers), "--wait-compiled"] if workers > 1 else []
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=self.log,
            env=environment,
            process_group=0,
        )
        os.sched_setaffinity(self.process.pid, core)

    def __enter__(self) -> Server:
        self.stack = contextlib.ExitStack()
        self.stack.enter_context(interrupts.on_stop(lambda: end_group(self.process)))
        return self

    def __exit__(self, *problem: Any) -> None:
        self.stack.__exit__(*problem)
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
        """Wait until all rules are compiled."""
        self.wait_until(lambda: f'"{ALL_COMPILED}"' in self.log_text(), 0.2)

    def wait_until(self, question: Callable[[], bool], pause: float = 0.005) -> None:
        until = time.monotonic() + START_TIMEOUT
        while not question():
            if self.process.poll() is not None or time.monotonic() > until:
                raise ConnectionError(f"the server did not start:\n{self.log_text()[-2000:]}")
            time.sleep(pause)

    def log_text(self) -> str:
        return pathlib.Path(self.log.name).read_text()

    def processes(self) -> list[pathlib.Path]:
        """Its folder in /proc, and those of the processes that it shares its work with."""
        own = pathlib.Path(f"/proc/{self.process.pid}")
        if self.workers == 1:
            return [own]
        children = (own / "task" / own.name / "children").read_text().split()
        return [own, *(own.with_name(child) for child in children)]

    def memory(self) -> int:
        """Resident bytes."""
        pages = [int((each / "statm").read_text().split()[1]) for each in self.processes()]
        return sum(pages) * resource.getpagesize()

    def busy(self) -> float:
        """Processor seconds so far, user and system."""
        fields = [
            (each / "stat").read_text().rpartition(")")[2].split() for each in self.processes()
        ]
        ticks = sum(int(each[11]) + int(each[12]) for each in fields)
        return ticks / os.sysconf("SC_CLK_TCK")


def cold_start(db: str, core: set[int]) -> float:
    """Seconds from the command to the first page."""
    began = time.perf_counter()
    with Server(db, core) as server:
        server.wait_for_page()
        return time.perf_counter() - began


# The machine --------------------------------------------------------------------------------------
def share_cores() -> set[int]:
    """Leave the first core to the server and use all others; return the server's core."""
    ours = sorted(os.sched_getaffinity(0))
    if len(ours) > 1:
        os.sched_setaffinity(0, ours[1:])
    return set(ours[:1])


def lent_to_others(core: set[int]) -> float:
    """Seconds so far in which a virtual core waited for its host (steal time)."""
    names = {f"cpu{number}" for number in core}
    lines = [line.split() for line in pathlib.Path("/proc/stat").read_text().splitlines()]
    return sum(int(line[STEAL]) for line in lines if line[0] in names) / os.sysconf("SC_CLK_TCK")


def allow_files(wanted: int) -> None:
    """Raise the limit of open files to what the sockets need; child processes inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Refused(
            f"This system allows a process {hard} open files, and {wanted} are needed:"
            " ask for fewer --tables."
        )
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def sync_time(folder: pathlib.Path) -> float:
    """Milliseconds that the disk takes to sync a page (median)."""
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
    """Show progress on standard error, if it is a terminal."""
    with Console(stderr=True).status("") as shown:
        yield shown.update


def lines(report: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Each line of the table: what, the figure of the median round, of the best, and the aim."""
    rate, aim = offered(report), f"{2000 * report['workers']:,}"
    for name, title, least, latest in (
        ("calm", f"{rate // 2:,} moves a second offered", "", ""),
        ("steady", f"{rate:,} moves a second offered", aim, "10 ms"),
        ("saturated", f"{AT_ONCE} moves always under way", "", ""),
    ):
        if not report.get(name):  # interrupted before
            continue
        best, middle = report[name][0], report[name][len(report[name]) // 2]
        for what, key, form, aim in (
            (f"{title}: durable moves a second", "moves_a_second", "{:,.0f}", least),
            ("  acknowledged, half of them within", "p50_ms", "{:.1f} ms", ""),
            ("  acknowledged, 99 % within", "p99_ms", "{:.1f} ms", latest),
            ("  server's work a move", "server_cpu_us_a_move", "{:.0f} µs", ""),
            ("  the core's time that others had", "lent", "{:.0%}", ""),
        ):
            yield what, form.format(middle[key]), form.format(best[key]), aim
    for what, figure, aim in measured_once(report):
        yield what, figure, "", aim


def measured_once(report: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What is measured only once."""
    yield "memory of an idle socket", f"{report['socket_kb']:.1f} KB", "25 KB"
    yield "memory of an open table", f"{report['table_kb']:.1f} KB", ""
    if "long_table" not in report:  # of one process alone
        yield "load of the machine before", f"{report['load']:.1f}", ""
        return
    yield f"opening a table of {LONG} moves", f"{report['open_500_moves_ms']:.0f} ms", ""
    found = report["long_table"]
    yield f"opening a table of {long_table.ROWS:,} rows", f"{found['open']:.0f} ms", ""
    yield "  the event loop's own work for that", f"{found['loop']:.0f} ms", "100 ms"
    late = f"{found['page_meanwhile']:.1f} ms, {found['page_before']:.1f} ms before"
    yield "  the longest that a page took meanwhile", late, ""
    yield "from the command to the first page", f"{report['cold_start_s']:.2f} s", "2 s"
    if "sync_ms" in report:
        yield "the disk's own time to keep a page", f"{report['sync_ms']:.1f} ms", ""
    yield "load of the machine before", f"{report['load']:.1f}", ""


def show(report: dict[str, Any]) -> None:
    workers = report["workers"]
    where = "one core" if workers == 1 else f"{workers} processes on {os.cpu_count()} cores"
    title = f"{report['tables']:,} tables, two sockets each, {report['database']}, {where}"
    table = Table("", "found", "best round", "aim", title=title, title_justify="left")
    for row in lines(report):
        table.add_row(*row)
    Console().print(table)
    for refusal in report.get("refused", ()):
        print_line(refusal)
