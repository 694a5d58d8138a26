"""The rule-based Skip-Bo player: stock first, then the planned turn, then a tidy discard."""

from typing import Any

import numpy as np

from skipyard.bots.skipbo.turn_plan import (
    COUNT,
    THEIRS,
    WORTHS,
    out_of_reach,
    packed_series,
    plan,
    tops_of,
)
from skipyard.core import NONE, rule, wide
from skipyard.games.skipbo.actions import Kind
from skipyard.games.skipbo.cards import PILES, WILD
from skipyard.games.skipbo.view import View
from skipyard.games.skipbo_mod.rules import ACTIONS  # it begins with the rows of Skip-Bo

# What a discard is worth: by what it lies on, how deep, how soon it is needed, what stays in hand.
SAME, ONE_LOWER, FRESH_PILE, PER_STEP, BURIES = 0, 1, 2, 3, 4
PER_CARD_BELOW, UNTIL_NEEDED, LEADS_TO_STOCK, TWIN, IS_WILD = 5, 6, 7, 8, 9
TIDY = np.array([60, 50, 53, -2, -17, -2, 2, -10, 5, -300])
LEADING = 4  # numbers below the stock card that lead to it
FAR_BELOW = -1_000_000


@rule
def planned(v: View, legal: Any, n: int, worths: Any, tidy: Any) -> int:
    """The move of a player who plans."""
    best, most, mine = legal[0], wide(FAR_BELOW), wide(NONE)
    for i in range(n):
        kind = ACTIONS[legal[i]].kind
        if kind == Kind.STOCK or kind == Kind.OPPONENT_DRAWS:
            found = worth_of_gift(v, ACTIONS[legal[i]], worths)
            if found > most:
                best, most = legal[i], found
        elif kind <= Kind.PILE and mine == NONE:
            mine = i
    if most > FAR_BELOW or n == 1:
        return best
    if mine != NONE:
        action = plan(v, worths)
        if action != NONE:
            return action
    for i in range(n):
        move = ACTIONS[legal[i]]
        if move.kind == Kind.DISCARD:
            found = worth_of_discard(v, move.source, move.target, tidy) + (1 if move.die else 0)
            if found > most:
                best, most = legal[i], found
    return best


@rule
def worth_of_gift(v: View, move: Any, worths: Any) -> int:
    """A stock card is always played, best where it helps the next player least."""
    if move.kind == Kind.OPPONENT_DRAWS:
        return -wide(v.stock_left[move.target])  # MOD-53  who is about to win
    series, other = packed_series(v), (v.turn + 1) % v.seats
    height = wide(v.height[move.target])
    raised = (height + (2 if move.die else 1)) % v.top
    series += (raised - height) << COUNT * move.target
    return 1000 + worths[THEIRS + out_of_reach(v, series, other, tops_of(v, other))]


# Discarding --------------------------------------------------------------------------------------
@rule
def worth_of_discard(v: View, card: int, own: int, tidy: Any) -> int:
    """Like on like, or one lower on one higher; far from being needed; wilds last of all."""
    top = v.discard_top[v.turn, own]
    worth = tidy[PER_CARD_BELOW] * v.discard_left[v.turn, own]
    if top == NONE:
        worth += tidy[FRESH_PILE]
    elif top == card:
        worth += tidy[SAME]
    elif top == card + 1:
        worth += tidy[ONE_LOWER]
    elif top > card:
        worth += tidy[PER_STEP] * (top - card)
    else:
        worth += tidy[BURIES]
    if card == WILD:
        return worth + tidy[IS_WILD]
    stock = v.stock_top[v.turn]
    if stock - LEADING < card and card < stock:
        worth += tidy[LEADS_TO_STOCK]
    copies = 0
    for i in range(v.hand_left[v.turn]):
        copies += v.hand[i] == card
    return worth + tidy[TWIN] * (copies - 1) + tidy[UNTIL_NEEDED] * until_needed(v, card)


@rule
def until_needed(v: View, card: int) -> int:
    """Numbers to be played before the nearest series takes this card."""
    nearest = wide(v.top)
    for pile in range(PILES):
        before = card - v.height[pile] - 1
        nearest = min(nearest, before if before >= 0 else before + v.top)
    return nearest


@rule
def by_rules(v: View, legal: Any, n: int) -> int:
    """The move of the rule-based bot."""
    return planned(v, legal, n, WORTHS, TIDY)
