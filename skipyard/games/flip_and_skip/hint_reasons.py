"""Why a move of Flip & Skip is advised."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games.flip_and_skip import coins
from skipyard.games.flip_and_skip.actions import ACTIONS, Kind

FOLDER = pathlib.Path(__file__).parent
Reason = tuple[str, dict[str, object]]
NO_REASON: Reason = ("", {})


def reason(view: Any, action: int, legal: Sequence[int]) -> Reason:
    """The key of the reason, and what its sentence names."""
    move = ACTIONS[action]
    if move.kind == Kind.SKIP:
        face = view.board[move.over]
        theirs = face != coins.EMPTY and coins.COLOUR_OF[face] != coins.colour_of(view, view.me)
        return ("capture", {}) if theirs else NO_REASON
    if move.kind == Kind.LOOK:
        return "look", {}
    return NO_REASON
