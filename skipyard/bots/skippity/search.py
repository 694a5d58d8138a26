"""Skippity bots that search: budgets and memory around the compiled parts.

Nothing is hidden in Skippity and nothing left to chance, so for two the bot looks ahead by
alpha-beta; when its budget was too small to see a reply to every turn, it plays by rules, which
look at one. Among more it tries to see the end of every line, and where that is too far it compares
its moves in games played on by rules, as in the other games (docs/decisions/0007 has why).
"""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np

from skipyard.bots import search
from skipyard.bots.registry import RULES
from skipyard.bots.skippity import alpha_beta, endgame, player
from skipyard.bots.skippity.position_keys import TO_THE_END
from skipyard.bots.skippity.search_buffers import BEST, BUDGET, DEPTH, STOP, TALLY
from skipyard.bots.specs import Spec
from skipyard.core import CheapDice
from skipyard.games.skippity.board import MOST_SKIPPERS, SEATS
from skipyard.games.skippity.rules import ACTIONS, State, imagine

DEEPEST = 2 * MOST_SKIPPERS + SEATS  # moves that a line can have: a jump, an end, passes at last
REMEMBERED, OF_ENDINGS = 1 << 20, 1 << 16  # positions
NO_LIMIT = 1 << 62
A_REPLY = 2  # turns: this one and the next player's
FOR_ENDINGS = 8  # among more than two, the part of the budget that looks for the end
A_SIMULATION = 700  # positions that take as much time as a game played on by rules


class Searcher:
    """One seat's bot that searches; its memory is made once and cleared for every move."""

    def __init__(self, game: str, spec: Spec, seed: int, threads: int = 1) -> None:
        self.spec, self.seed, self.kind = spec, seed, (game, threads)
        self.states = State.many(DEEPEST)
        self.room = np.zeros((DEEPEST, len(ACTIONS)), np.int16)
        self.tally = np.zeros(TALLY, np.int64)
        self.memory: Any = None

    def reseed(self, seed: int) -> None:
        """Begin with other dice, as a new searcher with that seed would."""
        self.seed = seed
        if "sampler" in vars(self):
            self.sampler.reseed(seed)

    def choose(self, view: Any, legal: Any) -> int:
        """The best move found within the budget; at once where there is only one."""
        if len(legal) == 1:
            return int(legal[0])
        self.look(view)
        if view.seats > 2 and not self.is_exact():
            return self.sampler.choose(view, legal)
        if self.tally[DEPTH] < A_REPLY:
            return int(player.choose(RULES, view, legal, len(legal), CheapDice()))
        return int(self.tally[BEST])

    def look(self, view: Any) -> None:
        """Look ahead from what a seat sees; the tally tells what was found."""
        part, whole = 1 if view.seats == 2 else FOR_ENDINGS, self.spec.simulations
        self.tally.fill(0)
        self.tally[BUDGET] = max(1, whole // part) if whole else NO_LIMIT
        self.states[0] = State()
        imagine(view, self.states[0], 0)
        clock = threading.Timer(self.spec.milliseconds / 1000 / part, self.stop)
        clock.daemon = True
        if self.spec.milliseconds:
            clock.start()
        if view.seats == 2:
            self.alpha_beta()
        else:
            self.to_the_end()
        clock.cancel()

    def stop(self) -> None:
        self.tally[STOP] = 1

    def is_exact(self) -> bool:
        """Whether the last search saw the end of every line."""
        return bool(self.tally[DEPTH] == TO_THE_END)

    def alpha_beta(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((REMEMBERED, 2), np.int64)
            self.stack = alpha_beta.Frame.many(DEEPEST)
            self.ranks = np.zeros((DEEPEST, len(ACTIONS)), np.int64)
            self.history = np.zeros((SEATS, len(ACTIONS)), np.int64)
        self.memory.fill(0)
        self.history.fill(0)
        alpha_beta.deepen(
            self.stack, self.states, self.room, self.ranks, self.memory, self.history, self.tally
        )

    # For three and four ---------------------------------------------------------------------------
    def to_the_end(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((OF_ENDINGS, endgame.WIDTH), np.int64)
            self.stack = endgame.Frame.many(DEEPEST)
            self.found = np.zeros((DEEPEST, SEATS), np.int64)
        self.memory.fill(0)
        endgame.solve(self.stack, self.found, self.states, self.room, self.memory, self.tally)

    @functools.cached_property
    def sampler(self) -> search.Searcher:
        """The search of the other games, with what the look for the end leaves of the budget."""
        game, threads = self.kind
        simulations, time = (
            whole - whole // FOR_ENDINGS
            for whole in (self.spec.simulations, self.spec.milliseconds)
        )
        count = max(1, simulations // A_SIMULATION) if simulations else 0
        spec = self.spec._replace(simulations=count, milliseconds=time)
        return search.Searcher(game, spec, self.seed, threads)
