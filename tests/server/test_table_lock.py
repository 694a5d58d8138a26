"""A table's lock: one holder at a time, in FIFO order, and never held forever."""

from __future__ import annotations

import asyncio

import pytest

from skipyard.server.live.table_lock import TableLock


def test_a_free_lock_is_taken_at_once() -> None:
    lock, begun = TableLock(), []
    lock.take(lambda: begun.append("first"))
    assert begun == ["first"]
    assert lock.taken
    lock.release()
    assert not lock.taken


def test_callbacks_and_tasks_wait_in_one_queue() -> None:
    told: list[str] = []

    async def hold(lock: TableLock, name: str) -> None:
        async with lock:
            told.append(f"{name} in")
            await asyncio.sleep(0)
            told.append(f"{name} out")

    async def rush() -> None:
        lock = TableLock()
        lock.take(lambda: None)
        first = asyncio.ensure_future(hold(lock, "a"))
        await asyncio.sleep(0)
        lock.take(lambda: told.append("callback"))
        second = asyncio.ensure_future(hold(lock, "b"))
        await asyncio.sleep(0)
        assert told == []
        lock.release()
        assert lock.taken  # the first in the queue has it already
        await first
        await asyncio.sleep(0)
        assert told == ["a in", "a out", "callback"]
        lock.release()
        await second
        assert not lock.taken

    asyncio.run(rush())
    assert told == ["a in", "a out", "callback", "b in", "b out"]


@pytest.mark.parametrize("given", [False, True])
def test_a_cancelled_task_leaves_the_lock_to_the_next(given: bool) -> None:
    async def rush() -> None:
        lock, entered = TableLock(), asyncio.Event()

        async def hold() -> None:
            async with lock:
                entered.set()

        lock.take(lambda: None)
        first = asyncio.ensure_future(hold())
        await asyncio.sleep(0)
        second = asyncio.ensure_future(hold())
        await asyncio.sleep(0)
        if given:
            lock.release()  # to the first, who is cancelled before it knows
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        if not given:
            assert not entered.is_set()
            lock.release()
        async with asyncio.timeout(5):
            await second
        assert entered.is_set()
        assert not lock.taken

    asyncio.run(rush())


def test_an_exception_inside_releases_it() -> None:
    async def fail() -> TableLock:
        lock = TableLock()
        with pytest.raises(ValueError, match="inside"):
            async with lock:
                raise ValueError("inside")
        return lock

    assert not asyncio.run(fail()).taken
