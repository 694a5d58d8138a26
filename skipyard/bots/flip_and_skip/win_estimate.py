"""Roughly how likely a Flip & Skip player is to win.

A logistic fit over 31,241 turns of 400 games between `rules` bots. It counts coins: those left on
the board, and those taken; their weight grows as a victory pile fills. In each of ten bins of
chances from 0 to 1, the estimate was within 0.05 of the share of games won.
"""

import math
from typing import Any

from skipyard.core import rule, wide
from skipyard.games.flip_and_skip.coins import COINS, FACE, HANDS, TYPE_OF, TYPES, colour_of
from skipyard.games.flip_and_skip.rules import THREE

AT_FIRST, AT_LAST = 0.043, 1.15  # weight of a coin, and how much more with a full pile
SPARE, COMING = 0.75, 0.25  # a coin beyond three of its type; a needed one in the hand
ON_TURN = 0.15


@rule
def win_estimate(s: Any, seat: int) -> float:
    """Roughly the chance that a seat wins."""
    other = 1 - seat
    near = max(progress(s, seat), progress(s, other)) / (TYPES * THREE)
    ahead = coins(s, seat) - coins(s, other) + (ON_TURN if s.turn == seat else -ON_TURN)
    return 1.0 / (1.0 + math.exp(-(AT_FIRST + AT_LAST * near) * ahead))


@rule
def progress(s: Any, seat: int) -> int:
    """FS-34  How many of the nine coins a victory pile has."""
    count = wide(0)
    for kind in range(TYPES):
        count += min(wide(s.pile[seat, kind]), THREE)
    return count


@rule
def coins(s: Any, seat: int) -> float:
    """A player's weighted coins: on the board, and taken beyond the nine that are needed."""
    total = 0.0
    for kind in range(TYPES):
        in_hand = wide(0)
        for coin in range(COINS):
            in_hand += s.where[coin] == HANDS + seat and TYPE_OF[s.face[coin]] == kind
        needed = max(THREE - wide(s.pile[seat, kind]), 0)
        total += s.on_board[FACE[colour_of(s, seat), kind]]
        total += COMING * min(in_hand, needed) + SPARE * max(in_hand - needed, 0)
        total += SPARE * max(wide(s.pile[seat, kind]) - THREE, 0)
    return total
