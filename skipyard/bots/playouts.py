"""Winning chances by playouts: from a whole state, or after moves from what a seat sees."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from skipyard.bots.registry import RULES
from skipyard.core import CheapDice, Records
from skipyard.games import Game
from skipyard.games.contract import Moves, StateRecord, ViewRecord
from skipyard.loops import for_game

Buffers = tuple[Records, Records, npt.NDArray[np.int16], CheapDice, Moves]
Shares = npt.NDArray[np.float32]  # what each side gets of a win
MOST_SEATS = 8
HINT_WORLDS = 200  # imagined to estimate a hint's chance


class Playouts:
    """Plays a game out; threads may share it, since each has buffers of its own."""

    def __init__(self, g: Game) -> None:
        self.loops = for_game("playouts", g)
        self.game, self.rules, self.local = g.name, g.rules, threading.local()

    def buffers(self) -> Buffers:
        """This thread's states, views, points, dice and moves."""
        if not hasattr(self.local, "buffers"):
            rules = self.rules
            out = np.zeros(len(rules.ACTIONS), np.int16)
            points = np.zeros(MOST_SEATS, np.int16)
            self.local.buffers = rules.State.many(2), rules.View.many(2), points, CheapDice(), out
        buffers: Buffers = self.local.buffers
        return buffers

    def of_state(self, state: StateRecord, worlds: int, seed: int) -> Shares:
        """What each side gets from a state in each playout: an array, worlds by sides."""
        source = self.rules.State.many(1)
        source[0] = state
        shares: Shares = np.zeros((worlds, int(self.rules.sides(state))), np.float32)
        self.loops.from_state(source, RULES, seed, shares, *self.buffers())
        return shares

    def of_moves(
        self, view: ViewRecord, actions: Moves | Sequence[int], sides: int, worlds: int, seed: int
    ) -> Shares:
        """What each side gets after each of these moves: worlds by moves by sides."""
        seen = self.rules.View.many(1)
        seen[0] = view
        shares: Shares = np.zeros((worlds, len(actions), sides), np.float32)
        listed = np.asarray(actions, np.int16)
        self.loops.from_view(seen, listed, RULES, seed, shares, *self.buffers())
        return shares

    def of_move(self, view: ViewRecord, seat: int, action: int, sides: int) -> float:
        """The winning chance of a move that a seat gets as a hint."""
        shares = self.of_moves(view, [action], sides, HINT_WORLDS, 0)
        return float(shares[:, 0, seat % sides].mean())
