"""Worker processes that play matches: a core for each game, and time shared between matchups."""

from __future__ import annotations

import multiprocessing
import os
import queue
import time
from collections.abc import Callable, Sequence
from typing import Any

from skipyard.cli import interrupts
from skipyard.lab.matches.pairing import Matchup, warm_up
from skipyard.lab.matches.series import Series, play

RESULT_TIMEOUT = 0.5  # seconds until the clock is read again
OnResult = Callable[[Series, int], None]  # gets the number of pairs just completed


def start_worker() -> None:
    """Initialise a worker: it ends with the command, and uses one core."""
    interrupts.end_with_parent()
    os.environ["NUMBA_NUM_THREADS"] = "1"


def compile_matchups(matchups: Sequence[Matchup]) -> None:
    """Compile what the matchups of one game need, so that other workers find it on disk."""
    for matchup in matchups:
        warm_up(matchup)


class Inline:
    """Runs tasks in this process: for tests, and machines with a single core."""

    def __init__(self) -> None:
        self.results: queue.Queue[Any] = queue.Queue()

    def submit(self, name: Any, work: Callable[[Any], Any], what: Any) -> None:
        self.results.put((name, work(what)))

    def close(self) -> None:
        """There is nothing to close."""


class Workers:
    """A pool of processes; closing it stops running games."""

    def __init__(self, jobs: int) -> None:
        self.results: queue.Queue[Any] = queue.Queue()
        with interrupts.starting_workers():
            self.pool = multiprocessing.get_context("spawn").Pool(jobs, start_worker)

    def submit(self, name: Any, work: Callable[[Any], Any], what: Any) -> None:
        def done(result: Any) -> None:
            self.results.put((name, result))

        self.pool.apply_async(work, (what,), callback=done, error_callback=done)

    def close(self) -> None:
        self.pool.terminate()
        self.pool.join()


def run(
    every: Sequence[Series],
    jobs: int,
    limit: float | None = None,
    on_result: OnResult = lambda series, pairs: None,
) -> str:
    """Play until all is done or time is up: `time` or nothing.

    The matchup that has used the least processor time is next, so that slow and quick games get
    equal time.
    """
    ends = time.monotonic() + (limit if limit is not None else 10**9)
    workers = Inline() if jobs == 1 else Workers(jobs)
    try:
        return Arena(every, workers, jobs, ends, on_result).run()
    finally:
        workers.close()


class Arena:
    """Schedules the games of several matchups on the workers."""

    def __init__(
        self, every: Sequence[Series], workers: Any, jobs: int, ends: float, on_result: OnResult
    ) -> None:
        self.every, self.workers, self.jobs = every, workers, jobs
        self.ends, self.on_result, self.busy = ends, on_result, 0

    def run(self) -> str:
        for game in dict.fromkeys(series.matchup.game for series in self.every):
            matchups = [series.matchup for series in self.every if series.matchup.game == game]
            self.busy += 1
            self.workers.submit((game, None), compile_matchups, matchups)
        while True:
            self.submit_tasks()
            if time.monotonic() >= self.ends:
                return "time"
            if not self.busy:
                return "time" if any(s.next and not s.stopped for s in self.every) else ""
            self.take_result()

    def submit_tasks(self) -> None:
        """Give every free worker a task."""
        while self.busy < self.jobs:
            left = self.ends - time.monotonic()
            waiting = [n for n, series in enumerate(self.every) if series.wants(left)]
            if not waiting:
                return
            number = min(waiting, key=lambda n: (self.every[n].stage, self.every[n].used()))
            task = self.every[number].start()
            self.busy += 1
            self.workers.submit((number, task), play, task)

    def take_result(self) -> None:
        """Wait briefly for a result; raise the exception of a worker that failed."""
        try:
            (which, task), result = self.workers.results.get(timeout=RESULT_TIMEOUT)
        except queue.Empty:
            return
        self.busy -= 1
        if isinstance(result, BaseException):
            raise result
        if task is None:
            for series in self.every:
                series.ready |= series.matchup.game == which
        else:
            self.on_result(self.every[which], self.every[which].take(task, result))
