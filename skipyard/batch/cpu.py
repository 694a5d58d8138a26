"""Many tables on the CPU: whole games in compiled loops, a thread for each core."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from skipyard.core import Record, Spin, compiled, i8, i16, spin, u32
from skipyard.games import Game, game


class Result(Record):
    """What a study keeps of one game."""

    moves, turns = u32(), u32()
    over, winner, unsound = i8(), i8(), i8()
    points = i16(8)  # by seat


CHECK_EVERY = 16  # turns between two looks at whether the table is whole


@functools.cache
def random_games(name: str) -> Callable[..., Any]:
    """Compile: play games `first` to `first + n - 1` of a key at random; the number of moves."""
    rules: Any = game(name).rules
    deal, moves, play, longest = rules.deal, rules.moves, rules.play, rules.LONGEST

    @compiled
    def run(template, state, key, first, n, dice, out):
        played = 0
        for number in range(first, first + n):
            state[0] = template[0]
            s = state[0]
            deal(s, key, number)
            length = 0
            while not s.over and length < longest:
                play(s, out[spin(dice, moves(s, out))])
                length += 1
            played += length
        return played

    return run


@functools.cache
def bot_games(name: str, choose: Any) -> Callable[..., Any]:
    """Compile: bots play games of a key, each seat from its own view; results are written down."""
    rules: Any = game(name).rules
    deal, moves, play, longest = rules.deal, rules.moves, rules.play, rules.LONGEST
    observe, score, sound = rules.observe, rules.score, rules.sound

    @compiled
    def run(template, state, views, bots, key, first, results, dice, out):
        for i in range(len(results)):
            state[0] = template[0]
            s, result = state[0], results[i]
            deal(s, key, first + i)
            while not s.over and result.moves < longest:
                seat = s.turn
                views[1] = views[0]
                observe(s, seat, views[1])
                n = moves(s, out)
                play(s, choose(bots[seat], views[1], out, n, dice))
                result.moves += 1
                if s.turn != seat or s.over:
                    result.turns += 1
                    if s.over or result.turns % CHECK_EVERY == 0:
                        result.unsound |= not sound(s)
            result.over, result.winner = s.over, s.winner
            score(s, result.points)

    return run


class Seats:
    """One kind of table, set up once and dealt again and again."""

    def __init__(self, g: Game, seats: int, chosen: Any) -> None:
        self.game = g
        self.template = g.rules.State.many(1)
        self.template[0] = g.set_up(seats, chosen)

    def workplace(self, seed: int) -> tuple[Any, Any, Any]:
        """What one thread needs for itself: a state, dice, room for moves."""
        dice = Spin()
        dice.at = seed
        return self.template.copy(), dice, np.zeros(len(self.game.rules.ACTIONS), np.int16)


CHUNK = 500  # games handed to a thread at a time


def play_many(
    g: Game, seats: int, chosen: Any, choose: Any, bots: list[int], key: Any, games: int
) -> Iterator[Any]:
    """Results of games 0 to `games - 1` of a key, chunk by chunk in order, on all cores."""
    kind, run = Seats(g, seats, chosen), bot_games(g.name, choose)
    numbers = np.array(bots, np.int64)

    def chunk(first: int) -> Any:
        state, dice, out = kind.workplace(first)
        results = Result.many(min(CHUNK, games - first))
        run(kind.template, state, g.rules.View.many(2), numbers, key, first, results, dice, out)
        return results

    starts = list(range(0, games, CHUNK))
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        waiting = {}
        for at, start in enumerate(starts):
            waiting[at] = pool.submit(chunk, start)
            if len(waiting) > 2 * cores:
                wait(waiting.values(), return_when=FIRST_COMPLETED)
                oldest = min(waiting)
                yield waiting.pop(oldest).result()
        for at in sorted(waiting):
            yield waiting.pop(at).result()
