"""`skipyard bench server`: its clients really play, and the log has what it counts."""

from __future__ import annotations

import asyncio
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest
from helpers.server_thread import running_server
from helpers.systems import on_linux

from skipyard.bench.load_clients import LoadClients
from skipyard.bench.server import lent_to_others, lines
from skipyard.proofs.shared.prepared_db import prepare_tables
from skipyard.table.database.sqlite import SqliteStore

TABLES, MOVES = 3, 12


@pytest.mark.full
def test_load_clients_count_the_moves_that_are_on_disk(tmp_path: pathlib.Path) -> None:
    store = SqliteStore(str(tmp_path / "tables.db"))
    prepared = prepare_tables(store, "skipbo", TABLES, MOVES, lambda n: None)
    before = [len(store.rows(table.table)) for table in prepared]
    store.close()

    async def play(address: str) -> LoadClients:
        clients = LoadClients(address, prepared)
        await clients.connect()
        await clients.play_steadily(100, 0.5)
        await clients.play_at_once(2, 0.5)
        for connection in clients.connections:
            connection.transport.close()
        return clients

    with running_server(tmp_path) as server:
        address = f"{server.url.replace('http', 'ws')}/api/tables"
        clients = asyncio.run(play(address))
    store = SqliteStore(str(tmp_path / "tables.db"))
    after = [len(store.rows(table.table)) for table in prepared]
    store.close()
    assert before == [2 + 1 + MOVES] * TABLES
    assert clients.refusals == []
    assert len(clients.latencies) == sum(after) - sum(before) > TABLES


def test_every_figure_is_printed() -> None:
    keys = ("moves_a_second", "p50_ms", "p99_ms", "server_cpu_us_a_move", "server_busy", "lent")
    loads = [dict.fromkeys(keys, worth) for worth in (7.0, 8.0, 9.0)]
    report: dict[str, Any] = {
        "workers": 1,
        "calm": loads,
        "steady": loads,
        "saturated": loads,
        "sync_ms": 0.5,
        "load": 0.1,
    }
    report |= {"socket_kb": 29.9, "table_kb": 20.0, "open_500_moves_ms": 12.0, "cold_start_s": 1.25}
    report["long_table"] = {"open": 1650.0, "loop": 12.4, "page_before": 2.0, "page_meanwhile": 3.0}
    printed = {name: (middle, best) for name, middle, best, _ in lines(report)}
    assert printed["  server's work a move"] == ("8 µs", "7 µs")
    assert printed["memory of an idle socket"] == ("29.9 KB", "")
    assert printed["from the command to the first page"] == ("1.25 s", "")
    assert printed["  the event loop's own work for that"] == ("12 ms", "")
    assert len(printed) == 16
    del report["long_table"], report["cold_start_s"], report["open_500_moves_ms"]
    aims = {name: aim for name, _, _, aim in lines(report | {"workers": 2})}
    assert aims["4,040 moves a second offered: durable moves a second"] == "4,000"
    assert aims["memory of an idle socket"] == "25 KB"


@on_linux
def test_what_others_had_of_a_core_only_grows() -> None:
    core = {min(os.sched_getaffinity(0))}
    before = lent_to_others(core)
    assert 0 <= before <= lent_to_others(core)
    assert lent_to_others({99_999}) == 0


def test_the_server_comes_up_without_the_compiler() -> None:
    script = "import sys, skipyard.server.app, skipyard.server.commands.serve as _; "
    script += "print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
