"""Why a move of Skip-Bo MOD is advised: as in Skip-Bo, unless the die decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.games.skipbo import hint_reasons
from skipyard.games.skipbo.hint_reasons import FOLDER, Reason
from skipyard.games.skipbo_mod.rules import ACTIONS

__all__ = ["FOLDER", "reason"]


def reason(view: Any, action: int, legal: Sequence[int]) -> Reason:
    return hint_reasons.reason(view, action, legal, ACTIONS)
