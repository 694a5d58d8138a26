"""Worker processes in which bots choose moves, from the same views as people get.

A worker caches bots between moves, but nothing about a table: it knows only what it is sent. While
the server is interpreted there are two pools: compiled workers for games that are compiled already,
interpreted ones for the others. Who gets a worker next is up to fair_queue.py.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import numpy as np

from skipyard.bots import Bot, read, seat_bot
from skipyard.bots.specs import SEARCH as SEARCH_BOT
from skipyard.compiling import ready
from skipyard.compiling.pool import JIT_VARIABLE
from skipyard.games import game
from skipyard.server import logs
from skipyard.server.logs import problem
from skipyard.server.workers.compiling import SEARCH, TABLE, is_interpreted
from skipyard.server.workers.fair_queue import Asker, FairQueue
from skipyard.table.host import Host

ATTEMPTS = 3  # to get a move, with a new worker each time one has died
LEAST_WORKERS = 2  # so that one long search does not hold up every other bot
CACHED_BOTS = 8  # in a worker; a search takes some megabytes


def choose(
    game_name: str, bot: str, seed: int, view: bytes, legal: Sequence[int], effort: float = 1.0
) -> int:
    """The bot's move; runs in a worker."""
    rules = game(game_name).rules
    seen = np.frombuffer(view, rules.View.dtype).copy().view(np.recarray)[0]
    player = player_for(game_name, bot, int(seen.seats))
    player.reseed(seed)
    player.set_effort(effort)
    return player.choose(seen, np.array(legal, np.int16))


@functools.lru_cache(CACHED_BOTS)
def player_for(game_name: str, bot: str, seats: int) -> Bot:
    """A cached bot, since a search takes long to set up its memory."""
    return seat_bot(game_name, bot, 0)


def begin_worker(compiled: bool) -> None:
    """Choose how this worker runs rules; end it when its server dies, even if that was killed."""
    if compiled:
        os.environ.pop(JIT_VARIABLE, None)  # before the rules are imported
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to every process
    logs.set_up()  # bots may have something to say
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
    """Pools of processes that choose moves."""

    def __init__(self, processes: int) -> None:
        self.processes = processes or default_processes()
        self.pools: dict[bool, ProcessPoolExecutor] = {}  # by whether they are compiled
        self.queues = {compiled: FairQueue(self.processes) for compiled in (False, True)}

    async def choose(self, game_name: str, bot: str, *rest: Any, asker: Asker) -> int:
        """Run `choose` in a worker when it is this asker's turn."""
        compiled = ready.is_ready(game_name, needed_part(game_name, bot)) or not is_interpreted()
        async with self.queues[compiled].turn(asker):
            return await self.run(compiled, game_name, bot, *rest)

    async def run(self, compiled: bool, game_name: str, bot: str, *rest: Any) -> int:
        """Run `choose` in a worker; try again with a new one where a process died."""
        for attempt in range(1, ATTEMPTS + 1):
            pool = self.started(compiled)
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    pool, choose, game_name, bot, *rest
                )
            except BrokenExecutor:
                problem("a bot worker died", attempt=attempt)
                if self.pools.get(compiled) is pool:
                    del self.pools[compiled]
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def started(self, compiled: bool = True) -> ProcessPoolExecutor:
        if compiled not in self.pools:
            context = multiprocessing.get_context("spawn")
            self.pools[compiled] = ProcessPoolExecutor(
                self.processes, context, begin_worker, (compiled,)
            )
        return self.pools[compiled]

    def stop(self) -> None:
        """End the workers, also in the middle of a move, and release what they share with us."""
        pools, self.pools = list(self.pools.values()), {}
        for pool in pools:
            end_pool(pool)
            pool.shutdown(wait=True)
        pools.clear()
        gc.collect()  # its semaphores are released with its last objects


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


def default_processes() -> int:
    """A worker for each core but the server's own, and at least two."""
    return max(LEAST_WORKERS, (os.cpu_count() or 1) - 1)


def needed_part(game_name: str, bot: str) -> str:
    """The part of a game that a bot needs to be compiled."""
    return SEARCH if read(bot, game_name).name == SEARCH_BOT else TABLE
