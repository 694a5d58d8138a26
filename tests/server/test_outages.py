"""An outage never costs a game: what nobody could use is given back."""

from __future__ import annotations

import pathlib
import time
from typing import Any

import pytest
from helpers.cluster import Cluster, arrive, dealt_table, run_scenario, wait_until

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.due_actions import DueActions
from skipyard.server.live.open_table import OpenTable, own_command
from skipyard.server.live.outages import GRACE, Outages
from skipyard.server.live.steady_clock import SteadyClock
from skipyard.server.live.tables import LiveTables
from skipyard.table.command import Command
from skipyard.table.database.store import NewRow, Outcome, Row, Trouble

LIMIT = 20  # seconds a move


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


async def timed_table(tables: LiveTables) -> OpenTable:
    return await dealt_table(tables, ["open", "open"], clock="move", time=LIMIT)


def move_of(table: OpenTable) -> Command:
    host = table.host
    return Command("move", host.seq, f"m{host.seq}", action=host.legal(host.turn)[0])


async def move(tables: LiveTables, table: OpenTable) -> int:
    return await tables.pipeline.perform(table, table.host.turn, move_of(table))


async def flag(tables: LiveTables, table: OpenTable) -> int:
    seat = table.host.turn
    return await tables.pipeline.perform(table, seat, own_command("flag", table.host.seq, seat))


class BrokenStore:
    """A store that fails for as long as it is told to."""

    def __init__(self, store: Any) -> None:
        self.store, self.broken = store, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def append(self, new_rows: list[NewRow]) -> list[Outcome]:
        if self.broken:
            raise Trouble("the disk is full")
        outcomes: list[Outcome] = self.store.append(new_rows)
        return outcomes

    def beat(self, process: str, now: int) -> None:
        if self.broken:
            raise Trouble("the disk is full")
        self.store.beat(process, now)


