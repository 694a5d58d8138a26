"""The worth of a Skippity position to a player, during the game and at its end.

The colour that a player will have fewest of decides. `prospect` is a soft minimum over the five:
close to the lowest, and a little lower if others are low too.
"""

import math
from typing import Any

import numpy as np

from skipyard.core import rule, wide
from skipyard.games.skippity.board import COLOURS, skippers_of
from skipyard.games.skippity.rules import place_of, points_of

WIN, POINT = 10_000_000, 1_000  # a win first; then sets or points; then skippers
CERTAIN, PLACE = 1_000_000, 1_000  # a certain win; each place above the last
COUNTS = 81  # of skippers of a colour: 0 to 80

SHARE, SHARPNESS = 0.15, 1.65
WEIGHT = np.array(  # by skippers captured and left on the board, of one colour
    [
        [math.exp(-SHARPNESS * (held + SHARE * left)) for left in range(COUNTS)]
        for held in range(COUNTS)
    ]
)
UNIT = 100
OF_SETS = (2.25 * UNIT, -0.6 * UNIT)
OF_SKIPPERS = (0.38 * UNIT, -0.05 * UNIT)
ON_TURN = UNIT // 2  # worth of being on turn


@rule
def left_of(s: Any, colour: int) -> int:
    """Skippers of a colour that nobody has captured yet."""
    left = wide(s.in_play[colour])
    for seat in range(s.seats):
        left -= s.captured[seat, colour]
    return left


@rule
def prospect(s: Any, seat: int) -> float:
    """SK-22 SK-A14  Roughly how many sets a player will have."""
    few = 0.0
    for colour in range(COLOURS):
        few += WEIGHT[s.captured[seat, colour], left_of(s, colour)]
    return -math.log(few) / SHARPNESS


@rule
def stage(s: Any) -> float:
    """How much of the game is left: 1 at the start."""
    left, all_skippers = wide(0), wide(0)
    for colour in range(COLOURS):
        left += left_of(s, colour)
        all_skippers += s.in_play[colour]
    return left / all_skippers


@rule
def worth_in_hand(s: Any, seat: int) -> int:
    """The worth of a player's captures: a hundred times the logarithm of odds."""
    left = stage(s)
    return int(
        (OF_SETS[0] + OF_SETS[1] * left) * prospect(s, seat)
        + (OF_SKIPPERS[0] + OF_SKIPPERS[1] * left) * skippers_of(s, seat)
    )


@rule
def lead(s: Any, seat: int, other: int) -> int:
    """How far a player is ahead of another."""
    return worth_in_hand(s, seat) - worth_in_hand(s, other)


@rule
def balance(s: Any) -> int:
    """How far the player on turn is ahead of the only other."""
    return ON_TURN + lead(s, s.turn, 1 - s.turn)


@rule
def final_balance(s: Any) -> int:
    """SK-30 SK-31 SK-32  The worth of a finished game: who has won, then by how much."""
    me, other = s.turn, 1 - s.turn
    sets = points_of(s, me) - points_of(s, other)
    ahead = POINT * sets + skippers_of(s, me) - skippers_of(s, other)
    if s.winner == me:
        return WIN + ahead
    return -WIN + ahead if s.winner == other else 0


# For three and four players: the worth to each seat, in millionths of a win ----------------------
@rule
def final_chances(s: Any, out: Any) -> None:
    """SK-A15 SK-A16  Winners share a win; among the others, each place is worth a little."""
    firsts = 0
    for seat in range(s.seats):
        firsts += place_of(s, seat) == 1
    for seat in range(s.seats):
        place = place_of(s, seat)
        out[seat] = CERTAIN // firsts if place == 1 else PLACE * (s.seats - place)
