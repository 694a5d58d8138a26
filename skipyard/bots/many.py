"""Bots play many games on all cores, a thread each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from skipyard.batch.cpu import Seats
from skipyard.batch.made import loops_for
from skipyard.bots.knowledge import FILES
from skipyard.core import Record, i8, i16, u32
from skipyard.games import Game

CHUNK = 500  # games handed to a thread at a time


class Result(Record):
    """What a study keeps of one game."""

    moves, turns = u32(), u32()
    over, winner, unsound = i8(), i8(), i8()
    points = i16(8)  # by seat


def bot_games(name: str) -> Any:
    """The compiled loop in which bots play a game."""
    rules = ("skipyard.games.skipbo.rules", f"skipyard.games.{name}.rules")
    knowledge = ("skipyard.bots.skipbo", FILES[name])
    return loops_for("skipyard.bots.loops", name, rules, knowledge).bot_games


def play_many(
    g: Game, seats: int, chosen: Any, bots: list[int], key: Any, games: int
) -> Iterator[Any]:
    """Results of games 0 to `games - 1` of a key, chunk by chunk in order, on all cores."""
    kind, run = Seats(g, seats, chosen), bot_games(g.name)
    numbers = np.array(bots, np.int64)

    def chunk(first: int) -> Any:
        state, dice, out = kind.workplace(first)
        views, results = g.rules.View.many(2), Result.many(min(CHUNK, games - first))
        run(kind.template, state, views, numbers, key, first, results, dice, out)
        return results

    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        waiting: dict[int, Future[Any]] = {}
        for first in range(0, games, CHUNK):
            waiting[first] = pool.submit(chunk, first)
            if len(waiting) > 2 * cores:
                wait(waiting.values(), return_when=FIRST_COMPLETED)
                yield waiting.pop(min(waiting)).result()
        for first in sorted(waiting):
            yield waiting.pop(first).result()
