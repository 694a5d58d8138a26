"""Winning chances of the legal moves of one position, and where the right ones end.

Worlds are imagined from what the seat to move sees, and `rules` plays them out. All moves get the
same worlds, so differences are measured in pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skipyard.bots.playouts import Playouts

MOST_RIGHT = 4  # moves that count as one answer
MOST_SPREAD = 0.03  # between their chances
Z = 1.959964  # 95 %


class Split(NamedTuple):
    """The right moves, and how far they are ahead of the others."""

    right: list[int]
    gap: float  # between the worst right move and the best other one
    error: float  # the standard error of that


class Evaluation:
    """Chances that become more exact with every call of `measure`."""

    def __init__(self, playouts: Playouts, view: Any, sides: int, seed: int) -> None:
        self.playouts, self.view, self.sides, self.seed = playouts, view, sides, seed
        self.side, self.done = int(view.turn) % sides, 0
        self.shares: dict[int, npt.NDArray[np.float32]] = {}

    def measure(self, actions: Sequence[int], worlds: int) -> None:
        """Play these moves out in some more worlds."""
        seed = self.seed + self.done
        shares = self.playouts.of_moves(self.view, actions, self.sides, worlds, seed)
        self.done += worlds
        for n, action in enumerate(actions):
            before = self.shares.get(action, np.zeros(0, np.float32))
            self.shares[action] = np.concatenate([before, shares[:, n, self.side]])

    def chance(self, action: int) -> float:
        return float(self.shares[action].mean())

    def ranked(self) -> list[int]:
        """All moves that were measured, the best first."""
        return sorted(self.shares, key=self.chance, reverse=True)

    def lead(self, action: int, other: int) -> tuple[float, float]:
        """How much better a move is than another in the worlds of both, and the standard error."""
        one, two = self.shares[action], self.shares[other]
        common = min(len(one), len(two))
        difference = one[:common] - two[:common]
        return float(difference.mean()), float(difference.std() / np.sqrt(common))

    def split(self) -> Split:
        """Where the greatest gap between moves is, among the few best."""
        order = self.ranked()
        splits = [
            Split(order[:k], *self.lead(order[k - 1], order[k]))
            for k in range(1, min(MOST_RIGHT, len(order) - 1) + 1)
            if self.chance(order[0]) - self.chance(order[k - 1]) <= MOST_SPREAD
        ]
        return max(splits, key=lambda split: split.gap)
