"""Long logs: they are bounded, and opening one holds up nobody."""

from __future__ import annotations

import asyncio
import pathlib
import threading
from typing import Any

import pytest
from helpers.cluster import Cluster, arrive, dealt_table, header, run_scenario, wait_until

from skipyard.core import NOBODY
from skipyard.server.live import folding, pipeline
from skipyard.server.live.open_table import OpenTable, own_command
from skipyard.server.live.tables import LiveTables
from skipyard.table import log_limit
from skipyard.table.command import Command
from skipyard.table.database.store import Row
from skipyard.table.host import Host


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


async def set_pace(tables: LiveTables, table: OpenTable, command_id: str = "") -> int:
    """A row that the host may write at any time."""
    pace = "calm" if table.host.seq % 2 else "brisk"
    name = command_id or f"p{table.host.seq}"
    command = Command("pace", table.host.seq, name, data={"pace": pace})
    return await tables.pipeline.perform(table, table.host.host_seat, command)


async def long_table(tables: LiveTables, rows: int) -> OpenTable:
    table = await dealt_table(tables, ["open", "open"])
    while table.host.seq < rows:
        await set_pace(tables, table)
    return table


def test_while_a_log_is_folded_others_play_on(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, moved = threading.Event(), threading.Event()
    waited: list[bool] = []

    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        await long_table(first, 20)
        other = await second.create(header("other", ["open", "open"]), [])
        apply = Host.apply

        def slow(host: Host, row: Row, checked: bool = False) -> None:
            if host.header.table == "t" and not began.is_set():
                began.set()
                waited.append(moved.wait(20))  # as if it took very long
            apply(host, row, checked)

        monkeypatch.setattr(Host, "apply", slow)
        opening = asyncio.create_task(second.table("t"))
        await wait_until(began.is_set)
        command = Command("sit", 0, "sit:0", data={"name": "P"}, own=True)
        await second.pipeline.perform(other, 0, command)
        moved.set()
        assert (await opening).host.seq == 20
        assert waited == [True]

    run_scenario(cluster, scenario)


class Counting:
    """A store that notes how many rows it was asked for at once."""

    def __init__(self, store: Any) -> None:
        self.store, self.read = store, list[int]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def rows(self, *given: int) -> list[Row]:
        rows: list[Row] = self.store.rows(*given)
        self.read.append(len(rows))
        return rows


def test_a_long_log_is_read_in_pages(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "PAGE", 7)

    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await long_table(first, 20)
        store: Any = Counting(second.writer.store)
        second.writer.store = store
        again = await second.table("t")
        assert again.host.seq == table.host.seq == 20
        assert again.done == table.done
        assert max(store.read) <= 7

    run_scenario(cluster, scenario)


@pytest.mark.parametrize("told", [True, False], ids=["after a hint", "after a race"])
def test_what_others_have_written_is_read_in_pages(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    monkeypatch.setattr(pipeline, "PAGE", 7)

    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await long_table(first, 5)
        behind = await second.table("t")
        for _ in range(21):  # three full pages, and nothing after them
            await set_pace(first, table)
        store: Any = Counting(second.writer.store)
        second.writer.store = store
        if told:
            await second.notice("t", table.host.seq)
            assert behind.host.seq == 26
        assert await set_pace(second, behind, "behind") == 27
        assert store.read == [7, 7, 7, 0]

    run_scenario(cluster, scenario)


def test_rows_of_other_processes_are_applied_in_slices(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "SLICE", 0.0)

    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await long_table(first, 5)
        behind = await second.table("t")
        for _ in range(30):
            await set_pace(first, table)
        turns = 0

        async def count() -> None:
            nonlocal turns
            while behind.host.seq < table.host.seq:
                turns += behind.host.seq > 5  # while it catches up
                await asyncio.sleep(0)

        await asyncio.gather(count(), second.notice("t", table.host.seq))
        assert behind.host.seq == 35
        assert turns >= 20
        assert await set_pace(second, behind) == 36
        assert behind.host.seq == 36
        assert table.host.turn != NOBODY

    run_scenario(cluster, scenario)


def test_people_at_the_table_are_told_and_nobody_gets_a_seat_back_for_ever(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_limit, "LONG_SOON", 12)
    monkeypatch.setattr(log_limit, "LONG", 16)

    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        listener, told = await arrive(tables, 0), log_limit.told(12, "en")
        assert table.host.seq < 11
        while table.host.seq < 12:
            assert told not in table.presenter.agreed("en")
            await set_pace(tables, table)
        await wait_until(lambda: told.encode() in b"".join(listener.waiting))
        assert told in table.presenter.agreed("en")
        while table.host.seq < 16:
            await set_pace(tables, table)
        await tables.pipeline.perform(table, 0, own_command("bot", table.host.seq, 0))
        assert table.host.chairs[0].away
        listener = await arrive(tables, 0)
        assert table.presence.returned(table.host) == []
        assert "very long" in b"".join(listener.waiting).decode()

    run_scenario(cluster, scenario)
