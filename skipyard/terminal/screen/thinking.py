"""Worker processes: one in which bots choose moves, one for hints and the analysis.

They get what a seat sees, never the state. Until a game is compiled, bots run interpreted, and a
bot that searches is replaced by one that need not; the analysis waits until the search is compiled.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context, resource_tracker
from typing import Any, NamedTuple

from skipyard import compile_notice
from skipyard.bots.levels import ADVISER
from skipyard.bots.specs import SEARCH as SEARCH_BOT
from skipyard.bots.specs import read
from skipyard.cli import interrupts
from skipyard.compiling import ready
from skipyard.compiling.pool import JIT_VARIABLE, CompilingPool
from skipyard.table.result import sides_of
from skipyard.table.table import Table

TABLE, SEARCH = ready.PARTS
STAND_IN = "rules"  # plays for a searching bot until its search is compiled
ATTEMPTS = 3  # to get a move, with a new worker each time one has died
BOTS, ADVICE = "bots", "advice"  # what a worker is for
TOP, MOST_COMPARED = 5, 60  # moves that an analysis lists, and compares
ROUGH_WORLDS, WORLDS = 40, 400  # imagined for each move compared, and for each move listed
CACHED_BOTS = 8


class Advice(NamedTuple):
    """The best moves with their winning chances, the adviser's, and why it is good."""

    best: int
    moves: list[tuple[int, float]]
    reason: str


# In the worker ------------------------------------------------------------------------------------
def begin_worker(compiled: bool) -> None:
    """Choose how this worker runs rules; it ends with its parent."""
    if compiled:
        os.environ.pop(JIT_VARIABLE, None)  # before the rules are imported
    else:
        os.environ[JIT_VARIABLE] = "1"
    compile_notice.is_quiet = True  # the screen is not ours to write on
    interrupts.end_with_parent()


def warm_up(game_name: str) -> None:
    """Load what a bot needs, while the first person looks at the table."""
    import skipyard.bots.registry  # noqa: F401
    from skipyard.games import game

    assert game(game_name).rules


def seen(game_name: str, view: bytes) -> Any:
    import numpy as np

    from skipyard.games import game

    return np.frombuffer(view, game(game_name).rules.View.dtype).copy().view(np.recarray)[0]


@functools.lru_cache(CACHED_BOTS)
def player_for(game_name: str, bot: str, seats: int, language: str) -> Any:
    from skipyard.bots import seat_bot

    return seat_bot(game_name, bot, 0, language=language)


def choose(
    game_name: str, bot: str, seed: int, view: bytes, legal: Sequence[int], language: str
) -> int:
    """A bot's move."""
    import numpy as np

    what = seen(game_name, view)
    player = player_for(game_name, bot, int(what.seats), language)
    player.reseed(seed)
    return int(player.choose(what, np.array(legal, np.int16)))


def advise(
    game_name: str, view: bytes, seat: int, sides: int, legal: Sequence[int], language: str
) -> Advice:
    """What the best bot would do, and how often the best moves win."""
    from skipyard.bots.playouts import Playouts
    from skipyard.games import game, hint_reasons

    what = seen(game_name, view)
    best = choose(game_name, ADVISER, 0, view, legal, language)
    playouts, side = Playouts(game(game_name)), seat % sides
    others = [action for action in legal if action != best][:MOST_COMPARED]
    if len(others) >= TOP:
        rough = playouts.of_moves(what, others, sides, ROUGH_WORLDS, 1)
        order = rough[:, :, side].mean(axis=0).argsort()[::-1]
        others = [others[n] for n in order[: TOP - 1]]
    moves = [best, *others]
    shares = playouts.of_moves(what, moves, sides, WORLDS, 2)[:, :, side].mean(axis=0)
    listed = sorted(
        ((move, float(share)) for move, share in zip(moves, shares, strict=True)),
        key=lambda one: -one[1],
    )
    reason = hint_reasons.reason(game(game_name), what, best, legal, language)
    return Advice(best, listed, reason)


# In the screen's process --------------------------------------------------------------------------
def seed_for(key: bytes, seat: int, moves: int) -> int:
    """The seed of a bot's dice at one position: the same when asked again, and secret."""
    digest = hashlib.sha256(b"skipyard bot %d %d " % (seat, moves) + key).digest()
    return int.from_bytes(digest[:7], "little")


class Thinker:
    """Asks workers; they start when they are first needed."""

    def __init__(self, table: Table, language: str) -> None:
        self.table, self.game, self.language = table, table.game.name, language
        self.workers: dict[tuple[str, bool], ProcessPoolExecutor] = {}
        self.pool: CompilingPool | None = None
        resource_tracker.ensure_running()  # it needs a real stderr, which Textual will replace

    def compile(self, on_ready: Callable[[], None]) -> None:
        """Compile what this game lacks, beside the play."""
        if all(ready.is_ready(self.game, part) for part in ready.PARTS):
            return
        self.pool = CompilingPool([self.game], lambda *_: None, lambda status: on_ready())

    @property
    def can_advise(self) -> bool:
        return ready.is_ready(self.game, SEARCH)

    def worker(self, purpose: str, compiled: bool) -> ProcessPoolExecutor:
        if (purpose, compiled) not in self.workers:
            with interrupts.starting_workers():
                worker = ProcessPoolExecutor(1, get_context("spawn"), begin_worker, (compiled,))
                worker.submit(warm_up, self.game)
            self.workers[purpose, compiled] = worker
        return self.workers[purpose, compiled]

    async def ask(self, purpose: str, compiled: bool, work: Callable[..., Any], *rest: Any) -> Any:
        """Run some work in a worker; try again with a new one where a process died."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                future = self.worker(purpose, compiled).submit(work, self.game, *rest)
                return await asyncio.wrap_future(future)
            except BrokenExecutor:
                self.workers.pop((purpose, compiled), None)
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    async def choose(self, seat: int) -> int:
        """The move of a bot's seat."""
        table, bot = self.table, self.table.seats[seat]
        searches = read(bot, self.game).name == SEARCH_BOT
        compiled = ready.is_ready(self.game, SEARCH if searches else TABLE)
        if searches and not compiled:
            bot, compiled = STAND_IN, ready.is_ready(self.game, TABLE)
        seed = seed_for(table.key, seat, len(table.log))
        legal = [int(action) for action in table.legal()]
        question = bot, seed, table.view(seat).tobytes(), legal, self.language
        return int(await self.ask(BOTS, compiled, choose, *question))

    async def advise(self) -> Advice:
        """The best moves of whoever is on turn, by what they see."""
        table = self.table
        legal = [int(action) for action in table.legal()]
        view, sides = table.view(table.turn).tobytes(), sides_of(table)
        question = view, table.turn, sides, legal, self.language
        advice: Advice = await self.ask(ADVICE, True, advise, *question)
        return advice

    def stop(self) -> None:
        """End the workers, also in the middle of a move; what is compiled stays in the cache."""
        if self.pool is not None:
            self.pool.stop()
        workers, self.workers = list(self.workers.values()), {}
        for worker in workers:
            processes = list((getattr(worker, "_processes", None) or {}).values())
            worker.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            worker.shutdown(wait=True)
