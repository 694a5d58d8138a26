"""The easel: answers come before pictures, pictures come in order, and nobody is left waiting."""

from __future__ import annotations

import asyncio
import functools

from skipyard.server.live.render_queue import AT_ONCE, Easel

ROUNDS = 6  # of the loop, with an answer in each


def test_answers_come_between_pictures_and_pictures_in_order() -> None:
    told: list[str] = []

    async def picture(easel: Easel, number: int) -> None:
        await easel.turn()
        told.append(f"picture {number}")

    async def answers() -> None:
        for number in range(ROUNDS):
            told.append(f"answer {number}")
            await asyncio.sleep(0)

    async def rush() -> None:
        easel = Easel()
        pictures = [picture(easel, number) for number in range(3 * AT_ONCE)]
        await asyncio.gather(*pictures, answers())

    asyncio.run(rush())
    shown = [line for line in told if line.startswith("picture")]
    assert shown == [f"picture {number}" for number in range(3 * AT_ONCE)]
    rounds = "".join(line[0] for line in told).split("a")  # pictures before, between, after answers
    assert len(rounds) == 1 + ROUNDS
    assert max(map(len, rounds)) == AT_ONCE


def test_one_who_went_away_keeps_nobody_waiting() -> None:
    async def rush() -> None:
        easel = Easel()
        gone = [easel.turn() for _ in range(AT_ONCE + 1)]
        for turn in gone:
            turn.cancel()
        await asyncio.wait_for(easel.turn(), 5)
        await asyncio.wait_for(easel.turn(), 5)  # and it starts again when it has been idle

    asyncio.run(rush())


def test_a_picture_that_fails_keeps_nobody_waiting() -> None:
    made: list[int] = []

    def fail() -> None:
        raise ValueError("no paint")

    async def rush() -> None:
        easel = Easel()
        for number in range(2 * AT_ONCE):
            easel.add(fail)
            easel.add(functools.partial(made.append, number))
        await asyncio.wait_for(easel.turn(), 5)

    asyncio.run(rush())
    assert made == list(range(2 * AT_ONCE))
