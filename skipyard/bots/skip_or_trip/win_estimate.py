"""Roughly how likely a side is to win Skip or Trip.

Each side has a standing: where its rear token is, and how many cards it holds. The weights are a
logistic fit over 30,458 turns of 800 games between two `rules` bots; in each of ten bins of chances
the estimate was within 0.02 of the share of games won. Early on a card counts as much as seven
squares.
"""

import math
from typing import Any

from skipyard.core import rule, wide
from skipyard.games.skip_or_trip.board import GOAL, NUMBERS, rear, side_of, sides
from skipyard.games.skip_or_trip.cards import COUNT

SQUARE, NEAR_GOAL = 0.029, 0.038  # a square; how much more it counts near the goal
CARD, ON_TURN = 0.29, 0.39


@rule
def win_estimate(s: Any, seat: int) -> float:
    """Roughly the chance that a seat's side wins."""
    me = side_of(s, seat)
    if s.quit_at[me] != 0:
        return 0.0
    furthest = wide(0)
    for side in range(sides(s)):
        furthest = max(furthest, wide(rear(s, side)))
    square = SQUARE + NEAR_GOAL * furthest / GOAL
    mine, all_odds = standing(s, me, square), 0.0
    for side in range(sides(s)):
        if s.quit_at[side] == 0:
            all_odds += math.exp(standing(s, side, square) - mine)
    return 1.0 / all_odds


@rule
def standing(s: Any, side: int, square: float) -> float:
    """The logarithm of a side's odds, up to a constant shared by all sides."""
    cards, seats = 0, 0
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            seats += 1
            for number in range(NUMBERS):
                cards += COUNT[s.hand[seat, number]]
    return square * rear(s, side) + CARD * cards / seats + ON_TURN * (side_of(s, s.turn) == side)
