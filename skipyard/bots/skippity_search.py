"""Skippity bots that search: budgets and memory around the compiled parts.

Nothing is hidden in Skippity and nothing left to chance, so the bot looks ahead: alpha-beta for
two, max-n for more. When it has seen the end of every line, its move is exact; when its budget was
too small to see a reply to every turn, it plays by rules, which look at one.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from skipyard.bots import skippity, skippity_alphabeta, skippity_maxn
from skipyard.bots.knowledge import RULES
from skipyard.bots.skippity_desk import BEST, BUDGET, DEPTH, STOP, TALLY
from skipyard.bots.skippity_keys import TO_THE_END
from skipyard.bots.specs import Spec
from skipyard.core import Spin
from skipyard.games.skippity.board import MOST_SKIPPERS, SEATS
from skipyard.games.skippity.rules import ACTIONS, State, imagine

DEEPEST = 2 * MOST_SKIPPERS + SEATS  # moves that a line can have: a jump, an end, passes at last
REMEMBERED = 1 << 20  # positions
NO_LIMIT = 1 << 62
A_REPLY = 2  # turns: this one and the next player's


class Searcher:
    """One seat's bot that searches; its memory is made once and cleared for every move."""

    def __init__(self, game: str, spec: Spec, seed: int, threads: int = 1) -> None:
        self.spec = spec
        self.states = State.many(DEEPEST)
        self.room = np.zeros((DEEPEST, len(ACTIONS)), np.int16)
        self.ranks = np.zeros((DEEPEST, len(ACTIONS)), np.int64)
        self.history = np.zeros((SEATS, len(ACTIONS)), np.int64)
        self.tally = np.zeros(TALLY, np.int64)
        self.memory: Any = None

    def choose(self, view: Any, legal: Any) -> int:
        """The best move found within the budget; at once where there is only one."""
        if len(legal) == 1:
            return int(legal[0])
        self.look(view)
        if self.tally[DEPTH] < A_REPLY:
            return int(skippity.choose(RULES, view, legal, len(legal), Spin()))
        return int(self.tally[BEST])

    def look(self, view: Any) -> None:
        """Search from what a seat sees; the tally tells what was found."""
        self.history.fill(0)
        self.tally.fill(0)
        self.tally[BUDGET] = self.spec.simulations or NO_LIMIT
        self.states[0] = State()
        imagine(view, self.states[0], 0)
        clock = threading.Timer(self.spec.milliseconds / 1000, self.stop)
        clock.daemon = True
        if self.spec.milliseconds:
            clock.start()
        if view.seats == 2:
            self.alpha_beta()
        else:
            self.max_n()
        clock.cancel()

    def stop(self) -> None:
        self.tally[STOP] = 1

    def is_exact(self) -> bool:
        """Whether the last search saw the end of every line."""
        return bool(self.tally[DEPTH] == TO_THE_END)

    def alpha_beta(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((REMEMBERED, 2), np.int64)
            self.stack = skippity_alphabeta.Frame.many(DEEPEST)
        self.memory.fill(0)
        skippity_alphabeta.deepen(
            self.stack, self.states, self.room, self.ranks, self.memory, self.history, self.tally
        )

    def max_n(self) -> None:
        if self.memory is None:
            self.memory = np.zeros((REMEMBERED, skippity_maxn.WIDTH), np.int64)
            self.stack = skippity_maxn.Frame.many(DEEPEST)
            self.found = np.zeros((DEEPEST, SEATS), np.int64)
        self.memory.fill(0)
        skippity_maxn.deepen(
            self.stack,
            self.found,
            self.states,
            self.room,
            self.ranks,
            self.memory,
            self.history,
            self.tally,
        )
