"""The figures of a finished game of Skip-Bo."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games.figures import Figure, Step, most_in_a_turn, most_in_all
from skipyard.games.skipbo.actions import ACTIONS, Kind
from skipyard.games.skipbo.cards import WILD

FOLDER = pathlib.Path(__file__).parent
BUILDS = (Kind.HAND, Kind.STOCK, Kind.PILE)


def figures(steps: Sequence[Step], actions: Any = ACTIONS) -> list[Figure | None]:
    """The longest turn, the most stock cards in one, and who used most wild cards of the hand."""

    def builds(step: Step) -> int:
        return int(actions[step.action].kind in BUILDS)

    def stock(step: Step) -> int:
        return int(actions[step.action].kind == Kind.STOCK)

    def wild(step: Step) -> int:
        move = actions[step.action]
        return int(move.kind == Kind.HAND and move.source == WILD)

    return [
        most_in_a_turn("longest", steps, builds),
        most_in_a_turn("stock", steps, stock),
        most_in_all("wilds", steps, wild),
    ]
