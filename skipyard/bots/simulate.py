"""Bots play many games, with a thread on every core."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

import numpy as np

from skipyard.batch.cpu import TableSetup
from skipyard.bots import seat_bot
from skipyard.bots.registry import Chooser
from skipyard.bots.specs import NUMBERS
from skipyard.core import Record, Records, i8, i16, u32
from skipyard.games import Game, game
from skipyard.games.contract import Key
from skipyard.loops import for_game
from skipyard.options import Value

T = TypeVar("T")
CHUNK = 500  # games handed to a thread at a time
SEARCH_CHUNK = 4  # the same where a bot searches


class Result(Record):
    """The result of one game, as a study needs it."""

    moves, turns = u32(), u32()
    over, winner, unsound = i8(), i8(), i8()
    points = i16(8)  # by seat


def bot_games(name: str) -> Callable[..., None]:
    """The compiled loop in which bots play whole games."""
    loop: Callable[..., None] = for_game("bot_games", game(name)).bot_games
    return loop


def play_many(
    g: Game, seats: int, chosen: Mapping[str, Value], bots: Sequence[str], key: Key, games: int
) -> Iterator[Records]:
    """Results of games 0 to `games - 1` of a key, chunk by chunk in order, on all cores."""
    setup = TableSetup(g, seats, chosen)
    if not all(name in NUMBERS for name in bots):
        return in_order(
            games, SEARCH_CHUNK, lambda first, n: play_chunk(setup, bots, key, first, n)
        )
    run, numbers = bot_games(g.name), np.array([NUMBERS[name] for name in bots], np.int64)

    def chunk(first: int, n: int) -> Records:
        state, dice, out = setup.buffers(first)
        views, results = g.rules.View.many(2), Result.many(n)
        run(setup.template, state, views, numbers, key, first, results, dice, out)
        return results

    return in_order(games, CHUNK, chunk)


def in_order(games: int, size: int, chunk: Callable[[int, int], T]) -> Iterator[T]:
    """The results of `chunk(first, n)` for all games, computed a few chunks ahead on every core."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        pending: dict[int, Future[T]] = {}
        for first in range(0, games, size):
            pending[first] = pool.submit(chunk, first, min(size, games - first))
            if len(pending) > 2 * cores:
                wait(pending.values(), return_when=FIRST_COMPLETED)
                yield pending.pop(min(pending)).result()
        for first in sorted(pending):
            yield pending.pop(first).result()


def play_chunk(setup: TableSetup, bots: Sequence[str], key: Key, first: int, n: int) -> Records:
    """Results of games between any bots; searches run in parallel, Python code takes turns."""
    results = Result.many(n)
    for i in range(n):
        seated = [
            seat_bot(setup.game.name, name, (first + i) * len(bots) + seat)
            for seat, name in enumerate(bots)
        ]
        play_one(setup, seated, key, first + i, results[i])
    return results


def play_one(
    setup: TableSetup, seated: Sequence[Chooser], key: Key, number: int, result: Result
) -> None:
    """One game of a key between seated bots, each moving from its own view."""
    rules = setup.game.rules
    state, _, out = setup.buffers(0)
    s = state[0]
    rules.deal(s, key, number)
    while not s.over and result.moves < rules.LONGEST:
        view, seat = rules.View(), int(s.turn)
        rules.observe(s, seat, view)
        rules.play(s, seated[seat].choose(view, out[: rules.moves(s, out)]))
        result.moves += 1
        result.turns += s.turn != seat or bool(s.over)
    result.unsound = not rules.sound(s)
    result.over, result.winner = s.over, s.winner
    rules.score(s, result.points)
