"""The figures of a finished game of Flip & Skip."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from skipyard.games.figures import Figure, Step, most_in_a_turn, most_in_all
from skipyard.games.flip_and_skip.actions import ACTIONS, Kind

FOLDER = pathlib.Path(__file__).parent


def figures(steps: Sequence[Step]) -> list[Figure | None]:
    """The most coins skipped in one turn and in all, and who flipped most."""

    def skipped(step: Step) -> int:
        return int(ACTIONS[step.action].kind == Kind.SKIP)

    def flipped(step: Step) -> int:
        return int(ACTIONS[step.action].kind == Kind.FLIP)

    return [
        most_in_a_turn("chain", steps, skipped),
        most_in_all("skips", steps, skipped),
        most_in_all("flips", steps, flipped),
    ]
