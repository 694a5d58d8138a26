"""A short run of `skipyard prove restart`."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import time

import pytest
from helpers.systems import on_linux

from skipyard.proofs.restart import prove
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.proofs.shared.report import Report


@pytest.mark.full
def test_bot_games_survive_kills_and_stops(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "GAMES", ("skippity",))
    monkeypatch.setattr(prove, "PACE", 0.2)  # ten games are soon begun
    report = Report()
    prove.bot_games(tmp_path, 10, 2, random.Random(5), report)
    assert report.good


@pytest.mark.full
def test_a_record_of_a_game_that_is_not_over_does_not_verify(tmp_path: pathlib.Path) -> None:
    server = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        table = Guest(server.url).open_table("skippity", ["open", "open"])["table"]
        verified, wrong = prove.check_records(server, [table])
    finally:
        server.stop()
    assert verified == 0
    assert len(wrong) == 1


WORKER = """
import os, time
from skipyard.server.workers.bot_workers import BotWorkers
workers = BotWorkers(1)
pool = workers.started()  # a pool that nothing refers to ends its workers by itself
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(600)
"""


@on_linux
@pytest.mark.full
def test_bot_workers_do_not_outlive_a_server_that_is_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert is_running(worker)
    server.kill()
    server.wait()
    server.stdout.close()
    deadline = time.monotonic() + 60
    while is_running(worker):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process runs; a zombie does not count."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False
    return "State:\tZ" not in status
