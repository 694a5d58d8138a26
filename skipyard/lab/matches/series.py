"""The pairs of one matchup: what to play next, what has been played, when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from skipyard.lab.matches import pairing
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.tasks import Task

StoppingRule = Callable[[Any], str]  # why to stop, from the first bot's scores so far, or nothing


class Series:
    """The pairs of one matchup, counted in the order of their deals whichever finishes first."""

    def __init__(
        self,
        matchup: Matchup,
        seed: int,
        pairs: int,
        stopping_rule: StoppingRule = lambda scores: "",
        first: int = 0,
        stage: int = 0,
        records: str = "",
        language: str = "en",
    ) -> None:
        self.matchup, self.seed, self.first, self.wanted = matchup, seed, first, pairs
        self.stopping_rule, self.stage = stopping_rule, stage  # lower stages are played first
        self.records = records  # the ending of trajectory files; empty: none are recorded
        self.language = language  # of sentences about bots that broke down
        self.tasks = self.all_tasks()
        self.next = next(self.tasks, None)
        self.open: dict[int, dict[int, Played]] = {}  # pairs that miss a game, or an earlier pair
        self.pairs: list[list[Played]] = []  # complete ones, in order
        self.seconds: list[list[float]] = [[] for _ in matchup.bots]
        self.stopped = ""  # why, if the stopping rule says so
        self.ready = False  # whether its game is compiled
        self.spent, self.done = 0.0, 0  # core seconds, and tasks
        self.running: dict[Task, float] = {}  # since when

    def all_tasks(self) -> Iterator[Task]:
        """All tasks, a pair's games in a row, so that few are lost when time is up."""
        last = self.first + self.wanted
        told = self.records, self.language
        slow = min(self.wanted, pairing.TIMED) if self.matchup.quick else self.wanted
        for pair in range(self.first, self.first + slow):
            for rotation in range(self.matchup.rotations):
                yield Task(self.matchup, self.seed, pair, 0, rotation, *told)
        for pair in range(self.first + slow, last, pairing.CHUNK):
            pairs = min(pairing.CHUNK, last - pair)
            yield Task(self.matchup, self.seed, pair, pairs, 0, *told)

    # Queries --------------------------------------------------------------------------------------
    @property
    def scores(self) -> Any:
        """Each bot's score in each pair: an array, pairs by bots."""
        games = [[played.shares for played in pair] for pair in self.pairs]
        shape = (-1, self.matchup.rotations, len(self.matchup.bots))
        return np.array(games, float).reshape(shape).mean(axis=1)

    def wants(self, left: float) -> bool:
        """Whether there is a task to start that will probably end in the time left."""
        return (
            self.ready
            and self.next is not None
            and not self.stopped
            and self.mean_seconds() <= left
        )

    def mean_seconds(self) -> float:
        """How long a task takes, on average so far."""
        return self.spent / self.done if self.done else 0.0

    def used(self) -> float:
        """Core seconds used so far, running tasks included."""
        now = time.monotonic()
        running = (max(now - since, self.mean_seconds()) for since in self.running.values())
        return self.spent + sum(running)

    # Updates --------------------------------------------------------------------------------------
    def start(self) -> Task:
        task = self.next
        assert task is not None
        self.next = next(self.tasks, None)
        self.running[task] = time.monotonic()
        return task

    def take(self, task: Task, games: list[Played]) -> int:
        """Add a worker's games; return the number of pairs that this completes."""
        self.spent += time.monotonic() - self.running.pop(task)
        self.done += 1
        return self.add(games)

    def restore(self, done: Mapping[str, Sequence[Played]]) -> int:
        """Add what an earlier run has played, by the keys of its tasks; they are not done again."""
        self.tasks = (task for task in self.all_tasks() if task.key not in done)
        self.next = next(self.tasks, None)
        return self.add([played for games in done.values() for played in games])

    def add(self, games: Iterable[Played]) -> int:
        """Add games in any order; return the number of pairs that this completes."""
        for played in games:
            self.open.setdefault(played.pair, {})[played.rotation] = played
        before = len(self.pairs)
        while not self.stopped and self.is_complete(self.first + len(self.pairs)):
            pair = self.open.pop(self.first + len(self.pairs))
            self.pairs.append([pair[rotation] for rotation in sorted(pair)])
            for played in self.pairs[-1]:
                for bot, seconds in enumerate(played.seconds):
                    self.seconds[bot].extend(seconds)
            if not self.matchup.quick or len(self.pairs) % pairing.CHUNK == 0:
                self.stopped = self.stopping_rule(self.scores[:, 0])
        return len(self.pairs) - before

    def is_complete(self, pair: int) -> bool:
        return len(self.open.get(pair, ())) == self.matchup.rotations
