"""A bot that thinks: it tries its moves in many imagined games and keeps the better half, again
and again, until one is left.

`searching.py` has the compiled loop. A budget of simulations and a seed give the same move every
time, on any agreed number of threads; a budget of time gives what the time allows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import NamedTuple

import numpy as np

from skipyard.bots import registry
from skipyard.bots.search_settings import SearchSettings, settings_for
from skipyard.bots.specs import Spec
from skipyard.core import NONE, CheapDice, Record, f64, i8, i16, u32
from skipyard.games import game
from skipyard.games.contract import Moves, ViewRecord
from skipyard.loops import for_game

DEEPEST = 200  # moves down a tree
SEATS = 8
ROOM = 1 << 17  # nodes of a tree that grows by time
LOOKS = 8  # readings of the clock in a stage
SURE = 32  # worlds in which a move must win at once, to be played without further thought


class Arm(Record):
    """One move under trial: what came of it, and beside the first one in the same worlds."""

    reward, ahead, square = f64(), f64(), f64()
    visits, node = u32(), u32()
    action = i16()


class Node(Record):
    """One move in a tree."""

    reward = f64()  # of the one who moved
    visits, available = u32(), u32()  # available: how often a world allowed it
    first, next = u32(), u32()  # child and sibling; 0: none
    action, mover = i16(), i8()


class Tried(NamedTuple):
    """A move and what came of it."""

    action: int
    visits: int
    chance: float  # to win, as it turned out
    ahead: float  # of the first move, on average
    doubt: float  # the standard error of that


def compiled(name: str) -> ModuleType:
    """The compiled loops of a game's search."""
    return for_game("tree_search", game(name))


class Thread:
    """What one thread works with: arms, a tree, dice, and a desk."""

    def __init__(self, name: str, plan: SearchSettings, nodes: int) -> None:
        rules = game(name).rules
        actions = len(rules.ACTIONS)
        self.loops, self.plan = compiled(name), plan
        self.arms, self.tree, self.used = Arm.many(actions), Node.many(nodes), 1
        shares, points = np.zeros(SEATS, np.float64), np.zeros(SEATS, np.int64)
        self.worlds = (rules.State.many(1), rules.State.many(1), shares, points)
        self.desk = (
            rules.View.many(2),
            np.zeros(actions, np.int16),  # legal moves
            np.zeros(DEEPEST, np.int64),  # the path in the tree
            np.zeros(actions, np.int64),  # nodes by action
        )
        self.dice = CheapDice()

    def begin(self, actions: Iterable[int], seed: int) -> None:
        """Clear the desk: a node for each move, and nothing tried."""
        self.dice.at, self.used = seed, 1
        for i, action in enumerate(actions):
            self.arms[i] = Arm()
            self.arms[i].action, self.arms[i].node = action, self.used
            self.tree[self.used] = Node()
            self.used += 1

    def keep(self, order: list[int]) -> None:
        """Go on with these arms, in this order."""
        self.arms[: len(order)] = self.arms[order]

    def sure_win(self, view: ViewRecord, n: int) -> int:
        """Which of the first arms wins at once whatever is hidden; NONE where none does."""
        return int(self.loops.sure_win(view, self.arms, n, self.worlds, SURE))

    def grow(self, view: ViewRecord, n: int, worlds: int) -> None:
        """Try the first arms in some more worlds."""
        tree, dice, plan = self.tree, self.dice, self.plan
        self.used = self.loops.compare(
            view, self.arms, n, tree, self.used, self.worlds, self.desk, dice, plan, worlds
        )

    def grow_for(self, view: ViewRecord, n: int, seconds: float) -> None:
        """Try them until the time is up, reading the clock now and then."""
        start, done, worlds = time.perf_counter(), 0, 1
        while (spent := time.perf_counter() - start) < seconds:
            if done:
                rate = done / spent
                worlds = max(1, int(min(rate * seconds / LOOKS, rate * (seconds - spent))))
            self.grow(view, n, worlds)
            done += worlds


