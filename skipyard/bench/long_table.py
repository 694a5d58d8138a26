"""How long a server takes to open a table with a very long log, and who waits for that."""

from __future__ import annotations

import asyncio
import pathlib
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

ROWS, MOVES = 60_000, 40  # of the log; of them, how many moves stay made
TABLES = 2
QUIET = 1.0  # seconds in which nothing else is asked of the server
PAUSE = 0.002  # seconds between two requests of the other visitor


class LongTable(NamedTuple):
    """Seconds to open one; of them, the event loop's own; how long others waited at most."""

    open: float
    loop: float
    page_before: float
    page_meanwhile: float


async def measure(
    open_table: Callable[[int], Awaitable[float]],
    ask_for_page: Callable[[], object],
    process: int,
) -> LongTable:
    """Open one table, then another while somebody else asks for a page again and again."""
    used = time_of_loop(process)
    taken = await open_table(0)
    used = time_of_loop(process) - used
    before = await longest_while(asyncio.sleep(QUIET), ask_for_page)
    return LongTable(taken, used, before, await longest_while(open_table(1), ask_for_page))


def time_of_loop(process: int) -> float:
    """Processor seconds of a process's main thread, in which the event loop runs."""
    thread = pathlib.Path(f"/proc/{process}/task/{process}/schedstat")
    return int(thread.read_text().split()[0]) / 1e9


async def longest_while(work: Awaitable[object], ask_for_page: Callable[[], object]) -> float:
    """The longest that a page takes while something else is under way."""
    done = False

    def ask() -> float:
        slowest = 0.0
        while not done:
            began = time.perf_counter()
            ask_for_page()
            slowest = max(slowest, time.perf_counter() - began)
            time.sleep(PAUSE)
        return slowest

    asking = asyncio.create_task(asyncio.to_thread(ask))
    await work
    done = True
    return await asking
