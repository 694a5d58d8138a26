"""The render queue: other callbacks run between renderings, in order, and no failure stops it."""

from __future__ import annotations

import asyncio
import functools

from skipyard.server.live.render_queue import PER_TURN, RenderQueue

TURNS = 6  # of the loop, with an answer in each


def test_answers_go_between_renderings_and_renderings_in_order() -> None:
    told: list[str] = []

    async def answers() -> None:
        for number in range(TURNS):
            told.append(f"answer {number}")
            await asyncio.sleep(0)

    async def rush() -> None:
        queue = RenderQueue()
        for number in range(3 * PER_TURN):
            queue.add(functools.partial(told.append, f"render {number}"))
        await answers()

    asyncio.run(rush())
    rendered = [line for line in told if line.startswith("render")]
    assert rendered == [f"render {number}" for number in range(3 * PER_TURN)]
    turns = "".join(line[0] for line in told).split("a")  # before, between and after answers
    assert len(turns) == 1 + TURNS
    assert max(map(len, turns)) == PER_TURN


def test_it_starts_again_after_it_was_empty() -> None:
    made: list[int] = []

    async def twice() -> None:
        queue = RenderQueue()
        for number in range(2):
            queue.add(functools.partial(made.append, number))
            await asyncio.sleep(0.01)
            assert not queue.running

    asyncio.run(twice())
    assert made == [0, 1]


def test_a_rendering_that_fails_holds_up_no_other() -> None:
    made: list[int] = []

    def fail() -> None:
        raise ValueError("no paint")

    async def rush() -> None:
        queue = RenderQueue()
        for number in range(2 * PER_TURN):
            queue.add(fail)
            queue.add(functools.partial(made.append, number))
        while queue.waiting:
            await asyncio.sleep(0)

    asyncio.run(rush())
    assert made == list(range(2 * PER_TURN))
