"""Live tables without a network: several on one database stand for several processes."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any

import pytest
from helpers.cluster import (
    START,
    Cluster,
    arrive,
    command_kinds,
    dealt_table,
    header,
    run_scenario,
    wait_until,
)

from skipyard.core import NOBODY
from skipyard.server.live import sweeper
from skipyard.server.live.arrivals import ALIVE_FOR
from skipyard.server.live.open_table import ALL_ROWS, NoTable, OpenTable, Unreadable, own_command
from skipyard.table.command import Command
from skipyard.table.database.store import JOIN, NEVER, PRESENCE_CHANGED, Invitation, Trouble


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Cluster:
    return Cluster(tmp_path)


def test_a_table_of_bots_begins_by_itself(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["bot:random", "bot:random"])
        workers: Any = tables.bots
        workers.may.set()
        await wait_until(lambda: table.host.moves >= 3)

    run_scenario(cluster, scenario)


def test_a_thinking_table_is_asked_once_and_stays_open(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["bot:random", "bot:random"])
        workers: Any = tables.bots
        await wait_until(lambda: workers.asked)
        for _ in range(20):
            tables.timers.schedule(table)
            await asyncio.sleep(0)
        cluster.time += sweeper.IDLE * 2
        await cluster.sweepers[tables].sweep()
        await asyncio.sleep(0.05)
        assert workers.asked == 1
        assert tables.open["t"] is table

    run_scenario(cluster, scenario)


def test_a_refusal_that_nobody_caused_is_not_tried_in_a_hurry(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        workers: Any = tables.bots

        async def nonsense(*question: Any, asker: Any) -> int:
            workers.asked += 1
            return 10_000

        monkeypatch.setattr(workers, "choose", nonsense)
        await dealt_table(tables, ["bot:random", "bot:random"])
        await wait_until(lambda: workers.asked)
        await asyncio.sleep(0.1)
        assert workers.asked == 1

    run_scenario(cluster, scenario)


# People who are missing ---------------------------------------------------------------------------
def test_whoever_never_came_is_played_by_a_bot_after_the_grace(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"], grace=60)
        await arrive(tables, 0)
        assert list(table.presence.missing) == [1]
        cluster.time += 61_000
        tables.timers.schedule(table)
        await wait_until(lambda: table.host.chairs[1].away)
        assert not table.host.chairs[0].away

    run_scenario(cluster, scenario)


def test_by_correspondence_nobody_is_expected_at_the_table(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"], grace=0, clock="days", time=3)
        listener = await arrive(tables, 0)
        await tables.arrivals.leave(table, listener)
        assert table.presence.missing == {}

    run_scenario(cluster, scenario)


def test_somebody_at_another_process_is_not_missing(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await dealt_table(first, ["open", "open"], grace=60)
        for seat in (0, 1):
            await arrive(second, seat)
        assert list(table.presence.missing) == [0, 1]  # no hint has come yet
        cluster.time += 61_000
        await cluster.sweepers[second].sweep()
        await first.timers.act(table)
        assert table.presence.seats == {0, 1}
        assert "bot" not in command_kinds(table)

    run_scenario(cluster, scenario)


def test_a_hint_says_who_came_to_another_process(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await dealt_table(first, ["open", "open"])
        await arrive(second, 1)
        await first.notice("t", 0, PRESENCE_CHANGED)
        assert table.presence.seats == {1}
        assert list(table.presence.missing) == [0]

    run_scenario(cluster, scenario)


def test_a_bot_that_races_with_its_person_gives_the_seat_back(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await dealt_table(first, ["open", "open"])
        for seat in (0, 1):
            await arrive(second, seat)
        for seat in (0, 1):  # written by a process that has not heard of them
            await first.pipeline.perform(table, seat, own_command("bot", table.host.seq, seat))
        await second.notice("t", table.host.seq)
        other = second.open["t"]
        await wait_until(lambda: not any(chair.away for chair in other.host.chairs))
        assert command_kinds(other).count("back") == 2

    run_scenario(cluster, scenario)


def test_two_people_come_back_at_once_to_two_processes(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await dealt_table(first, ["open", "open"])
        for seat in (0, 1):
            await first.pipeline.perform(table, seat, own_command("bot", table.host.seq, seat))
        await second.table("t")
        await asyncio.gather(arrive(first, 0), arrive(second, 1))
        await second.notice("t", ALL_ROWS)
        assert not any(chair.away for chair in second.open["t"].host.chairs)

    run_scenario(cluster, scenario)


def test_who_was_at_a_process_that_died_is_missed(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        dead, alive = await cluster.tables(), await cluster.tables()
        await dealt_table(dead, ["open", "open"])
        await arrive(dead, 1)
        await arrive(alive, 0)
        table = alive.open["t"]
        assert table.presence.seats == {0, 1}
        for _ in range(3):
            cluster.time += ALIVE_FOR // 2
            await cluster.sweepers[alive].sweep()
        await wait_until(lambda: table.presence.seats == {0})
        assert list(table.presence.missing) == [1]

    run_scenario(cluster, scenario)


# Several processes --------------------------------------------------------------------------------
def test_a_hint_during_an_opening_is_heeded(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await first.create(header("t", ["open", "open"]), [])
        look_around = second.arrivals.look_around

        async def interrupted(opened: OpenTable) -> None:
            command = Command("sit", 0, "sit:0", data={"name": "P"}, own=True)
            if "sit:0" not in table.done:
                await first.pipeline.perform(table, 0, command)
                second.background.start(second.notice("t", 1))
            await look_around(opened)

        monkeypatch.setattr(second.arrivals, "look_around", interrupted)
        opened = await second.table("t")
        await wait_until(lambda: opened.host.seq == 1)

    run_scenario(cluster, scenario)


def test_a_command_that_answers_what_another_process_showed_is_not_stale(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first, second = await cluster.tables(), await cluster.tables()
        table = await dealt_table(first, ["open", "open"])
        behind = await second.table("t")
        for number, tables in enumerate((first, second)):
            seat = table.host.turn
            command = Command(
                "move", table.host.seq, f"c{number}", action=table.host.legal(seat)[0]
            )
            await tables.pipeline.perform(table if tables is first else behind, seat, command)
        assert behind.host.seq == table.host.seq + 1

    run_scenario(cluster, scenario)


def test_a_log_that_became_shorter_is_trouble_and_not_an_endless_loop(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        table = await dealt_table(tables, ["open", "open"])
        listener = await arrive(tables, 0)

        def cut(store: Any) -> None:
            store.ask("DELETE FROM log WHERE seq > 1")
            store.ask("UPDATE tables SET last = 1")

        await tables.writer.ask(cut)
        with pytest.raises(Trouble, match="shorter"):
            await tables.pipeline.perform(table, 0, Command("resign", table.host.seq, "r"))
        assert listener.close_reason == "goodbye.stop"
        assert "t" not in tables.open

    run_scenario(cluster, scenario)


# Sweeping -----------------------------------------------------------------------------------------
def test_a_table_that_cannot_be_read_stays_due_and_does_not_keep_others_waiting(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "DUE_AT_ONCE", 1)

    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()

        def prepare(store: Any) -> None:
            store.create(header("newer", ["bot:random"] * 2)._replace(rules=99), [])
            store.create(header("t", ["bot:random"] * 2), [])
            for name, due in (("newer", START), ("t", START + 1)):
                store.set_due(name, due)

        await tables.writer.ask(prepare)
        cluster.time += sweeper.OVERDUE * 2
        await cluster.sweepers[tables].sweep()
        await wait_until(lambda: cluster.sweepers[tables].stuck == {"newer"})
        await cluster.sweepers[tables].sweep()
        await wait_until(lambda: "t" in tables.open and tables.open["t"].host.seq)
        with pytest.raises(Unreadable):
            await tables.table("newer")
        due = await tables.writer.ask(lambda store: store.due(cluster.time, 10))
        assert "newer" in due

    run_scenario(cluster, scenario)


def test_a_sweep_that_fails_is_followed_by_another(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        swept = []

        async def stumble() -> None:
            swept.append(1)
            raise LookupError

        monkeypatch.setattr(cluster.sweepers[tables], "sweep", stumble)
        monkeypatch.setattr(sweeper, "INTERVAL", 0.0)
        sweeping = asyncio.create_task(cluster.sweepers[tables].run())
        await wait_until(lambda: len(swept) > 1)
        sweeping.cancel()

    run_scenario(cluster, scenario)


def test_names_that_no_table_has_are_not_asked_for(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        for name in ("", "\x00", "a/b", "é", "a" * 65):
            with pytest.raises(NoTable):
                await tables.table(name)

    run_scenario(cluster, scenario)


# Clocks -------------------------------------------------------------------------------------------
def test_a_running_clock_gets_the_downtime_back(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        first = await cluster.tables()
        table = await dealt_table(first, ["open", "open"], clock="game", time=60)
        seat = table.host.turn
        cluster.time += 10_000
        await cluster.sweepers[first].sweep()
        cluster.time += 300_000
        second = await cluster.tables()
        again = await second.table("t")
        assert again.host.clock.remaining(cluster.time)[seat] == 50_000
        assert again.host.due() == cluster.time + 50_000
        assert again.host.turn == seat != NOBODY
        assert again.host.due() != NEVER

    run_scenario(cluster, scenario)


# Tidying ------------------------------------------------------------------------------------------
def test_codes_that_nobody_used_in_time_are_dropped(cluster: Cluster) -> None:
    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        await dealt_table(tables, ["open", "open"])
        await cluster.sweepers[tables].sweep()
        soon, later = (
            Invitation("t", 0, JOIN, cluster.time + wait) for wait in (1, 2 * sweeper.CODES_EVERY)
        )
        await tables.writer.ask(lambda store: store.invite(b"soon", soon))
        await tables.writer.ask(lambda store: store.invite(b"later", later))
        cluster.time += sweeper.CODES_EVERY
        await cluster.sweepers[tables].sweep()
        # Asked as if it were still early: what is there could be used.
        assert await tables.writer.ask(lambda store: store.use(b"soon", 0)) is None
        assert await tables.writer.ask(lambda store: store.use(b"later", 0)) == later

    run_scenario(cluster, scenario)
