"""Workers play matches: a core for each game, and time shared between matchups."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from typing import Any

from skipyard.lab.matches.pairing import Matchup, Played, warm_up
from skipyard.lab.matches.series import Series
from skipyard.lab.matches.tasks import Recorded, Task, play
from skipyard.lab.workers import Workers
from skipyard.lab.workers.local import Inline, Processes

RESULT_TIMEOUT = 0.5  # seconds until the clock is read again
OnResult = Callable[[Series, int], None]  # gets the number of pairs just completed
OnTask = Callable[[Series, Task, list[Played], bytes], None]  # gets its games and trajectories


def no_record(series: Series, task: Task, games: list[Played], recorded: bytes) -> None:
    """Single tasks are not stored."""


def compile_matchups(matchups: Sequence[tuple[Matchup, str]]) -> None:
    """Compile what the matchups of one game need, so that other workers find it on disk."""
    for matchup, language in matchups:
        warm_up(matchup, language)


def run(
    every: Sequence[Series],
    jobs: int,
    limit: float | None = None,
    on_result: OnResult = lambda series, pairs: None,
) -> str:
    """The same in processes of this machine."""
    return run_on(Inline() if jobs == 1 else Processes(jobs), every, limit, on_result)


def run_on(
    workers: Workers,
    every: Sequence[Series],
    limit: float | None = None,
    on_result: OnResult = lambda series, pairs: None,
    on_task: OnTask = no_record,
) -> str:
    """Play until all is done or time is up: `time` or nothing; then close the workers.

    The matchup that has used the least processor time is next, so that slow and quick games get
    equal time.
    """
    ends = time.monotonic() + (limit if limit is not None else 10**9)
    try:
        return Arena(every, workers, ends, on_result, on_task).run()
    finally:
        workers.close()


class Arena:
    """Schedules the games of several matchups on the workers."""

    def __init__(
        self,
        every: Sequence[Series],
        workers: Workers,
        ends: float,
        on_result: OnResult,
        on_task: OnTask,
    ) -> None:
        self.every, self.workers = every, workers
        self.ends, self.on_result, self.on_task, self.busy = ends, on_result, on_task, 0
        self.results: queue.Queue[Any] = queue.Queue()

    def run(self) -> str:
        for game in dict.fromkeys(series.matchup.game for series in self.every):
            every = [series for series in self.every if series.matchup.game == game]
            matchups = [(series.matchup, series.language) for series in every]
            self.submit((game, None), compile_matchups, matchups)
        while True:
            self.submit_tasks()
            if time.monotonic() >= self.ends:
                return "time"
            if not self.busy:
                return "time" if any(s.next and not s.stopped for s in self.every) else ""
            self.take_result()

    def submit_tasks(self) -> None:
        """Give every free worker a task."""
        while self.busy < self.workers.slots:
            left = self.ends - time.monotonic()
            waiting = [n for n, series in enumerate(self.every) if series.wants(left)]
            if not waiting:
                return
            number = min(waiting, key=lambda n: (self.every[n].stage, self.every[n].used()))
            task = self.every[number].start()
            self.submit((number, task), play, task)

    def submit(self, name: Any, work: Callable[[Any], Any], what: Any) -> None:
        self.busy += 1
        future = self.workers.submit(work, what)
        future.add_done_callback(lambda done: self.results.put((name, done)))

    def take_result(self) -> None:
        """Wait briefly for a result; raise the exception of a worker that failed."""
        try:
            (which, task), future = self.results.get(timeout=RESULT_TIMEOUT)
        except queue.Empty:
            return
        self.busy -= 1
        result = future.result()
        if task is None:
            for series in self.every:
                series.ready |= series.matchup.game == which
        else:
            series, recorded = self.every[which], b""
            if isinstance(result, Recorded):
                result, recorded = result
            self.on_task(series, task, result, recorded)
            self.on_result(series, series.take(task, result))
