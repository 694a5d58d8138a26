"""Bots think in processes of their own, over the same view bytes that a person's screen is made of.

A thinker keeps nothing between moves: what it is sent is all it knows.
"""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

from skipyard.server.logs import problem
from skipyard.table.host import Host

ATTEMPTS = 3  # a thinker that dies is replaced


def choose(game_name: str, bot: str, seed: int, view: bytes, legal: Sequence[int]) -> int:
    """The bot's move; runs in a thinker."""
    import numpy as np

    from skipyard.bots import seat_bot
    from skipyard.games import game

    rules = game(game_name).rules
    seen = np.frombuffer(view, rules.View.dtype).copy().view(np.recarray)[0]
    return seat_bot(game_name, bot, seed).choose(seen, np.array(legal, np.int16))


def follow_parent() -> None:
    """Let a thinker end when its server is killed: nobody else would tell it."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, name="follow", daemon=True).start()


def seed_for(key: bytes, seat: int, seq: int) -> int:
    """A bot's dice at one row of one table: the same when asked again, known to nobody."""
    digest = hashlib.sha256(b"skipyard bot %d %d " % (seat, seq) + key).digest()
    return int.from_bytes(digest[:8], "little")


def question(host: Host, seat: int) -> tuple[str, str, int, bytes, list[int]]:
    """All that a thinker is told when a bot has to move, as `choose` takes it."""
    seed = seed_for(host.header.key, seat, host.seq)
    bot, view = host.chairs[seat].bot, host.view(seat).tobytes()
    return host.header.game, bot, seed, view, host.legal(seat)


class BotWorkers:
    """A pool of processes that choose moves."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.pool: ProcessPoolExecutor | None = None

    async def choose(self, *question: Any) -> int:
        """The answer to one question, asked again where a process died over it."""
        for attempt in range(1, ATTEMPTS + 1):
            pool = self.started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, choose, *question)
            except BrokenExecutor:
                problem("a thinker died", attempt=attempt)
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
