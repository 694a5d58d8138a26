"""The figures of a finished game of Skippity."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from skipyard.games.figures import Figure, Step, most_in_a_turn, most_in_all
from skipyard.games.skippity.actions import ACTIONS, Kind

FOLDER = pathlib.Path(__file__).parent


def figures(steps: Sequence[Step]) -> list[Figure | None]:
    """The longest chain, and who took most skippers."""

    def jumped(step: Step) -> int:
        return int(ACTIONS[step.action].kind == Kind.JUMP)

    return [most_in_a_turn("chain", steps, jumped), most_in_all("taken", steps, jumped)]
