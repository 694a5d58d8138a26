"""What an operator watches: metrics of several workers, and a log of JSON lines alone."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import httpx
import pytest
from helpers.databases import postgres  # noqa: F401  a fixture
from helpers.server_thread import running_server, send_request
from helpers.systems import on_linux

from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import ServerProcess, free_port
from skipyard.server import metrics
from skipyard.server.net.worker_metrics import WorkerMetrics

TIMEOUT = 120.0  # seconds


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_each_sample_says_its_worker(tmp_path: pathlib.Path) -> None:
    async def ask() -> tuple[str, str, list[int]]:
        first, second = (WorkerMetrics(str(tmp_path), 0) for _ in range(2))
        await first.start()
        await second.start()
        both = (await second.exposition()).decode()
        await first.stop()
        alone = (await second.exposition()).decode()
        third = WorkerMetrics(str(tmp_path), 0)
        await third.start()
        numbers = [first.number, second.number, third.number]
        await third.stop()
        await second.stop()
        return both, alone, numbers

    both, alone, numbers = asyncio.run(ask())
    assert numbers == [1, 2, 1]
    rows = re.findall(r'^skipyard_rows_total\{worker="(\d)"\} ', both, re.M)
    assert sorted(rows) == ["1", "2"]
    assert both.count("# TYPE skipyard_rows_total counter") == 1
    buckets = re.findall(r"^skipyard_acknowledge_seconds_bucket\{(.*)\}", both, re.M)
    assert all('worker="' in labels and 'le="' in labels for labels in buckets)
    assert 'worker="1"' not in alone
    assert 'worker="2"' in alone


def test_metrics_are_for_this_machine_unless_there_is_a_token(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as server:
        assert send_request("GET", f"{server.url}/metrics").status_code == 200
        through = {"x-forwarded-for": "203.0.113.9"}
        assert send_request("GET", f"{server.url}/metrics", headers=through).status_code == 404


def test_metrics_have_a_port_of_their_own(tmp_path: pathlib.Path) -> None:
    port = free_port()
    with running_server(tmp_path, metrics_port=port) as server:
        assert send_request("GET", f"{server.url}/metrics").status_code == 404
        wait_until(lambda: is_up(f"http://127.0.0.1:{port}/metrics"))
        answer = send_request("GET", f"http://127.0.0.1:{port}/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert "skipyard_rows_total" in answer.text
        assert send_request("GET", f"http://127.0.0.1:{port}/else").status_code == 404


def is_up(url: str) -> bool:
    try:
        return send_request("GET", url, timeout=10).status_code == 200
    except httpx.HTTPError:
        return False


def test_answers_are_counted_by_class(tmp_path: pathlib.Path) -> None:
    before = metrics.ANSWERS_BY_CLASS[4]._value.get()
    with running_server(tmp_path) as server:
        send_request("GET", f"{server.url}/nowhere")
    assert metrics.ANSWERS_BY_CLASS[4]._value.get() == before + 1


# The log ------------------------------------------------------------------------------------------
def json_lines(log: pathlib.Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


NOISY = """
import os, subprocess, sys, threading, warnings, logging
from skipyard.server import logs
from skipyard.server.commands.json_stderr import json_stderr
logs.set_up()
with json_stderr() as only_json:
    assert only_json
    logs.catch_all()
    logs.note("first")
    warnings.warn("a library is old")
    logging.getLogger("asyncio").error("a task failed")
    print("printed", file=sys.stderr)
    os.write(2, b"from C\\n")
    subprocess.run([sys.executable, "-c", "1 / 0"])
    threading.Thread(target=lambda: {}["none"]).start()
    print('{"event": "of a worker"}', file=sys.stderr, flush=True)
"""


def test_whatever_is_printed_becomes_json(tmp_path: pathlib.Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as file:
        subprocess.run([sys.executable, "-c", NOISY], stderr=file, check=True)
    lines = json_lines(log)
    events = [line["event"] for line in lines]
    assert {"first", "a thread failed", "a task failed", "of a worker"} <= set(events)
    assert any("a library is old" in event for event in events)
    texts = [line["text"] for line in lines if line["event"] == "printed"]
    assert {"printed", "from C", "ZeroDivisionError: division by zero"} <= set(texts)


@pytest.mark.full
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_server_logs_json_alone(tmp_path: pathlib.Path, end: signal.Signals) -> None:
    server = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "log")
    server.start()
    try:
        Guest(server.url).open_table("skippity", ["bot:greedy", "bot:level3"])
        wait_until(lambda: bool(re.search("skipyard_rows_total [1-9]", figures(server))))
    finally:
        server.child.send_signal(end)
        server.child.wait(TIMEOUT)
    events = [line["event"] for line in json_lines(server.log)]
    assert {"listening", "serving", "stopped"} <= set(events)
    assert "printed" not in events


def figures(server: ServerProcess) -> str:
    return send_request("GET", f"{server.url}/metrics").text


@pytest.mark.full
def test_a_server_that_cannot_start_says_so_in_json(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "skipyard", "serve", "--port", str(free_port())]
    for wrong in (["--db", "mysql://x/y"], ["--db", str(tmp_path / "none" / "a.db")]):
        log = tmp_path / "log"
        with log.open("w") as file:
            done = subprocess.run([*command, *wrong], stderr=file, stdout=file, timeout=TIMEOUT)
        assert done.returncode != 0
        assert json_lines(log)


@on_linux
@pytest.mark.full
def test_several_workers_tell_their_figures_together(
    tmp_path: pathlib.Path,
    postgres: Postgres,  # noqa: F811
) -> None:
    db = postgres.create("several_workers")
    port = free_port()
    server = ServerProcess(db, tmp_path / "log")
    server.command += ["--workers", "2", "--metrics-port", str(port), "--no-chances"]
    with server.started():
        url = f"http://127.0.0.1:{port}/metrics"
        wait_until(lambda: workers(url) == {"1", "2"})
        first = min(processes(server.child.pid))
        os.kill(first, signal.SIGKILL)  # the other takes the port; a new worker the number
        wait_until(lambda: first not in processes(server.child.pid))
        wait_until(lambda: workers(url) == {"1", "2"})

    assert json_lines(server.log)


def workers(url: str) -> set[str]:
    try:
        text = send_request("GET", url, timeout=10).text
    except httpx.HTTPError:
        return set()
    return set(re.findall(r'^process_resident_memory_bytes\{worker="(\d+)"\}', text, re.M))


def processes(parent: int) -> list[int]:
    """The worker processes of a server: its children that have threads of a server."""
    children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    spawned = [int(child) for child in children]
    command = {pid: pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() for pid in spawned}
    return [pid for pid in spawned if b"spawn_main" in command[pid]]