class Searcher:
    """One seat's bot that searches; what it needs is made once and used for every move."""

    def __init__(
        self, name: str, spec: Spec, seed: int, threads: int = 1, **changes: float | str
    ) -> None:
        self.spec, self.rules, self.plan = spec, game(name).rules, settings_for(name, **changes)
        self.keep_distinct = compiled(name).keep_distinct
        self.advise = registry.player(name).choose
        self.dice = CheapDice()
        self.reseed(seed)
        room = len(self.rules.ACTIONS) + (spec.simulations // threads or ROOM)
        self.threads = [Thread(name, self.plan, room + 2) for _ in range(threads)]

    def reseed(self, seed: int) -> None:
        """Begin with other dice, as a new searcher with that seed would."""
        self.seeds = np.random.Generator(np.random.PCG64(seed))

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """The best move found; at once where there is nothing to think about."""
        actions = self.worth_trying(view, legal)
        if len(actions) == 1:
            return actions[0]
        return self.think(view, actions)[0].action

    def worth_trying(self, view: ViewRecord, legal: Moves) -> list[int]:
        """Moves that do not come to the same, the one that the guide likes first."""
        if len(legal) == 1:
            return [int(legal[0])]
        world, left = self.rules.State(), legal.copy()
        self.rules.imagine(view, world, 0)
        left = left[: self.keep_distinct(world, left, len(legal))]
        self.dice.at = self.seeds.integers(1 << 62)
        liked = int(self.advise(self.plan.guide, view, left, len(left), self.dice))
        return [liked, *(int(action) for action in left if action != liked)]

    def think(self, view: ViewRecord, actions: list[int]) -> list[Tried]:
        """The moves with what came of them, the one to play first; a sure win alone."""
        for thread, seed in zip(
            self.threads, self.seeds.integers(1 << 62, size=len(self.threads)), strict=True
        ):
            thread.begin(actions, int(seed))
        won = self.threads[0].sure_win(view, len(actions))
        if won != NONE:
            return [Tried(actions[won], SURE, chance=1.0, ahead=0.0, doubt=0.0)]
        found: list[Tried] = []
        left = len(actions)
        stages = max(1, math.ceil(math.log2(left)))
        for _ in range(stages):
            self.stage(view, left, stages)
            tried = self.tried(left)
            order = [0, *sorted(range(1, left), key=lambda i: -tried[i].ahead)]
            keep = max(2, math.ceil(left / 2))
            found = [tried[i] for i in order[keep:]] + found
            for thread in self.threads:
                thread.keep(order[:keep])
            left = keep
        first, second = self.tried(left)
        better = second.ahead > self.plan.proof * second.doubt
        return [second, first, *found] if better else [first, second, *found]

    def stage(self, view: ViewRecord, left: int, stages: int) -> None:
        """A fair part of the budget, on all threads."""
        share = 1 / stages
        worlds = max(1, round(self.spec.simulations * share / len(self.threads) / left))
        seconds = self.spec.milliseconds / 1000 * share

        def work(thread: Thread) -> None:
            if self.spec.simulations:
                thread.grow(view, left, worlds)
            else:
                thread.grow_for(view, left, seconds)

        on_all(work, self.threads)

    def tried(self, n: int) -> list[Tried]:
        """What came of the first arms, the threads added up in their order."""
        return [told([thread.arms[i] for thread in self.threads]) for i in range(n)]


def on_all(work: Callable[[Thread], None], threads: list[Thread]) -> None:
    """Let all threads work beside each other."""
    if len(threads) == 1:
        work(threads[0])
    else:
        with ThreadPoolExecutor(len(threads)) as pool:
            list(pool.map(work, threads))


def told(arms: Sequence[Arm]) -> Tried:
    """One move of several threads as one."""
    visits = sum(int(arm.visits) for arm in arms)
    ahead = math.fsum(arm.ahead for arm in arms) / visits
    square = math.fsum(arm.square for arm in arms) / visits
    doubt = math.sqrt(max(square - ahead * ahead, 0.0) / visits)
    reward = math.fsum(arm.reward for arm in arms) / visits
    return Tried(int(arms[0].action), visits, reward, ahead, doubt)
