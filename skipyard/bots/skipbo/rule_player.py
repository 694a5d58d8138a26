"""The rule-based Skip-Bo player: stock first, then the planned turn, then a weights discard."""

from typing import Any

import numpy as np

from skipyard.bots.skipbo.turn_plan import (
    COUNT_BITS,
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

# Indices of discard weights: what it goes on, how deep, how soon it is needed, what stays in hand.
SAME, ONE_LOWER, FRESH_PILE, PER_STEP, BURIES = 0, 1, 2, 3, 4
PER_CARD_BELOW, UNTIL_NEEDED, LEADS_TO_STOCK, TWIN, IS_WILD = 5, 6, 7, 8, 9
DISCARD_WEIGHTS = np.array([60, 50, 53, -2, -17, -2, 2, -10, 5, -300])
LEADING = 4  # numbers below the stock card that lead to it
LEAST = -1_000_000


@rule
def planned(v: View, legal: Any, n: int, worths: Any, weights: Any) -> int:
    """The move of a player who plans the turn."""
    best, most, first_build = legal[0], wide(LEAST), wide(NONE)
    for i in range(n):
        kind = ACTIONS[legal[i]].kind
        if kind == Kind.STOCK or kind == Kind.OPPONENT_DRAWS:
            value = worth_of_free_move(v, ACTIONS[legal[i]], worths)
            if value > most:
                best, most = legal[i], value
        elif kind <= Kind.PILE and first_build == NONE:
            first_build = i
    if most > LEAST or n == 1:
        return best
    if first_build != NONE:
        action = plan(v, worths)
        if action != NONE:
            return action
    for i in range(n):
        move = ACTIONS[legal[i]]
        if move.kind == Kind.DISCARD:
            value = worth_of_discard(v, move.source, move.target, weights) + (1 if move.die else 0)
            if value > most:
                best, most = legal[i], value
    return best


@rule
def worth_of_free_move(v: View, move: Any, worths: Any) -> int:
    """A stock card is always played, best where it helps the next player least."""
    if move.kind == Kind.OPPONENT_DRAWS:
        return -wide(v.stock_left[move.target])  # MOD-53  the player closest to winning draws
    series, other = packed_series(v), (v.turn + 1) % v.seats
    height = wide(v.height[move.target])
    raised = (height + (2 if move.die else 1)) % v.top
    series += (raised - height) << COUNT_BITS * move.target
    return 1000 + worths[THEIRS + out_of_reach(v, series, other, tops_of(v, other))]


# Discarding --------------------------------------------------------------------------------------
@rule
def worth_of_discard(v: View, card: int, own: int, weights: Any) -> int:
    """Same on same, or one lower on one higher; not needed soon; wilds last."""
    top = v.discard_top[v.turn, own]
    worth = weights[PER_CARD_BELOW] * v.discard_left[v.turn, own]
    if top == NONE:
        worth += weights[FRESH_PILE]
    elif top == card:
        worth += weights[SAME]
    elif top == card + 1:
        worth += weights[ONE_LOWER]
    elif top > card:
        worth += weights[PER_STEP] * (top - card)
    else:
        worth += weights[BURIES]
    if card == WILD:
        return worth + weights[IS_WILD]
    stock = v.stock_top[v.turn]
    if stock - LEADING < card and card < stock:
        worth += weights[LEADS_TO_STOCK]
    copies = 0
    for i in range(v.hand_left[v.turn]):
        copies += v.hand[i] == card
    return worth + weights[TWIN] * (copies - 1) + weights[UNTIL_NEEDED] * until_needed(v, card)


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
    return planned(v, legal, n, WORTHS, DISCARD_WEIGHTS)
