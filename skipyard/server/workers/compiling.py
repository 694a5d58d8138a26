"""Compiling is slow and happens in another process, so that this one answers at once.

`python -m skipyard.server.workers.compiling GAME …` plays a few moves of each game, which leaves
its compiled rules and bots in the cache. A server does so when it starts, and a table waits for its
own game alone.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

from skipyard.games import GAMES
from skipyard.server.logs import note, problem
from skipyard.server.workers.bot_workers import follow_parent

if TYPE_CHECKING:
    from skipyard.table.table import Table

COMPILED, ALL_COMPILED = "compiled", "all compiled"  # the words of the log for it
IN_NO_HURRY = 10  # the niceness of what no table waits for
SEARCH = "search:4"  # compiled for bot workers; no server process needs it


def dealt(name: str, seats: int = 2) -> Table:
    """A table of bots that nobody will play at."""
    from skipyard.games import game
    from skipyard.options import read_settings
    from skipyard.table.table import Table

    found = game(name)
    chosen = read_settings(found.options.OPTIONS, [], found.title)
    return Table(found, ["bot"] * seats, chosen, bytes(32))


def compile_game(name: str, *more: str) -> None:
    """Load, or compile for the cache, what a table of one game needs, and more bots."""
    from skipyard.bots import seat_bot
    from skipyard.bots.specs import NUMBERS

    table = dealt(name)
    for bot in (*NUMBERS, *more):
        while len(table.legal()) == 1:  # nothing to think about, so that nothing would be compiled
            table.play(table.turn, int(table.legal()[0]))
        table.play(table.turn, seat_bot(name, bot, 0).choose(table.view(table.turn), table.legal()))
    assert table.points
    imagined = table.rules.State()
    table.rules.imagine(table.view(0), imagined, 1)


def compile_among_more(name: str) -> None:
    """Compile for the cache what a search does otherwise among more than two."""
    from skipyard.bots import seat_bot
    from skipyard.games import game

    table = dealt(name, min(3, game(name).options.MOST_SEATS))
    seat_bot(name, SEARCH, 0).choose(table.view(table.turn), table.legal())


def compile_chances(name: str) -> None:
    """Compile for the cache what tells the winning chance of a hint."""
    from skipyard.bots.playouts import Playouts

    table = dealt(name)
    Playouts(table.game).of_move(table.view(table.turn), table.turn, int(table.legal()[0]), 2)


def compile_more(name: str) -> None:
    """Compile what no table waits for: the search, and what tells chances."""
    os.setpriority(os.PRIO_PROCESS, 0, IN_NO_HURRY)
    compile_game(name, SEARCH)
    compile_among_more(name)
    compile_chances(name)


def main(names: Sequence[str]) -> None:
    """All games on all cores; a line for each that a table may be opened of."""
    workers = min(os.cpu_count() or 1, len(names))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=follow_parent) as pool:
        games = {pool.submit(compile_game, name): name for name in names}
        more = [pool.submit(compile_more, name) for name in names]
        for done in as_completed(games):
            done.result()
            sys.stdout.write(f"{games[done]}\n")
            sys.stdout.flush()
        for each in more:
            each.result()


class Compiling:
    """Which games are compiled."""

    def __init__(self) -> None:
        self.ready = {name: asyncio.Event() for name in GAMES}
        self.since: dict[str, int] = {}  # milliseconds since 1970, when each became ready
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.task: asyncio.Task[None] | None = None

    def start(self, wanted: bool = True) -> None:
        """Begin to compile; a server that is told not to compiles when a table is opened."""
        if wanted:
            self.task = asyncio.get_running_loop().create_task(self.run())
        else:
            self.set_ready(*GAMES)

    def set_ready(self, *names: str) -> None:
        for name in names:
            self.since.setdefault(name, time.time_ns() // 1_000_000)
            self.ready[name].set()

    async def run(self) -> None:
        """Compile every game in a child; whatever comes of that, tables may then be opened."""
        command = [sys.executable, "-m", "skipyard.server.workers.compiling", *GAMES]
        child = None
        try:
            child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            assert child.stdout
            async for line in child.stdout:
                name = line.decode().strip()
                if name in self.ready:
                    self.set_ready(name)
                    note(COMPILED, game=name)
            if await child.wait() == 0:
                note(ALL_COMPILED)
            else:
                problem("compiling failed", status=child.returncode)
        finally:
            if child is not None and child.returncode is None:
                child.kill()
            self.set_ready(*GAMES)

    async def wait_for(self, name: str) -> None:
        """Wait until a game is compiled, and loaded here beside whatever else goes on."""
        await self.ready[name].wait()
        if name not in self.loading:
            load = asyncio.to_thread(compile_game, name)
            self.loading[name] = asyncio.get_running_loop().create_task(load)
        await asyncio.shield(self.loading[name])

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES)
