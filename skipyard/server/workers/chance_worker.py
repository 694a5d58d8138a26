"""Winning chances of finished games and of hints, worked out in a process of their own."""

from __future__ import annotations

import asyncio
import collections
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from skipyard.server.logs import problem
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

WORLDS = 40  # for each chance: a strip a hand high tells no more
KEPT = 200  # games
PATIENCE = 2.0  # seconds that a hint's chance may take


@dataclass(frozen=True)
class Chances:
    """What each seat could hope for after a row, in parts of one."""

    seq: int
    seats: Sequence[float]


Source = Callable[[Header, Sequence[Row]], Sequence[Chances] | None]  # None: nobody knows


def source_of(request: Request) -> Source | None:
    """Whom to ask for chances."""
    found: Source | None = getattr(request.app.state, "chances", None)
    return found


def can_be_analysed(host: Host) -> bool:
    """Whether a game is over and follows from the rules of today."""
    return host.phase == "over" and not host.adjourned


def work_out(header: Header, rows: Sequence[Row]) -> list[Chances]:
    """The chances after every row; runs in the process."""
    from skipyard.table.chances import by_row

    return [Chances(seq, seats) for seq, seats in by_row(header, rows, WORLDS)]


def chance_of(game_name: str, view: bytes, seat: int, sides: int, action: int) -> float:
    """A move's winning chance by what its seat sees; runs in the process."""
    import numpy as np

    from skipyard.bots.playouts import Playouts
    from skipyard.games import game

    rules = game(game_name).rules
    seen = np.frombuffer(view, rules.View.dtype).copy().view(np.recarray)[0]
    return Playouts(game(game_name)).of_move(seen, seat, action, sides)


class ChanceWorker:
    """Whom the application asks: one game at a time, beside the bots and not before them."""

    def __init__(self) -> None:
        self.workers, self.lock = BotWorkers(1), threading.Lock()
        self.known: collections.OrderedDict[str, list[Chances]] = collections.OrderedDict()

    def __call__(self, header: Header, rows: Sequence[Row]) -> Sequence[Chances] | None:
        """The chances of a finished game; None where the process died over them."""
        with self.lock:
            if header.table not in self.known:
                try:
                    found = self.workers.started().submit(work_out, header, list(rows)).result()
                except BrokenExecutor:
                    problem("nobody could work out chances", table=header.table)
                    self.workers.stop()
                    return None
                self.known[header.table] = found
            self.known.move_to_end(header.table)
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
            return self.known[header.table]

    async def of_move(self, *question: Any) -> float | None:
        """What `chance_of` says; None where that takes longer than one waits for a hint."""
        future = self.workers.started().submit(chance_of, *question)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE)
        except (TimeoutError, BrokenExecutor):
            return None

    def stop(self) -> None:
        self.workers.stop()
