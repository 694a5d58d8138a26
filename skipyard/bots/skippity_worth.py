"""What a Skippity position is worth to a player, while it lasts and when it is over."""

from typing import Any

import numpy as np

from skipyard.core import rule, wide
from skipyard.games.skippity.board import COLOURS, sets_of, skippers_of
from skipyard.games.skippity.rules import points_of

WIN, POINT = 10_000_000, 1_000  # a win before all; then sets or points; then skippers
SET = 70
EXTRA = np.array([0, 10, 18, 24, 28, 31, 33, 35, 36, 37, 38])
MOST_EXTRA = len(EXTRA) - 1


@rule
def standing(s: Any, seat: int) -> int:
    """SK-22  Sets, and colours on the way to the next one: the rarest is worth the most."""
    sets = sets_of(s, seat)
    worth = SET * sets
    for colour in range(COLOURS):
        worth += EXTRA[min(wide(s.captured[seat, colour]) - sets, MOST_EXTRA)]
    return worth


@rule
def balance(s: Any) -> int:
    """How far the player on turn is ahead of the only other."""
    return standing(s, s.turn) - standing(s, 1 - s.turn)


@rule
def final_balance(s: Any) -> int:
    """SK-30 SK-31 SK-32  A game that is over: who has won, and then by how much."""
    me, other = s.turn, 1 - s.turn
    sets = points_of(s, me) - points_of(s, other)
    ahead = POINT * sets + skippers_of(s, me) - skippers_of(s, other)
    if s.winner == me:
        return WIN + ahead
    return -WIN + ahead if s.winner == other else 0
