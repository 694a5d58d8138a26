"""The search that all games share: sequential halving over the moves, in imagined worlds.

It tries its candidate moves in many imagined worlds and keeps the better half, until two are left.
loops/tree_search.py has the compiled loop. A budget of simulations, a seed and a number of threads
give the same move every time; with a budget of time the result depends on the machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from skipyard.bots import registry
from skipyard.bots.search_settings import GuidedSettings, SearchSettings, settings_for
from skipyard.bots.specs import Spec
from skipyard.core import NONE, CheapDice, Record, f64, i8, i16, u32
from skipyard.games import game
from skipyard.games.contract import Moves, ViewRecord
from skipyard.loops import for_game

MAX_DEPTH = 200  # of a path in the tree
MOST_SEATS = 8
TIMED_TREE_NODES = 1 << 17  # nodes of a tree whose budget is time
CLOCK_READINGS = 8  # in a stage
SURE_WIN_WORLDS = 32  # in which a move must win at once, to be played without a search


class Candidate(Record):
    """A move at the root: sums over its visits, also of its lead over the first candidate."""

    reward, lead, lead_squared = f64(), f64(), f64()
    visits, node = u32(), u32()
    action = i16()


class Node(Record):
    """One move in the tree."""

    reward = f64()  # of the player who moved
    visits, available = u32(), u32()  # available: in how many visits it was legal
    first, next = u32(), u32()  # child and sibling; 0: none
    action, mover = i16(), i8()


class Statistics(NamedTuple):
    """A candidate move and its results."""

    action: int
    visits: int
    chance: float  # the share of a win, on average
    lead: float  # over the first candidate in the same worlds, on average
    error: float  # the standard error of the lead


def compiled(name: str) -> ModuleType:
    """The compiled loops of a game's search."""
    return for_game("tree_search", game(name))


class SearchThread:
    """One thread's candidates, tree, dice and buffers."""

    def __init__(self, name: str, settings: SearchSettings | GuidedSettings, nodes: int) -> None:
        rules = game(name).rules
        actions = len(rules.ACTIONS)
        self.loops: Any = compiled(name)
        self.settings = settings
        self.candidates, self.tree, self.used = Candidate.many(actions), Node.many(nodes), 1
        shares, points = np.zeros(MOST_SEATS, np.float64), np.zeros(MOST_SEATS, np.int64)
        self.world_buffers = (rules.State.many(1), rules.State.many(1), shares, points)
        self.tree_buffers = (
            rules.View.many(2),
            np.zeros(actions, np.int16),  # legal moves
            np.zeros(MAX_DEPTH, np.int64),  # the path in the tree
            np.zeros(actions, np.int64),  # nodes by action
        )
        self.dice = CheapDice()

    def begin(self, actions: Iterable[int], seed: int) -> None:
        """Start a new tree with an unvisited candidate for each action."""
        self.dice.at, self.used = seed, 1
        for i, action in enumerate(actions):
            self.candidates[i] = Candidate()
            self.candidates[i].action, self.candidates[i].node = action, self.used
            self.tree[self.used] = Node()
            self.used += 1

    def keep(self, order: list[int]) -> None:
        """Keep these candidates, in this order."""
        self.candidates[: len(order)] = self.candidates[order]

    def sure_win(self, view: ViewRecord, n: int) -> int:
        """Which of the first `n` candidates wins at once whatever is hidden; NONE if none does."""
        buffers = self.world_buffers
        return int(self.loops.sure_win(view, self.candidates, n, buffers, SURE_WIN_WORLDS))

    def grow(self, view: ViewRecord, n: int, worlds: int) -> None:
        """Try the first `n` candidates in some more worlds."""
        self.used = self.loops.compare(
            view,
            self.candidates,
            n,
            self.tree,
            self.used,
            self.world_buffers,
            self.tree_buffers,
            self.dice,
            self.settings,
            worlds,
        )

    def grow_for(self, view: ViewRecord, n: int, seconds: float) -> None:
        """Try them until the time is up."""
        start, done, worlds = time.perf_counter(), 0, 1
        while (spent := time.perf_counter() - start) < seconds:
            if done:
                rate = done / spent
                worlds = max(1, int(min(rate * seconds / CLOCK_READINGS, rate * (seconds - spent))))
            self.grow(view, n, worlds)
            done += worlds


