"""Why a move of Skippity is advised."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games.skippity.actions import ACTIONS, Kind
from skipyard.games.skippity.board import COLOURS, colour_at

FOLDER = pathlib.Path(__file__).parent
Reason = tuple[str, dict[str, object]]
NO_REASON: Reason = ("", {})


def reason(view: Any, action: int, legal: Sequence[int]) -> Reason:
    """The key of the reason, and what its sentence names."""
    move = ACTIONS[action]
    if move.kind != Kind.JUMP:
        return NO_REASON
    colour = int(colour_at(view, int(move.over_row), int(move.over_column))) - 1
    if not 0 <= colour < COLOURS:
        return NO_REASON
    mine = [int(count) for count in view.captured[view.me]]
    sets, count = min(mine), mine[colour]
    if count > sets:
        return NO_REASON
    return ("set" if mine.count(sets) == 1 else "lacking"), {}
