"""Compiles games beside a server that runs them interpreted, until it can restart compiled.

A server starts interpreted where something is not compiled yet (commands/listening.py), so nobody
waits for the compiler. Bots run compiled as soon as their own game is; the server itself changes
when everything is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from skipyard.bots.specs import SEARCH as SEARCH_BOT
from skipyard.bots.specs import read
from skipyard.compiling import ready
from skipyard.compiling.pool import CompilingPool, Progress
from skipyard.games import GAMES
from skipyard.server.logs import note, problem

COMPILED, ALL_COMPILED = "compiled", "all compiled"  # events of the log
STAND_IN = "rules"  # plays for a searching bot until its search is compiled
TABLE, SEARCH = ready.PARTS


def is_interpreted() -> bool:
    """Whether this process runs the rules as plain Python."""
    from skipyard import compiler

    return compiler.INTERPRETED


def stand_in(game_name: str, bot: str) -> str:
    """The bot that plays for `bot`: itself, or STAND_IN while its search is not compiled."""
    waits = read(bot, game_name).name == SEARCH_BOT and is_interpreted()
    return STAND_IN if waits and not ready.is_ready(game_name, SEARCH) else bot


class Compiling:
    """Starts the compiling, and loads what is compiled."""

    def __init__(self) -> None:
        self.pool: CompilingPool | None = None
        self.loading: dict[str, asyncio.Task[None]] = {}

    def start(self, wanted: bool, on_end: Callable[[], None] | None) -> None:
        """Compile what is missing; call `on_end` when this process can be replaced."""
        games = [name for name in GAMES if any(not ready.is_ready(name, p) for p in ready.PARTS)]
        if not wanted or not games:
            note(ALL_COMPILED, seconds=0.0)
            return
        loop, started = asyncio.get_running_loop(), time.monotonic()

        def part_done(name: str, part: str, progress: Progress) -> None:
            facts = {"done": progress.done, "parts": progress.parts, "left": progress.seconds_left}
            note(COMPILED, game=name, part=part, **facts)

        def all_done(status: int) -> None:
            if status:
                problem("compiling failed: games stay interpreted", status=status)
                return
            note(ALL_COMPILED, seconds=round(time.monotonic() - started, 1))
            if on_end is not None and is_interpreted():
                loop.call_soon_threadsafe(on_end)

        self.pool = CompilingPool(games, part_done, all_done)

    async def wait_for(self, name: str) -> None:
        """Load a game's code in a thread; while we are interpreted, have it compiled next."""
        if is_interpreted():
            if self.pool is not None:
                self.pool.prefer(name)
            return
        if name not in self.loading:
            load = asyncio.to_thread(load_table_code, name)
            self.loading[name] = asyncio.get_running_loop().create_task(load)
        await asyncio.shield(self.loading[name])

    async def stop(self) -> None:
        if self.pool is not None:
            await asyncio.to_thread(self.pool.stop)


def load_table_code(name: str) -> None:
    """Load what a table of a game needs from the cache, or compile it."""
    from skipyard.compiling.parts import compile_table  # brings Numba in

    compile_table(name)