class Searcher:
    """One seat's bot that searches; its buffers are allocated once and reused for every move."""

    def __init__(
        self, name: str, spec: Spec, seed: int, threads: int = 1, **changes: float | str
    ) -> None:
        self.name, self.spec, self.rules = name, spec, game(name).rules
        self.effort = 1.0  # the part of its budget that it spends
        self.keep_distinct = compiled(name).keep_distinct
        self.dice = CheapDice()
        self.reseed(seed)
        self.set_up(threads, **changes)

    def set_up(self, threads: int, **changes: float | str) -> None:
        """Make what this kind of search needs."""
        self.settings = settings_for(self.name, **changes)
        self.proof = float(self.settings.proof)
        self.propose = registry.player(self.name).choose
        simulations = self.spec.simulations // threads or TIMED_TREE_NODES
        nodes = len(self.rules.ACTIONS) + simulations + 2
        self.threads = [SearchThread(self.name, self.settings, nodes) for _ in range(threads)]

    def reseed(self, seed: int) -> None:
        """Seed the dice again, as in a new searcher with that seed."""
        self.seeds = np.random.Generator(np.random.PCG64(seed))

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """The best move found; the only one is played at once."""
        actions = self.distinct_moves(view, legal)
        if len(actions) == 1:
            return actions[0]
        return self.rank(view, actions)[0].action

    def distinct_moves(self, view: ViewRecord, legal: Moves) -> list[int]:
        """One of each group of equivalent moves, the one that the guide prefers first."""
        if len(legal) == 1:
            return [int(legal[0])]
        left = self.without_equals(view, legal)
        self.dice.at = self.seeds.integers(1 << 62)
        first = int(self.propose(int(self.settings.guide), view, left, len(left), self.dice))
        return [first, *(int(action) for action in left if action != first)]

    def without_equals(self, view: ViewRecord, legal: Moves) -> Moves:
        """One of each group of equivalent moves."""
        world, left = self.rules.State(), legal.copy()
        self.rules.imagine(view, world, 0)
        return left[: self.keep_distinct(world, left, len(legal))]

    def rank(self, view: ViewRecord, actions: list[int]) -> list[Statistics]:
        """The moves with their results, the one to play first; a sure win alone."""
        self.begin(actions)
        won = self.threads[0].sure_win(view, len(actions))
        if won != NONE:
            return [sure(actions[won])]
        return self.halve(view, actions)

    def begin(self, actions: list[int]) -> None:
        """Give these candidates to all threads, each with dice of its own."""
        seeds = self.seeds.integers(1 << 62, size=len(self.threads))
        for thread, seed in zip(self.threads, seeds, strict=True):
            thread.begin(actions, int(seed))

    def halve(self, view: ViewRecord, actions: list[int]) -> list[Statistics]:
        """Compare the candidates, and keep the better half in stages."""
        dropped: list[Statistics] = []
        left = len(actions)
        stages = max(1, math.ceil(math.log2(left)))
        for _ in range(stages):
            self.stage(view, left, stages)
            results = self.statistics(left)
            order = [0, *sorted(range(1, left), key=lambda i: -results[i].lead)]
            keep = max(2, math.ceil(left / 2))
            dropped = [results[i] for i in order[keep:]] + dropped
            for thread in self.threads:
                thread.keep(order[:keep])
            left = keep
        first, second = self.statistics(left)
        better = second.lead > self.proof * second.error
        return [second, first, *dropped] if better else [first, second, *dropped]

    def stage(self, view: ViewRecord, left: int, stages: int) -> None:
        """Spend one stage's share of the budget, on all threads."""
        share, spec = 1 / stages, self.spec.scaled(self.effort)
        worlds = max(1, round(spec.simulations * share / len(self.threads) / left))
        seconds = spec.milliseconds / 1000 * share

        def work(thread: SearchThread) -> None:
            if spec.simulations:
                thread.grow(view, left, worlds)
            else:
                thread.grow_for(view, left, seconds)

        on_all(work, self.threads)

    def statistics(self, n: int) -> list[Statistics]:
        """The results of the first `n` candidates, added up over the threads in order."""
        return [combined([thread.candidates[i] for thread in self.threads]) for i in range(n)]


def sure(action: int) -> Statistics:
    """A move that wins at once."""
    return Statistics(action, SURE_WIN_WORLDS, chance=1.0, lead=0.0, error=0.0)


def on_all(work: Callable[[SearchThread], None], threads: list[SearchThread]) -> None:
    """Run all threads in parallel."""
    if len(threads) == 1:
        work(threads[0])
    else:
        with ThreadPoolExecutor(len(threads)) as pool:
            list(pool.map(work, threads))


def combined(parts: Sequence[Candidate]) -> Statistics:
    """The statistics of one candidate over all threads."""
    visits = sum(int(part.visits) for part in parts)
    lead = math.fsum(part.lead for part in parts) / visits
    square = math.fsum(part.lead_squared for part in parts) / visits
    error = math.sqrt(max(square - lead * lead, 0.0) / visits)
    reward = math.fsum(part.reward for part in parts) / visits
    return Statistics(int(parts[0].action), visits, reward, lead, error)