def test_a_database_that_fails_costs_nobody_a_game(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await timed_table(tables)
        store: Any = BrokenStore(tables.writer.store)
        tables.writer.store = store
        cluster.time += 15_000
        store.broken = True
        with pytest.raises(Trouble):
            await move(tables, table)
        cluster.time += 24_000
        with pytest.raises(Trouble):  # not: your time is up
            await move(tables, table)
        store.broken = False
        with pytest.raises(Refused, match="is not up"):
            await flag(tables, table)
        left = table.host.clock.remaining(cluster.time)[table.host.turn]
        assert 5_000 <= left < 10_000  # the time that the failed write really took comes on top
        await move(tables, table)

    run_scenario(cluster, scenario)


def test_a_sweep_notices_an_outage_and_gives_time_back_unasked(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await timed_table(tables)
        store: Any = BrokenStore(tables.writer.store)
        tables.writer.store = store
        sweeper, store.broken = cluster.sweepers[tables], True
        with pytest.raises(Trouble):
            await sweeper.sweep()
        cluster.time += 60_000
        store.broken = False
        await sweeper.sweep()
        await wait_until(lambda: table.host.paid_until)
        assert table.host.clock.remaining(cluster.time)[table.host.turn] == LIMIT * 1000

    run_scenario(cluster, scenario)


def test_a_process_that_stood_still_judges_nobody_by_that_time(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await timed_table(tables)
        outages = tables.pipeline.outages
        cluster.time += 10_000
        outages.last_tick = time.monotonic() - 15  # as after SIGSTOP
        cluster.time += 15_000
        await move(tables, table)
        assert [row.kind for row in rows_after_deal(await rows(tables))] == ["pause", "move"]

    run_scenario(cluster, scenario)


def test_no_flag_falls_within_a_grace_after_an_outage(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await timed_table(tables)
        cluster.time += LIMIT * 1000 - 1  # a millisecond is left
        outages = tables.pipeline.outages
        outages.note(cluster.time, cluster.time + 30_000)
        cluster.time += 30_000
        for wait in (0, 2, GRACE - 3):
            cluster.time += wait
            with pytest.raises(Refused):
                await flag(tables, table)
        cluster.time += 1
        await flag(tables, table)
        assert table.host.phase == "over"

    run_scenario(cluster, scenario)


def test_two_processes_that_saw_the_same_outage_give_it_back_once(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await timed_table(first)
        other = await second.table("t")
        since = cluster.time
        cluster.time += 12_000
        for tables in (first, second):
            tables.pipeline.outages.note(since + 1_000, cluster.time)
        cluster.time += 2_000
        await first.give_time_back(table)
        await second.give_time_back(other)  # it has not seen the row of the first yet
        assert [row.kind for row in rows_after_deal(await rows(first))] == ["pause"]
        await second.pipeline.read_on(other)
        for seen in (table, other):
            assert seen.host.clock.remaining(cluster.time)[seen.host.turn] == 17_000

    run_scenario(cluster, scenario)


async def rows(tables: LiveTables) -> list[Row]:
    return await tables.writer.ask(lambda store: store.rows("t"))


def rows_after_deal(rows: list[Row]) -> list[Row]:
    return rows[next(i for i, row in enumerate(rows) if row.kind == "deal") + 1 :]


# Noticing -----------------------------------------------------------------------------------------
def test_what_overlaps_counts_once() -> None:
    outages = Outages(lambda: 0)
    outages.note(10, 20)
    outages.note(15, 30)
    outages.note(25, 28)
    assert list(outages.past) == [(10, 20), (20, 30)]


def test_a_slow_answer_is_an_outage_and_a_quick_one_is_not() -> None:
    outages = Outages(lambda: 10_000)
    outages.worked(0.4)
    assert not outages.past
    outages.worked(3.0)
    assert list(outages.past) == [(7_000, 10_000)]


# Time ---------------------------------------------------------------------------------------------
def test_a_clock_of_the_machine_that_jumps_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    before, wall = clock(), time.time_ns
    for jump in (3_600, -7_200):
        monkeypatch.setattr(time, "time_ns", lambda jump=jump: wall() + jump * 10**9)
        assert before <= clock() < before + 60_000


def test_a_process_follows_the_one_that_is_furthest_ahead_at_no_cost(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await timed_table(tables)
        sweeper = cluster.sweepers[tables]

        def advance_to(moment: int) -> int:
            step, cluster.time = moment - cluster.time, max(cluster.time, moment)
            return step

        sweeper.advance_to = advance_to
        ahead = cluster.time + 3_600_000
        await tables.writer.ask(lambda store: store.beat("other", ahead))
        await sweeper.sweep()
        await wait_until(lambda: table.host.paid_until)
        assert cluster.time == ahead
        assert table.host.clock.remaining(cluster.time)[table.host.turn] == LIMIT * 1000
        assert table.host.turn != NOBODY

    run_scenario(cluster, scenario)


# A process among several --------------------------------------------------------------------------
def test_a_frozen_process_costs_its_people_no_time_at_the_others(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await timed_table(first)
        seat = table.host.turn
        await arrive(first, seat)
        cluster.time += 5_000
        await cluster.sweepers[first].sweep()
        other = await second.table("t")
        cluster.time += 3_000  # the first process stands still: too soon to tell
        await cluster.sweepers[second].sweep()
        assert other.host.paid_until == 0
        cluster.time += 13_000  # its people's time would be up
        with pytest.raises(Refused):
            await DueActions.act(second.actions, other)
        await cluster.sweepers[second].sweep()
        await wait_until(lambda: other.host.paid_until)
        assert other.host.clock.remaining(cluster.time)[seat] == LIMIT * 1000 - 5_000
        with pytest.raises(Refused, match="is not up"):
            await flag(second, other)
        cluster.time += 60_000  # nobody has come back
        await flag(second, other)
        assert other.host.phase == "over"

    run_scenario(cluster, scenario)
