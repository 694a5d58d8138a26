"""Equivalent moves of Skip-Bo: a search needs only one of each group."""

from typing import Any

from skipyard.core import rule
from skipyard.games.skipbo.actions import Kind
from skipyard.games.skipbo.cards import PILES, State
from skipyard.games.skipbo_mod.rules import ACTIONS  # it begins with the rows of Skip-Bo


@rule
def keep_distinct(s: State, legal: Any, n: int) -> int:
    """Keep one of each group of equivalent moves; return their count.

    Series of the same height are equivalent, as are empty discard piles. Which cards a series was
    made of matters only when it comes back as a draw pile.
    """
    kept = 0
    for i in range(n):
        move = ACTIONS[legal[i]]
        if move.kind <= Kind.PILE:
            new = first_of_height(s, move.target)
        else:
            new = move.kind != Kind.DISCARD or first_of_tops(s, move.target)
        if new:
            legal[kept] = legal[i]
            kept += 1
    return kept


@rule
def first_of_height(s: State, pile: int) -> bool:
    """Whether no earlier series is as high, with a wild on top or not."""
    for other in range(PILES):
        if other >= pile:
            return True
        alike = s.wild_on_wild or s.wilds[other] == s.wilds[pile]
        if alike and s.height[other] == s.height[pile]:
            return False
    return True


@rule
def first_of_tops(s: State, own: int) -> bool:
    """Whether no earlier discard pile is empty too."""
    for other in range(PILES):
        if other < own and s.discard_top[s.turn, other] == s.discard_top[s.turn, own]:
            return False
    return True
