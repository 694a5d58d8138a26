"""Keepers without a network: several on one file stand for several processes."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any

import pytest
from house import START, House, header, kinds, played, sit, table_of, until

from skipyard.core import NOBODY
from skipyard.server.live import sweeper
from skipyard.server.live.arrivals import ALIVE_FOR
from skipyard.server.live.open_table import ALL_ROWS, NoTable, OpenTable, Unreadable, own_command
from skipyard.table.command import Command
from skipyard.table.database.store import JOIN, NEVER, PRESENCE_CHANGED, Invitation, Trouble


@pytest.fixture
def house(tmp_path: pathlib.Path) -> House:
    return House(tmp_path)


def test_a_table_of_bots_begins_by_itself(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        table = await table_of(tables, ["bot:random", "bot:random"])
        workers: Any = tables.bots
        workers.may.set()
        await until(lambda: table.host.moves >= 3)

    played(house, scenario)


def test_a_thinking_table_is_asked_once_and_stays_open(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        table = await table_of(tables, ["bot:random", "bot:random"])
        workers: Any = tables.bots
        await until(lambda: workers.asked)
        for _ in range(20):
            tables.timers.schedule(table)
            await asyncio.sleep(0)
        house.time += sweeper.IDLE * 2
        await house.sweepers[tables].sweep()
        await asyncio.sleep(0.05)
        assert workers.asked == 1
        assert tables.open["t"] is table

    played(house, scenario)


def test_a_refusal_that_nobody_caused_is_not_tried_in_a_hurry(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        workers: Any = tables.bots

        async def nonsense(*question: Any) -> int:
            workers.asked += 1
            return 10_000

        monkeypatch.setattr(workers, "choose", nonsense)
        await table_of(tables, ["bot:random", "bot:random"])
        await until(lambda: workers.asked)
        await asyncio.sleep(0.1)
        assert workers.asked == 1

    played(house, scenario)


# People who are missing ---------------------------------------------------------------------------
def test_whoever_never_came_is_played_by_a_bot_after_the_grace(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        table = await table_of(tables, ["open", "open"], grace=60)
        await sit(tables, 0)
        assert list(table.presence.missing) == [1]
        house.time += 61_000
        tables.timers.schedule(table)
        await until(lambda: table.host.chairs[1].away)
        assert not table.host.chairs[0].away

    played(house, scenario)


def test_by_correspondence_nobody_is_expected_at_the_table(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        table = await table_of(tables, ["open", "open"], grace=0, clock="days", time=3)
        listener = await sit(tables, 0)
        await tables.arrivals.leave(table, listener)
        assert table.presence.missing == {}

    played(house, scenario)


def test_somebody_at_another_process_is_not_missing(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
        table = await table_of(first, ["open", "open"], grace=60)
        for seat in (0, 1):
            await sit(second, seat)
        assert list(table.presence.missing) == [0, 1]  # no hint has come yet
        house.time += 61_000
        await house.sweepers[second].sweep()
        await first.timers.act(table)
        assert table.presence.seats == {0, 1}
        assert "bot" not in kinds(table)

    played(house, scenario)


def test_a_hint_says_who_came_to_another_process(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
        table = await table_of(first, ["open", "open"])
        await sit(second, 1)
        await first.notice("t", 0, PRESENCE_CHANGED)
        assert table.presence.seats == {1}
        assert list(table.presence.missing) == [0]

    played(house, scenario)


def test_a_bot_that_races_with_its_person_gives_the_seat_back(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
        table = await table_of(first, ["open", "open"])
        for seat in (0, 1):
            await sit(second, seat)
        for seat in (0, 1):  # written by a process that has not heard of them
            await first.pipeline.perform(table, seat, own_command("bot", table.host.seq, seat))
        await second.notice("t", table.host.seq)
        other = second.open["t"]
        await until(lambda: not any(chair.away for chair in other.host.chairs))
        assert kinds(other).count("back") == 2

    played(house, scenario)


def test_two_people_come_back_at_once_to_two_processes(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
        table = await table_of(first, ["open", "open"])
        for seat in (0, 1):
            await first.pipeline.perform(table, seat, own_command("bot", table.host.seq, seat))
        await second.table("t")
        await asyncio.gather(sit(first, 0), sit(second, 1))
        await second.notice("t", ALL_ROWS)
        assert not any(chair.away for chair in second.open["t"].host.chairs)

    played(house, scenario)


def test_who_was_at_a_process_that_died_is_missed(house: House) -> None:
    async def scenario(house: House) -> None:
        dead, alive = await house.tables(), await house.tables()
        await table_of(dead, ["open", "open"])
        await sit(dead, 1)
        await sit(alive, 0)
        table = alive.open["t"]
        assert table.presence.seats == {0, 1}
        for _ in range(3):
            house.time += ALIVE_FOR // 2
            await house.sweepers[alive].sweep()
        await until(lambda: table.presence.seats == {0})
        assert list(table.presence.missing) == [1]

    played(house, scenario)


# Several processes --------------------------------------------------------------------------------
def test_a_hint_during_an_opening_is_heeded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
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
        await until(lambda: opened.host.seq == 1)

    played(house, scenario)


def test_a_wish_that_answers_what_another_process_showed_is_not_stale(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.tables(), await house.tables()
        table = await table_of(first, ["open", "open"])
        behind = await second.table("t")
        for number, tables in enumerate((first, second)):
            seat = table.host.turn
            command = Command(
                "move", table.host.seq, f"c{number}", action=table.host.legal(seat)[0]
            )
            await tables.pipeline.perform(table if tables is first else behind, seat, command)
        assert behind.host.seq == table.host.seq + 1

    played(house, scenario)


def test_a_log_that_became_shorter_is_trouble_and_not_an_endless_loop(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        table = await table_of(tables, ["open", "open"])
        listener = await sit(tables, 0)

        def cut(store: Any) -> None:
            store.ask("DELETE FROM log WHERE seq > 1")
            store.ask("UPDATE tables SET last = 1")

        await tables.writer.ask(cut)
        with pytest.raises(Trouble, match="shorter"):
            await tables.pipeline.perform(table, 0, Command("resign", table.host.seq, "r"))
        assert listener.close_reason == "goodbye.stop"
        assert "t" not in tables.open

    played(house, scenario)


# Sweeping -----------------------------------------------------------------------------------------
def test_a_table_that_cannot_be_read_stays_due_and_does_not_keep_others_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "DUE_AT_ONCE", 1)

    async def scenario(house: House) -> None:
        tables = await house.tables()

        def prepare(store: Any) -> None:
            store.create(header("newer", ["bot:random"] * 2)._replace(rules=99), [])
            store.create(header("t", ["bot:random"] * 2), [])
            for name, due in (("newer", START), ("t", START + 1)):
                store.set_due(name, due)

        await tables.writer.ask(prepare)
        house.time += sweeper.OVERDUE * 2
        await house.sweepers[tables].sweep()
        await until(lambda: house.sweepers[tables].stuck == {"newer"})
        await house.sweepers[tables].sweep()
        await until(lambda: "t" in tables.open and tables.open["t"].host.seq)
        with pytest.raises(Unreadable):
            await tables.table("newer")
        due = await tables.writer.ask(lambda store: store.due(house.time, 10))
        assert "newer" in due

    played(house, scenario)


def test_a_sweep_that_fails_is_followed_by_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        swept = []

        async def stumble() -> None:
            swept.append(1)
            raise LookupError

        monkeypatch.setattr(house.sweepers[tables], "sweep", stumble)
        monkeypatch.setattr(sweeper, "INTERVAL", 0.0)
        sweeping = asyncio.create_task(house.sweepers[tables].run())
        await until(lambda: len(swept) > 1)
        sweeping.cancel()

    played(house, scenario)


def test_names_that_no_table_has_are_not_asked_for(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        for name in ("", "\x00", "a/b", "é", "a" * 65):
            with pytest.raises(NoTable):
                await tables.table(name)

    played(house, scenario)


# Clocks -------------------------------------------------------------------------------------------
def test_a_running_clock_gets_the_downtime_back(house: House) -> None:
    async def scenario(house: House) -> None:
        first = await house.tables()
        table = await table_of(first, ["open", "open"], clock="game", time=60)
        seat = table.host.turn
        house.time += 10_000
        await house.sweepers[first].sweep()
        house.time += 300_000
        second = await house.tables()
        again = await second.table("t")
        assert again.host.clock.remaining(house.time)[seat] == 50_000
        assert again.host.due() == house.time + 50_000
        assert again.host.turn == seat != NOBODY
        assert again.host.due() != NEVER

    played(house, scenario)


# Tidying ------------------------------------------------------------------------------------------
def test_codes_that_nobody_used_in_time_are_dropped(house: House) -> None:
    async def scenario(house: House) -> None:
        tables = await house.tables()
        await table_of(tables, ["open", "open"])
        await house.sweepers[tables].sweep()
        soon, later = (
            Invitation("t", 0, JOIN, house.time + wait) for wait in (1, 2 * sweeper.CODES_EVERY)
        )
        await tables.writer.ask(lambda store: store.invite(b"soon", soon))
        await tables.writer.ask(lambda store: store.invite(b"later", later))
        house.time += sweeper.CODES_EVERY
        await house.sweepers[tables].sweep()
        # Asked as if it were still early: what is there could be used.
        assert await tables.writer.ask(lambda store: store.use(b"soon", 0)) is None
        assert await tables.writer.ask(lambda store: store.use(b"later", 0)) == later

    played(house, scenario)
