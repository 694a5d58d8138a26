"""Guests and their tables at a real server."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from helpers.server_thread import Guest, ServerThread, TableSocket


@pytest.fixture
def ann(server: ServerThread) -> Guest:
    return Guest(server.url)


@pytest.fixture
def bob(server: ServerThread) -> Guest:
    return Guest(server.url)


def table_for_two(ann: Guest, bob: Guest, game: str = "skipbo", **more: Any) -> str:
    """A table for Ann and Bob."""
    table = ann.open_table(game, ["me", "invited"], name="Ann", **more)
    bob.join(table["codes"]["1"], name="Bob")
    return str(table["table"])


def turn_of(*lines: TableSocket) -> TableSocket:
    return next(line for line in lines if line.paths)


async def wait_for_deal(*lines: TableSocket) -> None:
    """Read each socket until it shows a scene."""
    for line in lines:
        await line.until(lambda m: m["type"] == "shown" and m["scene"])


async def play_out(lines: list[TableSocket], dice: random.Random) -> None:
    """Play random moves until the table is over."""
    while not lines[0].shown["table"]["result"]:
        mover = turn_of(*lines)
        done = await mover.command("move", action=dice.choice(mover.paths)["action"])
        assert done["type"] == "done", done
        for line in lines:
            await line.until(lambda m, seq=done["seq"]: m["type"] == "shown" and m["seq"] >= seq)


def finished_table(server: ServerThread, name: str = "skipbo") -> tuple[str, Guest]:
    """Play a game against a bot to its end; the table's id and its guest, who has moved."""
    ann = Guest(server.url)
    settings = ["stock_size=1"] if name.startswith("skipbo") else []
    table, moves = "", 0

    async def play() -> int:
        chance, moves = random.Random(3), 0
        async with ann.connect(table) as line:
            await line.until(lambda m: m["type"] == "shown" and m["scene"])
            while not line.shown["table"]["result"]:
                if line.paths:
                    await line.command("move", action=chance.choice(line.paths)["action"])
                    moves += 1
                else:
                    await line.until("shown")
        return moves

    while not moves:  # the bot begins, and now and then wins at once
        chairs = ["me", "bot:greedy"]
        table = str(ann.open_table(name, chairs, name="Ann", settings=settings)["table"])
        moves = asyncio.run(play())
    return table, ann
