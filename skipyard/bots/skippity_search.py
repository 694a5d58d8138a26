"""Skippity bots that search: budgets, memory and threads around the compiled parts."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from skipyard.bots import skippity_alphabeta as two
from skipyard.games.skippity.board import SEATS
from skipyard.games.skippity.rules import ACTIONS, State, imagine

DEEPEST = 900
REMEMBERED = 1 << 20


class Searcher:
    def __init__(self, game: str, nodes: int = 0, seconds: float = 0.0, seed: int = 0) -> None:
        self.nodes, self.seconds = nodes, seconds
        self.states = State.many(DEEPEST)
        self.room = np.zeros((DEEPEST, len(ACTIONS)), np.int16)
        self.ranks = np.zeros((DEEPEST, len(ACTIONS)), np.int64)
        self.memory = np.zeros((REMEMBERED, 2), np.int64)
        self.stack = two.Frame.many(DEEPEST)
        self.history = np.zeros((SEATS, len(ACTIONS)), np.int64)
        self.tally = np.zeros(7, np.int64)

    def choose(self, view: Any, legal: Any) -> int:
        if len(legal) == 1:
            return int(legal[0])
        self.memory.fill(0)
        self.history.fill(0)
        self.tally.fill(0)
        self.states[0] = State()
        imagine(view, self.states[0], 0)
        self.tally[two.BUDGET] = self.nodes or 2**62
        self.tally[two.BEST] = legal[0]
        timer = None
        if self.seconds:
            timer = threading.Timer(self.seconds, self.stop)
            timer.start()
        two.deepen(self.stack, self.states, self.room, self.ranks, self.memory, self.history, self.tally)
        if timer:
            timer.cancel()
        return int(self.tally[two.BEST])

    def stop(self) -> None:
        self.tally[two.STOP] = 1
