"""Works out the winning chances of finished games and of hints, in a process of its own."""

from __future__ import annotations

import asyncio
import collections
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from starlette.requests import Request

from skipyard.compiling import ready
from skipyard.games import game
from skipyard.server.logs import problem
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.server.workers.compiling import SEARCH, is_interpreted
from skipyard.table.chances import Costly, by_row, costliest
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

WORLDS = 40  # for each chance; the strip is too small to show more precision
CACHED_GAMES = 400  # for chances and for costs
HINT_TIMEOUT = 2.0  # seconds that a hint's chances may take
COMPARE_TIME = 1.0  # seconds after which no other move is compared
ROUGH, ROUGH_SEED = 8, 1  # other moves are first compared in so many times fewer worlds
MOST_COMPARED = 40  # other moves


@dataclass(frozen=True)
class Chances:
    """Each seat's winning chance after a row, from 0 to 1."""

    seq: int
    seats: Sequence[float]


Source = Callable[[Header, Sequence[Row]], Sequence[Chances] | None]  # None: they are not known
CostSource = Callable[[Header, Sequence[Row]], Sequence[Costly] | None]


def source_of(request: Request) -> Source | None:
    """The application's function that works out chances, if it has one."""
    source: Source | None = getattr(request.app.state, "chances", None)
    return source


def cost_source_of(request: Request) -> CostSource | None:
    """The application's function that finds costly moves, if it has one."""
    source: CostSource | None = getattr(request.app.state, "costs", None)
    return source


def can_compute(game_name: str) -> bool:
    """Whether a game's playouts are compiled; interpreted they would take minutes."""
    return not is_interpreted() or ready.is_ready(game_name, SEARCH)


def can_be_analysed(host: Host) -> bool:
    """Whether a game is over and follows today's rules."""
    return host.phase == "over" and not host.adjourned


def work_out(header: Header, rows: Sequence[Row]) -> list[Chances]:
    """The chances after every row; runs in the worker."""
    return [Chances(seq, seats) for seq, seats in by_row(header, rows, WORLDS)]


def find_costs(header: Header, rows: Sequence[Row], known: Sequence[Chances]) -> list[Costly]:
    """Each seat's costliest move; runs in the worker."""
    return costliest(header, rows, WORLDS, [(one.seq, one.seats) for one in known])


def chances_of(
    game_name: str, view: bytes, seat: int, sides: int, action: int, legal: Sequence[int]
) -> tuple[float, float | None]:
    """A move's winning chance by what its seat sees, and that of the best other move.

    The other one is None where there is none, or where it would take too long. It runs in the
    worker.
    """
    from skipyard.bots.playouts import HINT_WORLDS, Playouts  # bring Numba in

    rules, began = game(game_name).rules, time.monotonic()
    seen = np.frombuffer(view, rules.View.dtype).copy().view(np.recarray)[0]
    playouts = Playouts(game(game_name))
    chance = playouts.of_move(seen, seat, action, sides)
    spent = time.monotonic() - began
    others = [other for other in legal if other != action][:MOST_COMPARED]
    if not others or spent * (1 + len(others) / ROUGH) > COMPARE_TIME:
        return chance, None
    rough = playouts.of_moves(seen, others, sides, HINT_WORLDS // ROUGH, ROUGH_SEED)
    best = others[int(rough[:, :, seat % sides].mean(axis=0).argmax())]
    return chance, playouts.of_move(seen, seat, best, sides)


class ChanceWorker:
    """Worker processes, apart from the bots', that work out one game at a time.

    There is a second one for hints, which need not wait for a whole game.
    """

    def __init__(self) -> None:
        self.workers, self.lock = BotWorkers(2), threading.Lock()
        self.known: collections.OrderedDict[tuple[str, str], Any] = collections.OrderedDict()

    def __call__(self, header: Header, rows: Sequence[Row]) -> Sequence[Chances] | None:
        """The chances of a finished game; None where the worker died or cannot compute yet."""
        found: Sequence[Chances] | None = self.once(work_out, header, rows)
        return found

    def costs(self, header: Header, rows: Sequence[Row]) -> Sequence[Costly] | None:
        """The same for each seat's costliest move."""
        known = self(header, rows)
        found: Sequence[Costly] | None = (
            None if known is None else self.once(find_costs, header, rows, known)
        )
        return found

    def once(
        self, work: Callable[..., Any], header: Header, rows: Sequence[Row], *more: Any
    ) -> Any:
        """The result of some work on a game, done once by the worker."""
        if not can_compute(header.game):
            return None
        key = work.__name__, header.table
        with self.lock:
            if key not in self.known:
                try:
                    found = self.workers.started().submit(work, header, list(rows), *more).result()
                except BrokenExecutor:
                    problem("the chance worker died", table=header.table)
                    self.workers.stop()
                    return None
                self.known[key] = found
            self.known.move_to_end(key)
            while len(self.known) > CACHED_GAMES:
                self.known.popitem(last=False)
            return self.known[key]

    async def of_move(self, *question: Any) -> tuple[float, float | None] | None:
        """Run `chances_of` in the worker; None where it takes longer than HINT_TIMEOUT."""
        if not can_compute(question[0]):
            return None
        future = self.workers.started().submit(chances_of, *question)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), HINT_TIMEOUT)
        except (TimeoutError, BrokenExecutor):
            return None

    def stop(self) -> None:
        self.workers.stop()
