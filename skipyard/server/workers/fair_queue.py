"""Shares a few workers fairly among tables, and among the addresses that opened them.

Tables with people go first. Among those that wait, the address whose tables have taken the least
time is next, and of its tables the one that has waited longest. Tables of bots alone never have the
last worker, so that a person's table finds one.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

MOST_ADDRESSES = 5_000  # whose time is remembered


class Asker(NamedTuple):
    """For whom something is worked out."""

    table: str = ""
    address: str = ""  # that opened the table; empty where nobody knows
    alone: bool = False  # whether no person plays there


class Full(Exception):
    """So much waits already that this is not accepted."""


class FairQueue:
    """Says who may use one of so many workers next.

    Where only so many may wait, one of the address of which most wait is refused.
    """

    def __init__(
        self, workers: int, now: Callable[[], float] = time.monotonic, longest: int | None = None
    ) -> None:
        self.workers, self.now, self.longest = workers, now, longest
        self.waiting: list[tuple[Asker, asyncio.Future[None]]] = []  # oldest first
        self.running = self.running_alone = 0
        self.spent: OrderedDict[str, float] = OrderedDict()  # seconds of workers, by address
        self.floor = 0.0  # the least that an address counts as having spent

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a worker and have it; Full where too many wait."""
        may: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((asker, may))
        self.start_next()
        if self.longest is not None and len(self.waiting) > self.longest:
            self.refuse_one()
        try:
            await may
        except asyncio.CancelledError:
            if may.done() and not may.cancelled():  # it was given a worker at that moment
                self.free(asker, 0.0)
            else:
                self.waiting.remove((asker, may))
            raise
        began = self.now()
        try:
            yield
        finally:
            self.free(asker, self.now() - began)

    def free(self, asker: Asker, seconds: float) -> None:
        """Take a worker back after so many seconds, and give it to the next."""
        self.running -= 1
        self.running_alone -= asker.alone
        self.spent[asker.address] = self.spent_by(asker) + seconds
        self.spent.move_to_end(asker.address)
        while len(self.spent) > MOST_ADDRESSES:
            self.spent.popitem(last=False)
        self.start_next()

    def refuse_one(self) -> None:
        """Refuse the latest of the address of which most wait."""
        counts = Counter(asker.address for asker, _ in self.waiting)
        latest = self.waiting[-1][0].address
        address = max(counts, key=lambda one: (counts[one], one == latest))
        places = (
            place for place, (asker, _) in enumerate(self.waiting) if asker.address == address
        )
        _, may = self.waiting.pop(max(places))
        may.set_exception(Full())

    def start_next(self) -> None:
        """Give free workers to those who are next."""
        while self.running < self.workers:
            chosen = self.next()
            if chosen is None:
                return
            asker, may = self.waiting.pop(chosen)
            self.running += 1
            self.running_alone += asker.alone
            self.floor = max(self.floor, self.spent_by(asker))
            self.spent[asker.address] = self.spent_by(asker)
            may.set_result(None)

    def next(self) -> int | None:
        """The place in the queue of whoever is next; None where nobody may have a worker."""
        full = self.running_alone >= max(1, self.workers - 1)
        allowed = [
            (asker.alone, self.spent_by(asker), place)
            for place, (asker, may) in enumerate(self.waiting)
            if not (may.cancelled() or (asker.alone and full))
        ]
        return min(allowed)[2] if allowed else None

    def spent_by(self, asker: Asker) -> float:
        """What an address has spent; newcomers begin at the floor, and nobody saves up time."""
        return max(self.floor, self.spent.get(asker.address, 0.0))
