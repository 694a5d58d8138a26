"""Two rooms, one for each world: processes that share no memory, so that nothing passes between.

A cache that remembers a hidden card would hide the leak if both worlds were played in one process.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from skipyard.proofs.secrecy.channels import OTHER, TRUE
from skipyard.proofs.secrecy.random_tables import Plan
from skipyard.proofs.secrecy.summary import Summary, content, summary

AHEAD = 3  # games a process has waiting


class Rooms:
    """A pool of processes for the true world, and one for the other."""

    def __init__(self) -> None:
        each = max(1, (os.cpu_count() or 1) // 2)
        context = multiprocessing.get_context("spawn")
        self.ahead = AHEAD * each
        self.pools = {
            which: ProcessPoolExecutor(each, mp_context=context) for which in (TRUE, OTHER)
        }

    def __enter__(self) -> Rooms:
        return self

    def __exit__(self, *problem: object) -> None:
        for pool in self.pools.values():
            pool.shutdown(cancel_futures=True)

    def ask(self, function: Callable[..., Any], *question: Any) -> list[Future[Any]]:
        """One question in both rooms; the last thing it is told is which."""
        return [pool.submit(function, *question, which) for which, pool in self.pools.items()]

    def pairs(self, plans: Iterator[Plan]) -> Iterator[tuple[Plan, Summary, Summary]]:
        """Games in both worlds, in order, a few of them ahead."""
        waiting: deque[tuple[Plan, list[Future[Any]]]] = deque()
        for plan in plans:
            waiting.append((plan, self.ask(play, plan)))
            if len(waiting) > self.ahead:
                first, asked = waiting.popleft()
                yield first, asked[TRUE].result(), asked[OTHER].result()
        for first, asked in waiting:
            yield first, asked[TRUE].result(), asked[OTHER].result()

    def contents(self, plan: Plan, index: int) -> tuple[bytes, bytes]:
        """What was sent in both worlds as number `index` of a game."""
        one, two = self.ask(look, plan, index)
        return one.result(), two.result()


def play(plan: Plan, which: int) -> Summary:
    return summary(plan, which)


def look(plan: Plan, index: int, which: int) -> bytes:
    return content(plan, which, index)


# With a leak --------------------------------------------------------------------------------------
def play_leaking(leak: str, plans: Sequence[Plan], which: int) -> list[Summary]:
    """Games of a process of their own, in which a leak is planted."""
    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    here, there = context.Pipe()
    child = context.Process(target=leaking, args=(leak, plans, which, there))
    child.start()
    there.close()
    found: list[Summary] = here.recv()
    child.join()
    return found


def leaking(leak: str, plans: Sequence[Plan], which: int, answer: Connection) -> None:
    from skipyard.proofs.secrecy.leaks import LEAKS

    LEAKS[leak].plant()
    answer.send([summary(plan, which) for plan in plans])
