"""Roughly how likely a Skippity player is to win."""

import math
from typing import Any

from skipyard.bots.skippity.evaluation import ON_TURN, UNIT, worth_in_hand
from skipyard.core import rule


@rule
def win_estimate(s: Any, seat: int) -> float:
    """Roughly the chance that a seat wins."""
    all_odds, mine = 0.0, worth_in_hand(s, seat) + ON_TURN * (seat == s.turn)
    for other in range(s.seats):
        theirs = worth_in_hand(s, other) + ON_TURN * (other == s.turn)
        all_odds += math.exp((theirs - mine) / UNIT)
    return 1.0 / all_odds
