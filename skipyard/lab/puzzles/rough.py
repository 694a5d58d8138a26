"""A rough look at many positions: a few turns are played, then `win_estimate` judges.

It takes a tenth of the time of playing games out, and estimates scatter less than results do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.bots.search import SearchThread
from skipyard.bots.search_settings import settings_for
from skipyard.games import Game

TURNS = 3  # that are played
FIRST_WORLDS, WORLDS = 8, 24  # a position may be given up after the first of them
LEAST_GAP = 0.05  # between the right moves and the others
FIRST_LEAD, LEAST_LEAD = 0.03, 0.05  # of the best move over that of the bot `greedy`
MOST_SPREAD = 0.02  # between right moves


class Rough:
    """Estimates for one thread, whose buffers are allocated once."""

    def __init__(self, g: Game) -> None:
        nodes = len(g.rules.ACTIONS) + 2
        self.thread = SearchThread(g.name, settings_for(g.name, turns=TURNS), nodes)

    def ranked(
        self, view: Any, legal: Sequence[int], greedy: int, most_right: int, seed: int
    ) -> list[int]:
        """The moves, the best first, if a few stand out that `greedy` would miss; else none."""
        self.thread.begin(legal, seed)
        chances = self.estimates(view, FIRST_WORLDS, len(legal))
        if max(chances.values()) - chances[greedy] < FIRST_LEAD:
            return []
        chances = self.estimates(view, WORLDS - FIRST_WORLDS, len(legal))
        order = sorted(chances, key=lambda action: -chances[action])
        ranked = [chances[action] for action in order]
        if ranked[0] - chances[greedy] < LEAST_LEAD:
            return []
        stands_out = any(
            ranked[0] - ranked[k - 1] <= MOST_SPREAD and ranked[k - 1] - ranked[k] >= LEAST_GAP
            for k in range(1, min(most_right, len(ranked) - 1) + 1)
        )
        return order if stands_out else []

    def estimates(self, view: Any, worlds: int, moves: int) -> dict[int, float]:
        """The chance of each move after some more worlds."""
        self.thread.grow(view, moves, worlds)
        rows = self.thread.candidates[:moves]
        return {int(row.action): float(row.reward) / int(row.visits) for row in rows}
