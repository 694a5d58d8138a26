"""Compiles games in another process, so that the server answers at once.

`python -m skipyard.server.workers.compiling GAME …` plays a few moves of each game, which leaves
its compiled rules and bots in the cache. A server runs this when it starts; a table waits only for
its own game.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from skipyard.bots import seat_bot
from skipyard.bots.specs import NUMBERS
from skipyard.games import GAMES, game
from skipyard.options import read_settings
from skipyard.server.logs import note, problem
from skipyard.server.workers.bot_workers import follow_parent
from skipyard.table.table import Table

COMPILED, ALL_COMPILED = "compiled", "all compiled"  # events of the log
BACKGROUND_NICENESS = 10  # for what no table waits for
SEARCH = "search:4"  # compiled for bot workers; server processes do not need it


def bot_table(name: str, seats: int = 2) -> Table:
    """A table of bots, to run the rules on."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    return Table(g, ["bot"] * seats, chosen, bytes(32))


def compile_game(name: str, *more: str) -> None:
    """Load from the cache, or compile for it, what a table of one game needs, and more bots."""
    table = bot_table(name)
    for bot in (*NUMBERS, *more):
        while len(table.legal()) == 1:  # a bot would not think, and so not be compiled
            table.play(table.turn, int(table.legal()[0]))
        table.play(table.turn, seat_bot(name, bot, 0).choose(table.view(table.turn), table.legal()))
    assert table.points
    imagined = table.rules.State()
    table.rules.imagine(table.view(0), imagined, 1)


def compile_search_for_three(name: str) -> None:
    """Compile the code of the search that runs only with more than two players."""
    table = bot_table(name, min(3, game(name).options.MOST_SEATS))
    seat_bot(name, SEARCH, 0).choose(table.view(table.turn), table.legal())


def compile_chances(name: str) -> None:
    """Compile what works out the winning chance of a hint."""
    from skipyard.bots.playouts import Playouts  # brings Numba in

    table = bot_table(name)
    Playouts(table.game).of_move(table.view(table.turn), table.turn, int(table.legal()[0]), 2)


def compile_more(name: str) -> None:
    """Compile what no table waits for: the search and the chances."""
    os.setpriority(os.PRIO_PROCESS, 0, BACKGROUND_NICENESS)
    compile_game(name, SEARCH)
    compile_search_for_three(name)
    compile_chances(name)


def main(names: Sequence[str]) -> None:
    """Compile all games on all cores; print a line for each that is ready for tables."""
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
    """Starts the compiling process and knows which games are ready."""

    def __init__(self) -> None:
        self.ready = {name: asyncio.Event() for name in GAMES}
        self.since: dict[str, int] = {}  # when each became ready, in milliseconds since 1970
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.task: asyncio.Task[None] | None = None

    def start(self, wanted: bool = True) -> None:
        """Begin to compile; without that, games are compiled when their first table opens."""
        if wanted:
            self.task = asyncio.get_running_loop().create_task(self.run())
        else:
            self.set_ready(*GAMES)

    def set_ready(self, *names: str) -> None:
        for name in names:
            self.since.setdefault(name, time.time_ns() // 1_000_000)
            self.ready[name].set()

    async def run(self) -> None:
        """Compile every game in a child process; even if that fails, all are ready then."""
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
        """Wait until a game is compiled and, in a thread, loaded into this process."""
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
