"""Bots play many games, with a thread on every core."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
import numpy.typing as npt

from skipyard.batch.cpu import TableSetup
from skipyard.bots import seat_bot
from skipyard.bots.forfeit import Forfeit
from skipyard.bots.registry import Chooser
from skipyard.bots.specs import NUMBERS
from skipyard.core import Record, Records, i8, i16, u32
from skipyard.games import Game, game
from skipyard.games.contract import Key
from skipyard.loops import for_game
from skipyard.options import Value
from skipyard.seats import NOBODY

CHUNK = 500  # games handed to a thread at a time
SEARCH_CHUNK = 4  # the same where a bot searches
OnMove = Callable[[int, Any, Any, int], None]  # gets seat, view, legal moves, action
Play = Callable[[int, Records, OnMove], Sequence[str]]  # a chunk; returns how bots broke down


def no_record(seat: int, view: Any, legal: Any, action: int) -> None:
    """Moves are not recorded."""


class Result(Record):
    """The result of one game, as a study needs it."""

    moves, turns = u32(), u32()
    over, winner, unsound = i8(), i8(), i8()
    forfeit = i8()  # 1 + the seat whose bot broke down and so lost, or 0
    points = i16(8)  # by seat


def bot_games(name: str) -> Callable[..., None]:
    """The compiled loop in which bots play whole games."""
    loop: Callable[..., None] = for_game("bot_games", game(name)).bot_games
    return loop


def play_many(
    g: Game,
    seats: int,
    chosen: Mapping[str, Value],
    bots: Sequence[str],
    key: Key,
    games: int,
    language: str = "en",
) -> Games:
    """Games 0 to `games - 1` of a key: iterate over the result to play them.

    How a bot broke down is told in `language`.
    """
    setup = TableSetup(g, seats, chosen)
    if not all(name in NUMBERS for name in bots):

        def search(first: int, results: Records, on_move: OnMove) -> list[str]:
            return play_chunk(setup, bots, key, first, results, on_move, language)

        return Games(games, SEARCH_CHUNK, search, unsure=0)
    run, numbers = bot_games(g.name), np.array([NUMBERS[name] for name in bots], np.int64)

    def loop(first: int, results: Records, on_move: OnMove) -> tuple[()]:
        state, dice, out = setup.buffers(first)
        views = g.rules.View.many(2)
        run(setup.template, state, views, numbers, key, first, results, dice, out)
        return ()

    return Games(games, CHUNK, loop, unsure=1)  # it may write the fields in any order


class Games:
    """Games that threads play in chunks; those finished so far can be read at any time."""

    def __init__(self, games: int, size: int, play: Play, unsure: int) -> None:
        self.games, self.size, self.play = games, size, play
        self.unsure = unsure  # games of a running chunk whose result may be half written
        self.results: dict[int, Records] = {}  # of each chunk that was begun, by its first game
        self.complete: set[int] = set()  # chunks
        self.forfeits: dict[int, list[str]] = {}  # by chunk: how bots broke down, in sentences

    def __iter__(self) -> Iterator[Records]:
        """The results of all games, chunk by chunk in order, a few chunks ahead on every core."""
        cores = os.cpu_count() or 1
        pool, pending = ThreadPoolExecutor(cores), dict[int, Future[Records]]()
        try:
            for first in range(0, self.games, self.size):
                pending[first] = pool.submit(self.play_from, first)
                if len(pending) > 2 * cores:
                    wait(pending.values(), return_when=FIRST_COMPLETED)
                    yield pending.pop(min(pending)).result()
            for first in sorted(pending):
                yield pending.pop(first).result()
        finally:  # who interrupts this does not wait for the chunks that are being played
            pool.shutdown(wait=False, cancel_futures=True)

    def play_from(self, first: int, on_move: OnMove = no_record) -> Records:
        """Play one chunk; where moves are not made in a compiled loop, `on_move` gets them."""
        results = Result.many(min(self.size, self.games - first))
        self.results[first] = results
        self.add(first, results, self.play(first, results, on_move))
        return results

    def add(self, first: int, results: Records, forfeits: Sequence[str]) -> None:
        """Add a chunk that is complete."""
        self.results[first], self.forfeits[first] = results, list(forfeits)
        self.complete.add(first)

    def first_forfeit(self) -> str:
        """How the first bot broke down, in a sentence; empty if none did."""
        return next((why for _, some in sorted(self.forfeits.items()) for why in some), "")

    def finished(self) -> npt.NDArray[Any]:
        """The results of all games that are finished by now."""
        return self.finished_with_numbers()[0]

    def finished_with_numbers(self) -> tuple[npt.NDArray[Any], list[int]]:
        """The same with the games' numbers, which have gaps while chunks are being played."""
        chunks = [
            (first, results if first in self.complete else self.sure(results))
            for first, results in sorted(self.results.items())
        ]
        numbers = [first + n for first, results in chunks for n in range(len(results))]
        return np.concatenate([Result.many(0), *(results for _, results in chunks)]), numbers

    def sure(self, results: Records) -> npt.NDArray[Any]:
        """The finished games of a chunk that is being played, one after the other."""
        unfinished = np.flatnonzero(results["over"] == 0)
        count = int(unfinished[0]) if len(unfinished) else len(results)
        return results[: max(0, count - self.unsure)]


def play_chunk(
    setup: TableSetup,
    bots: Sequence[str],
    key: Key,
    first: int,
    results: Records,
    on_move: OnMove = no_record,
    language: str = "en",
) -> list[str]:
    """Games between any bots, and how they broke down; Python code in threads takes turns."""
    forfeits = []
    for i in range(len(results)):
        seated = [
            seat_bot(setup.game.name, name, (first + i) * len(bots) + seat, language=language)
            for seat, name in enumerate(bots)
        ]
        try:
            why = play_one(setup, seated, key, first + i, results[i], on_move)
        finally:
            for bot in seated:
                bot.close()
        forfeits += [why] if why else []
    return forfeits


def lose(setup: TableSetup, s: Any, seat: int, result: Result) -> None:
    """Note that a seat's bot broke down; of two sides the other one wins, of more none does."""
    sides = int(setup.game.rules.sides(s))
    result.forfeit = seat + 1
    result.winner = 1 - seat % sides if sides == 2 else NOBODY
    result.over = 1


def play_one(
    setup: TableSetup,
    seated: Sequence[Chooser],
    key: Key,
    number: int,
    result: Result,
    on_move: OnMove = no_record,
) -> str:
    """One game of a key between seated bots, each moving from its own view.

    Returns how a bot broke down, which ends the game, or nothing.
    """
    rules = setup.game.rules
    state, _, out = setup.buffers(0)
    s = state[0]
    rules.deal(s, key, number)
    while not s.over and result.moves < rules.LONGEST:
        view, seat = rules.View(), int(s.turn)
        rules.observe(s, seat, view)
        legal = out[: rules.moves(s, out)]
        before = legal.copy()  # bots may change the order
        try:
            action = seated[seat].choose(view, legal)
        except Forfeit as why:
            lose(setup, s, seat, result)
            return str(why)
        on_move(seat, view, before, action)
        rules.play(s, action)
        result.moves += 1
        result.turns += s.turn != seat or bool(s.over)
    result.unsound = not rules.sound(s)
    rules.score(s, result.points)
    result.winner = s.winner
    result.over = s.over  # last: it says that the result is complete
    return ""
