"""Skippity's search: budgets and buffers around the compiled parts.

Skippity has no hidden information and no chance, so between two the bot uses alpha-beta; if the
budget is too small to see a reply to every turn, it plays by `rules`, which looks at one reply.
Among more players it tries to solve the endgame; if that is too far off, it samples playouts as in
the other games (docs/decisions/0007 has why).
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

MAX_PLY = 2 * MOST_SKIPPERS + SEATS  # moves in a line: a jump and an end each, then passes
ALPHA_BETA_ROWS, ENDGAME_ROWS = 1 << 20, 1 << 16  # of the transposition tables
NO_LIMIT = 1 << 62
REPLY_DEPTH = 2  # turns: this one and the next player's
ENDGAME_SHARE = 8  # among more than two, 1/n of the budget goes to the endgame search
NODES_PER_PLAYOUT = 700  # positions that take as long as a playout by `rules`


class Searcher:
    """One seat's bot that searches; its memory is allocated once and cleared for every move."""

    def __init__(self, game: str, spec: Spec, seed: int, threads: int = 1) -> None:
        self.spec, self.seed, self.game, self.thread_count = spec, seed, game, threads
        self.effort = 1.0  # the part of its budget that it spends
        self.states = State.many(MAX_PLY)
        self.lists = np.zeros((MAX_PLY, len(ACTIONS)), np.int16)  # of moves, by ply
        self.tally = np.zeros(TALLY, np.int64)
        self.memory: Any = None

    def reseed(self, seed: int) -> None:
        """Seed the dice again, as in a new searcher with that seed."""
        self.seed = seed
        if "sampler" in vars(self):
            self.sampler.reseed(seed)

    def choose(self, view: Any, legal: Any) -> int:
        """The best move found within the budget; the only one is played at once."""
        if len(legal) == 1:
            return int(legal[0])
        self.look(view)
        if view.seats > 2 and not self.is_exact():
            self.sampler.effort = self.effort
            return self.sampler.choose(view, legal)
        if self.tally[DEPTH] < REPLY_DEPTH:
            return int(player.choose(RULES, view, legal, len(legal), CheapDice()))
        return int(self.tally[BEST])

    def look(self, view: Any) -> None:
        """Search from what a seat sees; the results are in the tally."""
        share, spec = 1 if view.seats == 2 else ENDGAME_SHARE, self.spec.scaled(self.effort)
        self.tally.fill(0)
        self.tally[BUDGET] = max(1, spec.simulations // share) if spec.simulations else NO_LIMIT
        self.states[0] = State()
        imagine(view, self.states[0], 0)
        timer = threading.Timer(spec.milliseconds / 1000 / share, self.stop)
        timer.daemon = True
        if spec.milliseconds:
            timer.start()
        if view.seats == 2:
            self.alpha_beta()
        else:
            self.solve_endgame()
        timer.cancel()

    def stop(self) -> None:
        self.tally[STOP] = 1

    def is_exact(self) -> bool:
        """Whether the last search followed every line to the end of the game."""
        return bool(self.tally[DEPTH] == TO_THE_END)

    def alpha_beta(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((ALPHA_BETA_ROWS, 2), np.int64)
            self.stack = alpha_beta.Frame.many(MAX_PLY)
            self.ranks = np.zeros((MAX_PLY, len(ACTIONS)), np.int64)
            self.history = np.zeros((SEATS, len(ACTIONS)), np.int64)
        self.memory.fill(0)
        self.history.fill(0)
        alpha_beta.deepen(
            self.stack, self.states, self.lists, self.ranks, self.memory, self.history, self.tally
        )

    # For three and four players -------------------------------------------------------------------
    def solve_endgame(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((ENDGAME_ROWS, endgame.WIDTH), np.int64)
            self.stack = endgame.Frame.many(MAX_PLY)
            self.values = np.zeros((MAX_PLY, SEATS), np.int64)
        self.memory.fill(0)
        endgame.solve(self.stack, self.values, self.states, self.lists, self.memory, self.tally)

    @functools.cached_property
    def sampler(self) -> search.Searcher:
        """The search of the other games, with the rest of the budget."""
        simulations, time = (
            budget - budget // ENDGAME_SHARE
            for budget in (self.spec.simulations, self.spec.milliseconds)
        )
        count = max(1, simulations // NODES_PER_PLAYOUT) if simulations else 0
        spec = self.spec._replace(simulations=count, milliseconds=time)
        return search.Searcher(self.game, spec, self.seed, self.thread_count)
