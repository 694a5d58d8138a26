"""Plays the two worlds in separate processes, which share no memory.

In one process, a cache that remembers a hidden card would make both worlds look alike.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from skipyard.cli import interrupts
from skipyard.proofs.secrecy.channels import OTHER, TRUE
from skipyard.proofs.secrecy.random_tables import Trial
from skipyard.proofs.secrecy.summary import Summary, content, summary

QUEUED_GAMES = 3  # for each process


class WorldProcesses:
    """A pool of processes for the true world and one for the other world."""

    def __init__(self) -> None:
        each = max(1, (os.cpu_count() or 1) // 2)
        context = multiprocessing.get_context("spawn")
        self.ahead = QUEUED_GAMES * each
        self.pools = {
            which: ProcessPoolExecutor(
                each, mp_context=context, initializer=interrupts.end_with_parent
            )
            for which in (TRUE, OTHER)
        }

    def __enter__(self) -> WorldProcesses:
        return self

    def __exit__(self, kind: object, *problem: object) -> None:
        is_interrupted = kind is KeyboardInterrupt  # then the command ends, and they end with it
        for pool in self.pools.values():
            pool.shutdown(wait=not is_interrupted, cancel_futures=True)

    def submit(self, function: Callable[..., Any], *question: Any) -> list[Future[Any]]:
        """Call a function in both worlds; its last argument says which."""
        with interrupts.starting_workers():  # a pool starts its processes when it gets work
            return [pool.submit(function, *question, which) for which, pool in self.pools.items()]

    def pairs(self, trials: Iterator[Trial]) -> Iterator[tuple[Trial, Summary, Summary]]:
        """Play games in both worlds, in order, a few of them in advance."""
        waiting: deque[tuple[Trial, list[Future[Any]]]] = deque()
        for trial in trials:
            waiting.append((trial, self.submit(play, trial)))
            if len(waiting) > self.ahead:
                first, asked = waiting.popleft()
                yield first, asked[TRUE].result(), asked[OTHER].result()
        for first, asked in waiting:
            yield first, asked[TRUE].result(), asked[OTHER].result()

    def contents(self, trial: Trial, index: int) -> tuple[bytes, bytes]:
        """What was sent as number `index` of a game, in both worlds."""
        one, two = self.submit(sent_content, trial, index)
        return one.result(), two.result()


def play(trial: Trial, which: int) -> Summary:
    return summary(trial, which)


def sent_content(trial: Trial, index: int, which: int) -> bytes:
    return content(trial, which, index)


# With a leak --------------------------------------------------------------------------------------
def play_leaking(leak: str, trials: Sequence[Trial], which: int) -> list[Summary]:
    """Play games in a new process in which a leak is planted."""
    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    here, there = context.Pipe()
    child = context.Process(target=leaking, args=(leak, trials, which, there))
    child.start()
    there.close()
    summaries: list[Summary] = here.recv()
    child.join()
    return summaries


def leaking(leak: str, trials: Sequence[Trial], which: int, answer: Connection) -> None:
    from skipyard.proofs.secrecy.leaks import LEAKS

    interrupts.end_with_parent()
    LEAKS[leak].plant()
    answer.send([summary(trial, which) for trial in trials])
