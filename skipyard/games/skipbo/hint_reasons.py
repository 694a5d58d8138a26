"""Why a move of Skip-Bo is advised."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games.skipbo import cards
from skipyard.games.skipbo.actions import ACTIONS, PARTNER, Kind

FOLDER = pathlib.Path(__file__).parent
Reason = tuple[str, dict[str, object]]
NO_REASON: Reason = ("", {})


def reason(view: Any, action: int, legal: Sequence[int], actions: Any = ACTIONS) -> Reason:
    """The key of the reason, and what its sentence names."""
    move = actions[action]
    if move.die:
        return NO_REASON
    if move.kind == Kind.STOCK:
        return for_stock(view, bool(move.owner == PARTNER))
    if move.kind in (Kind.HAND, Kind.PILE):
        return for_build(view, int(move.kind), int(move.target))
    if move.kind == Kind.DISCARD:
        return for_discard(view, int(move.source), int(move.target))
    return NO_REASON


def for_stock(view: Any, partner: bool) -> Reason:
    if partner:
        return "partner", {}
    return ("last" if view.stock_left[view.me] == 1 else "stock"), {}


def for_build(view: Any, kind: int, pile: int) -> Reason:
    """What a card on a pile is good for besides being gone."""
    me, height = int(view.me), int(view.height[pile]) + 1
    if kind == Kind.HAND and view.hand_left[me] == 1:
        return "refill", {}
    wanted = int(view.stock_top[me]) if view.stock_left[me] > 0 else 0
    if wanted == height + 1:
        return "ready", {"card": wanted, "pile": pile + 1}
    if height == view.top:
        return "complete", {"pile": pile + 1}
    following = (me + 1) % int(view.seats)
    if view.stock_left[following] > 0 and view.stock_top[following] == height:
        return "block", {"card": height}
    if wanted > height:
        return "towards", {"card": wanted, "pile": pile + 1}
    return NO_REASON


def for_discard(view: Any, face: int, own: int) -> Reason:
    """What is kept for later, or how the discard pile stays useful."""
    me = int(view.me)
    kept = [int(card) for card in view.hand if card > 0]
    if face in kept:
        kept.remove(face)
    for pile in range(cards.PILES):
        following = int(view.height[pile]) + 2
        if following in kept and following <= view.top:
            return "keep", {"card": following, "pile": pile + 1}
    top = int(view.discard_top[me, own])
    if face != cards.WILD and top == face:
        return "same", {"card": face}
    if face != cards.WILD and top == face + 1:
        return "order", {"card": top}
    return NO_REASON
