"""The door of a table: one at a time, in the order of their coming, and never shut for good."""

from __future__ import annotations

import asyncio

import pytest

from skipyard.server.live.table_lock import Door


def test_who_finds_it_open_enters_at_once_and_nobody_else() -> None:
    door = Door()
    assert door.enter()
    assert not door.enter()
    door.leave()
    assert door.enter()


def test_those_who_wait_come_in_one_by_one_in_their_order() -> None:
    told: list[str] = []

    async def visit(door: Door, name: str) -> None:
        async with door:
            told.append(f"{name} in")
            await asyncio.sleep(0)
            told.append(f"{name} out")

    async def rush() -> None:
        door = Door()
        assert door.enter()
        visits = [asyncio.ensure_future(visit(door, name)) for name in "abc"]
        await asyncio.sleep(0)
        assert told == []
        door.leave()
        assert not door.enter()  # the first of those who wait has it already
        await asyncio.gather(*visits)
        assert not door.shut

    asyncio.run(rush())
    assert told == ["a in", "a out", "b in", "b out", "c in", "c out"]


@pytest.mark.parametrize("let_in", [False, True])
def test_one_who_goes_away_leaves_it_to_the_next(let_in: bool) -> None:
    async def rush() -> None:
        door, entered = Door(), asyncio.Event()

        async def visit() -> None:
            async with door:
                entered.set()

        assert door.enter()
        first = asyncio.ensure_future(visit())
        await asyncio.sleep(0)
        second = asyncio.ensure_future(visit())
        await asyncio.sleep(0)
        if let_in:
            door.leave()  # to the first, who is cancelled before it knows
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        if not let_in:
            assert not entered.is_set()
            door.leave()
        async with asyncio.timeout(5):
            await second
        assert entered.is_set()
        assert not door.shut

    asyncio.run(rush())


def test_trouble_inside_opens_it_again() -> None:
    async def fail() -> Door:
        door = Door()
        with pytest.raises(ValueError, match="inside"):
            async with door:
                raise ValueError("inside")
        return door

    assert not asyncio.run(fail()).shut
