"""Ann and Bob at a real server: fixtures and moves that tests of it share."""

from __future__ import annotations

import random
from typing import Any

import pytest
from served import Guest, Line, Served


@pytest.fixture
def ann(server: Served) -> Guest:
    return Guest(server.url)


@pytest.fixture
def bob(server: Served) -> Guest:
    return Guest(server.url)


def two(ann: Guest, bob: Guest, game: str = "skipbo", **more: Any) -> str:
    """A table for Ann and Bob."""
    table = ann.open_table(game, ["me", "invited"], name="Ann", **more)
    bob.join(table["codes"]["1"], name="Bob")
    return str(table["table"])


def turn_of(*lines: Line) -> Line:
    return next(line for line in lines if line.paths)


async def begun(*lines: Line) -> None:
    for line in lines:
        await line.until(lambda m: m["type"] == "shown" and m["scene"])


async def play_out(lines: list[Line], dice: random.Random) -> None:
    """Play random moves until the table is over."""
    while not lines[0].shown["table"]["result"]:
        mover = turn_of(*lines)
        done = await mover.command("move", action=dice.choice(mover.paths)["action"])
        assert done["type"] == "done", done
        for line in lines:
            await line.until(lambda m, seq=done["seq"]: m["type"] == "shown" and m["seq"] >= seq)
