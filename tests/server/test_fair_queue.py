"""Workers are shared fairly: a stranger with many tables of bots hardly delays anybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from skipyard.server.workers.bot_workers import LEAST_WORKERS, default_processes
from skipyard.server.workers.fair_queue import Asker, FairQueue, Full

STRANGER, PERSON = "198.51.100.7", "203.0.113.5"
TABLES = 80


class Workers:
    """A queue with a clock that tests set, and the askers whose work has started."""

    def __init__(self, workers: int) -> None:
        self.time = 0.0
        self.queue = FairQueue(workers, lambda: self.time)
        self.started: list[Asker] = []
        self.ends: dict[Asker, asyncio.Event] = {}
        self.tasks: dict[Asker, asyncio.Task[None]] = {}

    async def add(self, asker: Asker) -> None:
        self.ends[asker] = asyncio.Event()
        self.tasks[asker] = asyncio.create_task(self.work(asker))
        await settle()

    async def work(self, asker: Asker) -> None:
        async with self.queue.turn(asker):
            self.started.append(asker)
            await self.ends[asker].wait()

    async def end(self, asker: Asker, seconds: float) -> None:
        self.time += seconds
        self.ends[asker].set()
        await self.tasks[asker]
        await settle()

    async def stop(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(workers: int, scenario: Callable[[Workers], asyncio.Future[None] | object]) -> None:
    async def play() -> None:
        made = Workers(workers)
        await scenario(made)  # type: ignore[misc]
        await made.stop()
        assert (made.queue.running, made.queue.waiting) == (0, [])

    asyncio.run(play())


def test_tables_of_bots_alone_leave_a_worker_to_people() -> None:
    async def scenario(workers: Workers) -> None:
        for number in range(TABLES):
            await workers.add(Asker(f"t{number}", STRANGER, alone=True))
        assert len(workers.started) == 1
        person = Asker("mine", PERSON)
        await workers.add(person)
        assert workers.started[-1] == person

    run(2, scenario)


def test_a_person_waits_for_one_move_of_a_stranger_with_many_tables() -> None:
    """Also where the stranger sits at each of them, and with a single worker."""

    async def scenario(workers: Workers) -> None:
        tables = [Asker(f"t{number}", STRANGER) for number in range(TABLES)]
        for table in tables:
            await workers.add(table)
        person = Asker("mine", PERSON)
        await workers.add(person)
        await workers.end(tables[0], 0.3)
        assert workers.started == [tables[0], person]
        await workers.end(person, 0.01)
        assert workers.started[-1] == tables[1], "of one address, the table that waited longest"

    run(1, scenario)


def test_time_counts_and_cannot_be_saved_up() -> None:
    async def scenario(workers: Workers) -> None:
        for turn in range(3):  # the stranger has spent much, the person nothing
            table = Asker(f"before{turn}", STRANGER)
            await workers.add(table)
            await workers.end(table, 10.0)
        first = Asker("s0", STRANGER)
        await workers.add(first)
        mine = [Asker(f"m{number}", PERSON) for number in range(4)]
        for table in (*mine, Asker("s1", STRANGER)):
            await workers.add(table)
        await workers.end(first, 1.0)
        await workers.end(mine[0], 2.0)
        assert workers.started[-1].table == "s1", "after two seconds the person has had more"

    run(1, scenario)


def test_who_stops_waiting_leaves_the_queue() -> None:
    async def scenario(workers: Workers) -> None:
        first, gone, last = (Asker(name, PERSON) for name in ("first", "gone", "last"))
        for asker in (first, gone, last):
            await workers.add(asker)
        workers.tasks[gone].cancel()
        await workers.end(first, 1.0)
        assert workers.started == [first, last]

    run(1, scenario)


def test_there_are_several_workers() -> None:
    assert default_processes() >= LEAST_WORKERS == 2


def test_where_few_may_wait_the_address_with_most_is_refused() -> None:
    async def scenario(workers: Workers) -> None:
        workers.queue.longest = 3
        under_way = Asker("first", STRANGER)
        tables = [Asker(f"t{number}", STRANGER) for number in range(3)]
        for table in (under_way, *tables):
            await workers.add(table)
        person = Asker("mine", PERSON)
        await workers.add(person)
        assert isinstance(workers.tasks[tables[-1]].exception(), Full)
        late = Asker("late", STRANGER)
        await workers.add(late)
        assert isinstance(workers.tasks[late].exception(), Full)
        await workers.end(under_way, 1.0)
        assert workers.started == [under_way, person]

    run(1, scenario)
