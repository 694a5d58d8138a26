"""The pairs of one matchup: what to play next, what has been played, when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from skipyard.lab.matches import pairing
from skipyard.lab.matches.pairing import Matchup, Played

StoppingRule = Callable[[Any], str]  # why to stop, from the first bot's scores so far, or nothing


class Task(NamedTuple):
    """What a worker plays at a time."""

    matchup: Matchup
    seed: int
    first: int  # pair
    pairs: int  # 0: one game of the first pair, move by move
    rotation: int


def play(task: Task) -> list[Played]:
    """Do a task; runs in a worker."""
    if task.pairs:
        return pairing.play_quickly(task.matchup, task.seed, task.first, task.pairs)
    return [pairing.play_game(task.matchup, task.seed, task.first, task.rotation)]


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
    ) -> None:
        self.matchup, self.seed, self.first, self.wanted = matchup, seed, first, pairs
        self.stopping_rule, self.stage = stopping_rule, stage  # lower stages are played first
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
        slow = min(self.wanted, pairing.TIMED) if self.matchup.quick else self.wanted
        for pair in range(self.first, self.first + slow):
            for rotation in range(self.matchup.rotations):
                yield Task(self.matchup, self.seed, pair, 0, rotation)
        for pair in range(self.first + slow, last, pairing.CHUNK):
            yield Task(self.matchup, self.seed, pair, min(pairing.CHUNK, last - pair), 0)

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
