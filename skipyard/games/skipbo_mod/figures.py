"""The figures of a finished game of Skip-Bo MOD: as in Skip-Bo."""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.games.figures import Figure, Step
from skipyard.games.skipbo import figures as skipbo_figures
from skipyard.games.skipbo.figures import FOLDER
from skipyard.games.skipbo_mod.rules import ACTIONS

__all__ = ["FOLDER", "figures"]


def figures(steps: Sequence[Step]) -> list[Figure | None]:
    return skipbo_figures.figures(steps, ACTIONS)
