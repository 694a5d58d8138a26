"""One matchup on its way: what is to be played next, what came back, whether it is enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from skipyard.lab.matches import pairing
from skipyard.lab.matches.pairing import Matchup, Played

Settled = Callable[[Any], str]  # from the first bot's scores so far: why it is enough, or nothing


class Task(NamedTuple):
    """What a worker is asked to play."""

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
    """The pairs of one matchup, counted in the order of their deals whoever finishes first."""

    def __init__(
        self,
        matchup: Matchup,
        seed: int,
        pairs: int,
        settled: Settled = lambda scores: "",
        first: int = 0,
        stage: int = 0,
    ) -> None:
        self.matchup, self.seed, self.first, self.wanted = matchup, seed, first, pairs
        self.settled, self.stage = settled, stage  # of a lower stage is played before
        self.tasks = self.plan()
        self.next = next(self.tasks, None)
        self.open: dict[int, dict[int, Played]] = {}  # pairs that wait for a game, or their turn
        self.pairs: list[list[Played]] = []  # whole ones, in order
        self.seconds: list[list[float]] = [[] for _ in matchup.bots]
        self.enough = ""
        self.ready = False  # its game is compiled
        self.spent, self.done = 0.0, 0  # a core's seconds, and tasks
        self.running: dict[Task, float] = {}  # since when

    def plan(self) -> Iterator[Task]:
        """All tasks, a pair's games after each other: few are lost when time is up."""
        last = self.first + self.wanted
        slow = min(self.wanted, pairing.TIMED) if self.matchup.quick else self.wanted
        for pair in range(self.first, self.first + slow):
            for rotation in range(self.matchup.rotations):
                yield Task(self.matchup, self.seed, pair, 0, rotation)
        for pair in range(self.first + slow, last, pairing.CHUNK):
            yield Task(self.matchup, self.seed, pair, min(pairing.CHUNK, last - pair), 0)

    # Questions ------------------------------------------------------------------------------------
    @property
    def scores(self) -> Any:
        """What each bot made of each pair: an array, pairs by bots."""
        games = [[played.shares for played in pair] for pair in self.pairs]
        shape = (-1, self.matchup.rotations, len(self.matchup.bots))
        return np.array(games, float).reshape(shape).mean(axis=1)

    def wants(self, left: float) -> bool:
        """Whether there is a game to start that will probably end in the time left."""
        return self.ready and self.next is not None and not self.enough and self.usual() <= left

    def usual(self) -> float:
        """How long a task takes, as far as we know."""
        return self.spent / self.done if self.done else 0.0

    def used(self) -> float:
        """A core's seconds so far, those of tasks under way included."""
        now = time.monotonic()
        under_way = (max(now - since, self.usual()) for since in self.running.values())
        return self.spent + sum(under_way)

    # Deeds ----------------------------------------------------------------------------------------
    def start(self) -> Task:
        task = self.next
        assert task is not None
        self.next = next(self.tasks, None)
        self.running[task] = time.monotonic()
        return task

    def take(self, task: Task, found: list[Played]) -> int:
        """Keep what a worker brings; the number of pairs that are whole now and were not before."""
        self.spent += time.monotonic() - self.running.pop(task)
        self.done += 1
        for played in found:
            self.open.setdefault(played.pair, {})[played.rotation] = played
        before = len(self.pairs)
        while not self.enough and self.is_whole(self.first + len(self.pairs)):
            games = self.open.pop(self.first + len(self.pairs))
            self.pairs.append([games[rotation] for rotation in sorted(games)])
            for played in self.pairs[-1]:
                for bot, seconds in enumerate(played.seconds):
                    self.seconds[bot].extend(seconds)
            if not self.matchup.quick or len(self.pairs) % pairing.CHUNK == 0:
                self.enough = self.settled(self.scores[:, 0])
        return len(self.pairs) - before

    def is_whole(self, pair: int) -> bool:
        return len(self.open.get(pair, ())) == self.matchup.rotations
