"""Winning chances by playing out: of a whole state, and of moves by what a seat sees."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from skipyard.bots.registry import RULES
from skipyard.core import CheapDice
from skipyard.games import Game
from skipyard.loops import for_game

MOST_SEATS = 8
ADVICE = 200  # worlds of a hint's chance


class Foresight:
    """What one thread needs to play a game out."""

    def __init__(self, g: Game) -> None:
        self.loops = for_game("playouts", g)
        self.rules, self.own = g.rules, threading.local()

    def room(self) -> tuple[Any, ...]:
        """This thread's own states, views, points, dice and moves."""
        if not hasattr(self.own, "room"):
            rules = self.rules
            out = np.zeros(len(rules.ACTIONS), np.int16)
            points = np.zeros(MOST_SEATS, np.int16)
            self.own.room = rules.State.many(2), rules.View.many(2), points, CheapDice(), out
        return self.own.room

    def of_state(self, state: Any, worlds: int, seed: int) -> Any:
        """What each side gets of a state, future by future: an array, worlds by sides."""
        source = self.rules.State.many(1)
        source[0] = state
        shares = np.zeros((worlds, int(self.rules.sides(state))), np.float32)
        self.loops.from_state(source, RULES, seed, shares, *self.room())
        return shares

    def of_moves(self, view: Any, actions: Any, sides: int, worlds: int, seed: int) -> Any:
        """What each side gets after each of some moves: worlds by moves by sides."""
        seen = self.rules.View.many(1)
        seen[0] = view
        shares = np.zeros((worlds, len(actions), sides), np.float32)
        listed = np.asarray(actions, np.int16)
        self.loops.from_view(seen, listed, RULES, seed, shares, *self.room())
        return shares

    def of_move(self, view: Any, seat: int, action: int, sides: int) -> float:
        """The winning chance of a move that is advised to a seat."""
        shares = self.of_moves(view, [action], sides, ADVICE, 0)
        return float(shares[:, 0, seat % sides].mean())
