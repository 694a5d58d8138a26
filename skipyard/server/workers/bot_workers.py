"""Worker processes in which bots choose moves, from the same views as people get.

A worker caches bots between moves, but nothing about a table: it knows only what it is sent.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import numpy as np

from skipyard.bots import Bot, seat_bot
from skipyard.games import game
from skipyard.server.logs import problem
from skipyard.table.host import Host

ATTEMPTS = 3  # to get a move, with a new worker each time one has died
CACHED_BOTS = 8  # in a worker; a search takes some megabytes


def choose(game_name: str, bot: str, seed: int, view: bytes, legal: Sequence[int]) -> int:
    """The bot's move; runs in a worker."""
    rules = game(game_name).rules
    seen = np.frombuffer(view, rules.View.dtype).copy().view(np.recarray)[0]
    player = player_for(game_name, bot, int(seen.seats))
    player.reseed(seed)
    return player.choose(seen, np.array(legal, np.int16))


@functools.lru_cache(CACHED_BOTS)
def player_for(game_name: str, bot: str, seats: int) -> Bot:
    """A cached bot, since a search takes long to set up its memory."""
    return seat_bot(game_name, bot, 0)


def follow_parent() -> None:
    """End this worker when its server dies, even if the server was killed."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, name="follow", daemon=True).start()


def seed_for(key: bytes, seat: int, seq: int) -> int:
    """The seed of a bot's dice at one row: the same when asked again, and secret."""
    digest = hashlib.sha256(b"skipyard bot %d %d " % (seat, seq) + key).digest()
    return int.from_bytes(digest[:8], "little")


def question(host: Host, seat: int) -> tuple[str, str, int, bytes, list[int]]:
    """The arguments of `choose`: all that a worker is sent when a bot has to move."""
    seed = seed_for(host.header.key, seat, host.seq)
    bot, view = host.chairs[seat].bot, host.view(seat).tobytes()
    return host.header.game, bot, seed, view, host.legal(seat)


class BotWorkers:
    """A pool of processes that choose moves."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.pool: ProcessPoolExecutor | None = None

    async def choose(self, *question: Any) -> int:
        """Run `choose` in a worker; try again with a new one where a process died."""
        for attempt in range(1, ATTEMPTS + 1):
            pool = self.started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, choose, *question)
            except BrokenExecutor:
                problem("a bot worker died", attempt=attempt)
                if self.pool is pool:
                    self.pool = None
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def started(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, context, initializer=follow_parent)
        return self.pool

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
