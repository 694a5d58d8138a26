"""Keepers without a network: several on one file stand for several processes."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any

import pytest
from house import START, House, header, kinds, played, sit, table_of, until

from skipyard.core import NOBODY
from skipyard.server import caretaker
from skipyard.server.attendance import ALIVE
from skipyard.server.hosted import ALL_OF_IT, Hosted, NoTable, Unreadable, own
from skipyard.table.store import COMINGS, JOIN, NEVER, Invitation, Trouble
from skipyard.table.wish import Wish


@pytest.fixture
def house(tmp_path: pathlib.Path) -> House:
    return House(tmp_path)


def test_a_table_of_bots_begins_by_itself(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["bot:random", "bot:random"])
        thinkers: Any = keeper.thinkers
        thinkers.may.set()
        await until(lambda: hosted.host.moves >= 3)

    played(house, scenario)


def test_a_thinking_table_is_asked_once_and_stays_open(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["bot:random", "bot:random"])
        thinkers: Any = keeper.thinkers
        await until(lambda: thinkers.asked)
        for _ in range(20):
            keeper.alarms.schedule(hosted)
            await asyncio.sleep(0)
        house.time += caretaker.IDLE * 2
        await keeper.caretaker.sweep()
        await asyncio.sleep(0.05)
        assert thinkers.asked == 1
        assert keeper.tables["t"] is hosted

    played(house, scenario)


def test_a_refusal_that_nobody_caused_is_not_tried_in_a_hurry(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        thinkers: Any = keeper.thinkers

        async def nonsense(*question: Any) -> int:
            thinkers.asked += 1
            return 10_000

        monkeypatch.setattr(thinkers, "choose", nonsense)
        await table_of(keeper, ["bot:random", "bot:random"])
        await until(lambda: thinkers.asked)
        await asyncio.sleep(0.1)
        assert thinkers.asked == 1

    played(house, scenario)


# People who are missing ---------------------------------------------------------------------------
def test_whoever_never_came_is_played_by_a_bot_after_the_grace(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"], grace=60)
        await sit(keeper, 0)
        assert list(hosted.away) == [1]
        house.time += 61_000
        keeper.alarms.schedule(hosted)
        await until(lambda: hosted.host.chairs[1].away)
        assert not hosted.host.chairs[0].away

    played(house, scenario)


def test_by_correspondence_nobody_is_expected_at_the_table(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"], grace=0, clock="days", time=3)
        listener = await sit(keeper, 0)
        await keeper.attendance.leave(hosted, listener)
        assert hosted.away == {}

    played(house, scenario)


def test_somebody_at_another_process_is_not_missing(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await table_of(first, ["open", "open"], grace=60)
        for seat in (0, 1):
            await sit(second, seat)
        assert list(hosted.away) == [0, 1]  # no hint has come yet
        house.time += 61_000
        await second.caretaker.sweep()
        await first.alarms.act_once(hosted)
        assert hosted.present == {0, 1}
        assert "bot" not in kinds(hosted)

    played(house, scenario)


def test_a_hint_says_who_came_to_another_process(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await table_of(first, ["open", "open"])
        await sit(second, 1)
        await first.heed("t", 0, COMINGS)
        assert hosted.present == {1}
        assert list(hosted.away) == [0]

    played(house, scenario)


def test_a_bot_that_races_with_its_person_gives_the_seat_back(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await table_of(first, ["open", "open"])
        for seat in (0, 1):
            await sit(second, seat)
        for seat in (0, 1):  # written by a process that has not heard of them
            await first.do(hosted, seat, own("bot", hosted.host.seq, seat))
        await second.heed("t", hosted.host.seq)
        other = second.tables["t"]
        await until(lambda: not any(chair.away for chair in other.host.chairs))
        assert kinds(other).count("back") == 2

    played(house, scenario)


def test_two_people_come_back_at_once_to_two_processes(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await table_of(first, ["open", "open"])
        for seat in (0, 1):
            await first.do(hosted, seat, own("bot", hosted.host.seq, seat))
        await second.table("t")
        await asyncio.gather(sit(first, 0), sit(second, 1))
        await second.heed("t", ALL_OF_IT)
        assert not any(chair.away for chair in second.tables["t"].host.chairs)

    played(house, scenario)


def test_who_was_at_a_process_that_died_is_missed(house: House) -> None:
    async def scenario(house: House) -> None:
        dead, alive = await house.keeper(), await house.keeper()
        await table_of(dead, ["open", "open"])
        await sit(dead, 1)
        await sit(alive, 0)
        hosted = alive.tables["t"]
        assert hosted.present == {0, 1}
        for _ in range(3):
            house.time += ALIVE // 2
            await alive.caretaker.sweep()
        await until(lambda: hosted.present == {0})
        assert list(hosted.away) == [1]

    played(house, scenario)


# Several processes --------------------------------------------------------------------------------
def test_a_hint_during_an_opening_is_heeded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await first.create(header("t", ["open", "open"]), [])
        look_around = second.attendance.look_around

        async def interrupted(opened: Hosted) -> None:
            wish = Wish("sit", 0, "sit:0", data={"name": "P"}, own=True)
            if "sit:0" not in hosted.commands:
                await first.do(hosted, 0, wish)
                second.tasks.start(second.heed("t", 1))
            await look_around(opened)

        monkeypatch.setattr(second.attendance, "look_around", interrupted)
        opened = await second.table("t")
        await until(lambda: opened.host.seq == 1)

    played(house, scenario)


def test_a_wish_that_answers_what_another_process_showed_is_not_stale(house: House) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.keeper(), await house.keeper()
        hosted = await table_of(first, ["open", "open"])
        behind = await second.table("t")
        for number, keeper in enumerate((first, second)):
            seat = hosted.host.turn
            wish = Wish("move", hosted.host.seq, f"c{number}", action=hosted.host.legal(seat)[0])
            await keeper.do(hosted if keeper is first else behind, seat, wish)
        assert behind.host.seq == hosted.host.seq + 1

    played(house, scenario)


def test_a_log_that_became_shorter_is_trouble_and_not_an_endless_loop(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        hosted = await table_of(keeper, ["open", "open"])
        listener = await sit(keeper, 0)

        def cut(store: Any) -> None:
            store.ask("DELETE FROM log WHERE seq > 1")
            store.ask("UPDATE tables SET last = 1")

        await keeper.writer.ask(cut)
        with pytest.raises(Trouble, match="shorter"):
            await keeper.do(hosted, 0, Wish("resign", hosted.host.seq, "r"))
        assert listener.why == "goodbye.stop"
        assert "t" not in keeper.tables

    played(house, scenario)


# Sweeping -----------------------------------------------------------------------------------------
def test_a_table_that_cannot_be_read_stays_due_and_does_not_keep_others_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "DUE_AT_ONCE", 1)

    async def scenario(house: House) -> None:
        keeper = await house.keeper()

        def prepare(store: Any) -> None:
            store.create(header("newer", ["bot:random"] * 2)._replace(rules=99), [])
            store.create(header("t", ["bot:random"] * 2), [])
            for name, due in (("newer", START), ("t", START + 1)):
                store.set_due(name, due)

        await keeper.writer.ask(prepare)
        house.time += caretaker.OVERDUE * 2
        await keeper.caretaker.sweep()
        await until(lambda: keeper.caretaker.stuck == {"newer"})
        await keeper.caretaker.sweep()
        await until(lambda: "t" in keeper.tables and keeper.tables["t"].host.seq)
        with pytest.raises(Unreadable):
            await keeper.table("newer")
        due = await keeper.writer.ask(lambda store: store.due(house.time, 10))
        assert "newer" in due

    played(house, scenario)


def test_a_sweep_that_fails_is_followed_by_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        swept = []

        async def stumble() -> None:
            swept.append(1)
            raise LookupError

        monkeypatch.setattr(keeper.caretaker, "sweep", stumble)
        monkeypatch.setattr(caretaker, "SWEEP", 0.0)
        sweeping = asyncio.create_task(keeper.caretaker.sweep_for_ever())
        await until(lambda: len(swept) > 1)
        sweeping.cancel()

    played(house, scenario)


def test_names_that_no_table_has_are_not_asked_for(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        for name in ("", "\x00", "a/b", "é", "a" * 65):
            with pytest.raises(NoTable):
                await keeper.table(name)

    played(house, scenario)


# Clocks -------------------------------------------------------------------------------------------
def test_a_running_clock_gets_the_downtime_back(house: House) -> None:
    async def scenario(house: House) -> None:
        first = await house.keeper()
        hosted = await table_of(first, ["open", "open"], clock="game", time=60)
        seat = hosted.host.turn
        house.time += 10_000
        await first.caretaker.sweep()
        house.time += 300_000
        second = await house.keeper()
        again = await second.table("t")
        assert again.host.clock.remaining(house.time)[seat] == 50_000
        assert again.host.due() == house.time + 50_000
        assert again.host.turn == seat != NOBODY
        assert again.host.due() != NEVER

    played(house, scenario)


# Tidying ------------------------------------------------------------------------------------------
def test_codes_that_nobody_used_in_time_are_dropped(house: House) -> None:
    async def scenario(house: House) -> None:
        keeper = await house.keeper()
        await table_of(keeper, ["open", "open"])
        await keeper.caretaker.sweep()
        soon, later = (
            Invitation("t", 0, JOIN, house.time + wait) for wait in (1, 2 * caretaker.TIDY)
        )
        await keeper.writer.ask(lambda store: store.invite(b"soon", soon))
        await keeper.writer.ask(lambda store: store.invite(b"later", later))
        house.time += caretaker.TIDY
        await keeper.caretaker.sweep()
        # Asked as if it were still early: what is there could be used.
        assert await keeper.writer.ask(lambda store: store.use(b"soon", 0)) is None
        assert await keeper.writer.ask(lambda store: store.use(b"later", 0)) == later

    played(house, scenario)
