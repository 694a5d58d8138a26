"""Worker processes for the bots that an operator has listed: other people's code.

Each bot has processes of its own, so that one which hangs or crashes holds up no other bot. A bot
that breaks down is a Forfeit with a sentence; live/due_actions.py decides what the table does then.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import numpy as np

from skipyard.bots import Bot, seat_bot
from skipyard.bots.forfeit import Forfeit
from skipyard.bots.programs import DEFAULT_MS, is_program
from skipyard.bots.programs import read as read_command
from skipyard.catalogue import common
from skipyard.compiling import ready
from skipyard.games import game
from skipyard.options import Refused
from skipyard.server.listing import Listed, Listing
from skipyard.server.workers.bot_workers import begin_worker, default_processes, end_pool
from skipyard.server.workers.compiling import TABLE, is_interpreted
from skipyard.server.workers.fair_queue import Asker, FairQueue

ATTEMPTS = 2  # a process may have ended because of another table's move
LOADING = 60.0  # seconds more until a process is given up: it may have to import and compile
Place = tuple[str, int]  # a table, and its last row


class TimeUp(BaseException):
    """A bot's time is up; no `except Exception` of its own catches this."""


def choose(
    game_name: str, spec: str, milliseconds: int, place: Place, view: bytes, legal: Sequence[int]
) -> int:
    """The bot's move, or Forfeit; runs in a worker."""
    try:
        seen = np.frombuffer(view, game(game_name).rules.View.dtype).copy().view(np.recarray)[0]
        player = seated(game_name, spec)
        player.at(*place)
        with limit_to(0 if is_program(spec) else milliseconds):  # a program is timed by itself
            return int(player.choose(seen, np.array(legal, np.int16)))
    except Refused as why:
        raise Forfeit(str(why)) from None
    except TimeUp:
        raise silent(spec, milliseconds) from None
    except BaseException as why:  # such as SystemExit, which would end the server
        said = f"{type(why).__name__}: {why}"
        raise Forfeit(common().say("en", "bot.crashed", name=spec, why=said)) from None


@functools.cache
def seated(game_name: str, spec: str) -> Bot:
    """The bot in this process, which is asked about one table after the other."""
    return seat_bot(game_name, spec, 0)


def silent(spec: str, milliseconds: int) -> Forfeit:
    return Forfeit(common().say("en", "bot.silent", name=spec, seconds=f"{milliseconds / 1000:g}"))


@contextlib.contextmanager
def limit_to(milliseconds: int) -> Iterator[None]:
    """Raise TimeUp in the block after that long; 0: never. The server gives up what this misses."""
    if not milliseconds or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeUp

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def budget_of(spec: str) -> int:
    """The milliseconds that a bot has for a move."""
    return read_command(spec).milliseconds if is_program(spec) else DEFAULT_MS


class ListedBots:
    """The processes of each listed bot."""

    def __init__(self, listing: Listing, processes: int = 0) -> None:
        self.listing, self.processes = listing, processes or default_processes()
        self.pools: dict[tuple[str, bool], ProcessPoolExecutor] = {}  # by name, compiled or not
        self.queues = {name: FairQueue(self.processes) for name in listing}

    def of(self, game_name: str) -> list[str]:
        """Those that play a game."""
        return [name for name, listed in self.listing.items() if listed.plays(game_name)]

    async def choose(
        self,
        name: str,
        game_name: str,
        place: Place,
        view: bytes,
        legal: Sequence[int],
        asker: Asker,
    ) -> int:
        """The move of a listed bot; Forfeit where it crashes or is silent."""
        listed = self.listing[name]
        async with self.queues[name].turn(asker):
            for _ in range(ATTEMPTS):
                with contextlib.suppress(BrokenExecutor):
                    return await self.ask(name, listed, game_name, place, view, legal)
        raise Forfeit(common().say("en", "bot.ended", name=listed.spec, status="?"))

    async def ask(self, name: str, listed: Listed, game_name: str, *rest: Any) -> int:
        """Ask in a process of the bot's; end them all if nothing comes back."""
        compiled = ready.is_ready(game_name, TABLE) or not is_interpreted()
        key, milliseconds = (name, compiled), budget_of(listed.spec)
        if key not in self.pools:
            context = multiprocessing.get_context("spawn")
            self.pools[key] = ProcessPoolExecutor(
                self.processes, context, begin_worker, (compiled,)
            )
        pool, loop = self.pools[key], asyncio.get_running_loop()
        asked = loop.run_in_executor(pool, choose, game_name, listed.spec, milliseconds, *rest)
        try:
            return await asyncio.wait_for(asked, milliseconds / 1000 + LOADING)
        except TimeoutError:
            self.drop(key, pool)
            raise silent(listed.spec, milliseconds) from None
        except BrokenExecutor:
            self.drop(key, pool)
            raise

    def drop(self, key: tuple[str, bool], pool: ProcessPoolExecutor) -> None:
        """End the processes of a pool, unless somebody has done so; the next move gets new ones."""
        if self.pools.get(key) is pool:
            del self.pools[key]
            end_pool(pool)

    def stop(self) -> None:
        """End all processes, also in the middle of a move."""
        pools, self.pools = list(self.pools.values()), {}
        for pool in pools:
            end_pool(pool)
            pool.shutdown(wait=True)
