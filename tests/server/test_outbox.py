"""Messages queued in one turn of the loop leave together, once, and in order."""

from __future__ import annotations

import asyncio

from skipyard.server.net.outbox import Outbox


def test_whoever_is_added_twice_is_called_once_and_soon() -> None:
    calls: list[str] = []

    def first() -> None:
        calls.append("first")

    def second() -> None:
        calls.append("second")

    async def scenario() -> None:
        outbox = Outbox()
        outbox.add(first)
        outbox.add(second)
        outbox.add(first)
        assert calls == []
        await asyncio.sleep(0)
        assert calls == ["first", "second"]
        outbox.add(second)
        await asyncio.sleep(0)

    asyncio.run(scenario())
    assert calls == ["first", "second", "second"]


def test_what_is_added_while_the_box_is_emptied_goes_out_the_next_time() -> None:
    calls: list[int] = []

    async def scenario() -> None:
        outbox = Outbox()

        def again() -> None:
            calls.append(len(calls))
            if len(calls) < 3:
                outbox.add(again)

        outbox.add(again)
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(scenario())
    assert calls == [0, 1, 2]


def test_one_that_fails_keeps_nobody_waiting() -> None:
    calls: list[int] = []

    def fail() -> None:
        raise RuntimeError("the socket has gone")

    async def scenario() -> None:
        outbox = Outbox()
        outbox.add(fail)
        outbox.add(lambda: calls.append(1))
        await asyncio.sleep(0)

    asyncio.run(scenario())
    assert calls == [1]
