"""Why a move of Skip or Trip is advised."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games.skip_or_trip.actions import ACTIONS, Kind
from skipyard.games.skip_or_trip.cards import NUMBER_OF

FOLDER = pathlib.Path(__file__).parent
Reason = tuple[str, dict[str, object]]
NO_REASON: Reason = ("", {})


def reason(view: Any, action: int, legal: Sequence[int]) -> Reason:
    """The key of the reason, and what its sentence names."""
    move = ACTIONS[action]
    if move.kind == Kind.TRIP:
        leads = view.token[move.side, move.token] == view.token.max()
        return ("leader" if leads else NO_REASON[0]), {}
    if move.kind in (Kind.WITH, Kind.LAY):
        return "trip", {}
    if move.kind == Kind.SKIP:
        numbers = [NUMBER_OF[ACTIONS[n].card] for n in legal if ACTIONS[n].kind == Kind.SKIP]
        if min(numbers) < max(numbers) == NUMBER_OF[move.card]:
            return "farthest", {}
    return NO_REASON
