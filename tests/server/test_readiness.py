"""`/readyz`: whoever asks, and however often, the database has one check to do at a time."""

from __future__ import annotations

import asyncio
import pathlib
import shutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.cluster import Cluster, run_scenario
from helpers.server_thread import ServerThread, send_request

from skipyard.server.live import readiness
from skipyard.server.live.readiness import LEAST_ROOM, STALLED, Readiness
from skipyard.table.database.store import Trouble

CROWD = 200


class StalledStore:
    """A store whose beats take until `go_on`, and may fail then."""

    def __init__(self, store: Any) -> None:
        self.store, self.beats, self.go_on = store, 0, threading.Event()
        self.trouble = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def beat(self, process: str, now: int) -> None:
        self.beats += 1
        self.go_on.wait(60)
        if self.trouble:
            raise Trouble(self.trouble)
        self.store.beat(process, now)


@asynccontextmanager
async def stalled(cluster: Cluster) -> AsyncIterator[tuple[Readiness, StalledStore]]:
    tables = await cluster.tables()
    store: Any = StalledStore(tables.writer.store)
    tables.writer.store = store
    try:
        yield Readiness(tables, cluster.db), store
    finally:
        store.go_on.set()


def test_many_who_ask_cause_one_write(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        async with stalled(cluster) as (ready, store):
            crowd = [asyncio.create_task(ready.trouble()) for _ in range(CROWD)]
            for _ in range(5):
                await asyncio.sleep(0)
            assert len(ready.tables.writer.jobs) <= 1
            store.go_on.set()
            assert set(await asyncio.gather(*crowd)) == {""}
            assert await ready.trouble() == ""
            assert store.beats == 1
            monkeypatch.setattr(readiness, "KEPT", 0.0)
            await ready.trouble()
            assert store.beats == 2

    monkeypatch.setattr(readiness, "KEPT", 60.0)
    run_scenario(Cluster(tmp_path), scenario)


def test_a_database_that_stalls_gets_no_second_check(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        async with stalled(cluster) as (ready, store):
            for _ in range(3):
                assert await ready.trouble() == STALLED
            assert (store.beats, len(ready.tables.writer.jobs)) == (1, 0)
            store.go_on.set()
            assert ready.check is not None
            await ready.check
            assert await ready.trouble() == ""

    monkeypatch.setattr(readiness, "TIMEOUT", 0.05)
    monkeypatch.setattr(readiness, "KEPT", 60.0)
    run_scenario(Cluster(tmp_path), scenario)


def test_a_database_that_fails_is_not_ready(tmp_path: pathlib.Path) -> None:
    async def scenario(cluster: Cluster) -> None:
        async with stalled(cluster) as (ready, store):
            store.go_on.set()
            store.trouble = "the disk is full"
            assert "the disk is full" in await ready.trouble()

    run_scenario(Cluster(tmp_path), scenario)


def test_with_little_room_left_it_is_not_ready(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = SimpleNamespace(free=LEAST_ROOM)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    monkeypatch.setattr(readiness, "KEPT", 0.0)
    assert send_request("GET", f"{server.url}/readyz").status_code == 200
    usage.free = LEAST_ROOM - 1
    answer = send_request("GET", f"{server.url}/readyz")
    assert (answer.status_code, answer.text) == (503, "The database's disk is nearly full.")
