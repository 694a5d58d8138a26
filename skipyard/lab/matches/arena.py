"""Worker processes that play: each game holds one core, and time is shared between matchups."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import time
from collections.abc import Callable, Sequence
from typing import Any

from skipyard.lab.matches.pairing import Matchup, rehearse
from skipyard.lab.matches.series import Series, play

PATIENCE = 0.5  # seconds between two looks at the clock
Report = Callable[[Series, int], None]


def one_core() -> None:
    """Make a worker: Ctrl-C is for the command alone, and nothing spreads to other cores."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"


def warm(matchups: Sequence[Matchup]) -> None:
    """Compile what one game's matchups need, so that other workers find it on disk."""
    for matchup in matchups:
        rehearse(matchup)


class Inline:
    """One worker that is this process itself: for tests, and machines with a single core."""

    def __init__(self) -> None:
        self.found: queue.Queue[Any] = queue.Queue()

    def submit(self, name: Any, work: Callable[[Any], Any], what: Any) -> None:
        self.found.put((name, work(what)))

    def close(self) -> None:
        """Nothing is left behind."""


class Workers:
    """A pool of processes; closing it stops games under way."""

    def __init__(self, jobs: int) -> None:
        self.found: queue.Queue[Any] = queue.Queue()
        self.pool = multiprocessing.get_context("spawn").Pool(jobs, one_core)

    def submit(self, name: Any, work: Callable[[Any], Any], what: Any) -> None:
        def done(found: Any) -> None:
            self.found.put((name, found))

        self.pool.apply_async(work, (what,), callback=done, error_callback=done)

    def close(self) -> None:
        self.pool.terminate()
        self.pool.join()


def run(
    every: Sequence[Series],
    jobs: int,
    limit: float | None = None,
    report: Report = lambda series, pairs: None,
) -> str:
    """Play until all is done, time is up or somebody interrupts: `time`, `interrupted` or nothing.

    Whoever wants a game and has had the least of the cores' time is next, so that slow games and
    quick ones come out with as much thought each.
    """
    ends = time.monotonic() + (limit if limit is not None else 10**9)
    workers = Inline() if jobs == 1 else Workers(jobs)
    try:
        return Arena(every, workers, jobs, ends, report).run()
    except KeyboardInterrupt:
        return "interrupted"
    finally:
        workers.close()


class Arena:
    """Who plays what, now."""

    def __init__(
        self, every: Sequence[Series], workers: Any, jobs: int, ends: float, report: Report
    ) -> None:
        self.every, self.workers, self.jobs = every, workers, jobs
        self.ends, self.report, self.busy = ends, report, 0

    def run(self) -> str:
        for game in dict.fromkeys(series.matchup.game for series in self.every):
            matchups = [series.matchup for series in self.every if series.matchup.game == game]
            self.busy += 1
            self.workers.submit((game, None), warm, matchups)
        while True:
            self.hand_out()
            if time.monotonic() >= self.ends:
                return "time"
            if not self.busy:
                return "time" if any(s.next and not s.enough for s in self.every) else ""
            self.take_in()

    def hand_out(self) -> None:
        """Give every free worker something to do."""
        while self.busy < self.jobs:
            left = self.ends - time.monotonic()
            eager = [n for n, series in enumerate(self.every) if series.wants(left)]
            if not eager:
                return
            number = min(eager, key=lambda n: (self.every[n].stage, self.every[n].used()))
            task = self.every[number].start()
            self.busy += 1
            self.workers.submit((number, task), play, task)

    def take_in(self) -> None:
        """Wait a moment for a worker; what went wrong there goes wrong here."""
        try:
            (which, task), found = self.workers.found.get(timeout=PATIENCE)
        except queue.Empty:
            return
        self.busy -= 1
        if isinstance(found, BaseException):
            raise found
        if task is None:
            for series in self.every:
                series.ready |= series.matchup.game == which
        else:
            self.report(self.every[which], self.every[which].take(task, found))
