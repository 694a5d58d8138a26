"""Greedy player of Skip-Bo and MOD: stock first, wilds kept for it, tidy discards.

Every legal move gets a worth, from the view alone; the best is played. Withholding cards that the
next player could use was tried: it lost to this bot and blocked more games.
"""

from typing import Any

from skipyard.bots.registry import RANDOM, RULES
from skipyard.bots.skipbo.rule_player import by_rules, until_needed
from skipyard.core import NONE, cheap_below, rule, wide
from skipyard.games.skipbo.actions import PARTNER, Kind
from skipyard.games.skipbo.cards import PILES, WILD, partner_of
from skipyard.games.skipbo.view import View
from skipyard.games.skipbo_mod.rules import ACTIONS  # it begins with the rows of Skip-Bo

NEVER = 99  # wilds needed where the stock card cannot be reached
# Worths, so far apart that adjustments never change the order of two of them.
STOCK_CARD, TOWARDS_STOCK, OPPONENT_DRAWS, PLAIN_BUILD = 10_000, 5_000, 3_000, 1_000
WILD_FOR_NOTHING, END = -5_000, -900
SAME, ONE_LOWER, FRESH_PILE, DISCARD_WILD = 60, 50, 30, -300


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the one worth most, or a random one."""
    if bot == RANDOM:
        return legal[cheap_below(dice, n)]
    if bot == RULES:
        return by_rules(v, legal, n)
    have, wilds = faces_at_hand(v), wilds_at_hand(v)
    best, most = legal[0], worth(v, ACTIONS[legal[0]], have, wilds)
    for i in range(1, n):
        value = worth(v, ACTIONS[legal[i]], have, wilds)
        if value > most:
            best, most = legal[i], value
    return best


@rule
def worth(v: View, move: Any, have: int, wilds: int) -> int:
    if move.kind == Kind.DISCARD:  # the die's extra discards exchange old cards for new ones
        return worth_of_discard(v, move.source, move.target) + (2 if move.die else 0)
    if move.kind == Kind.OPPONENT_DRAWS:
        return OPPONENT_DRAWS - v.stock_left[move.target]
    if move.kind == Kind.END:
        return END
    return worth_of_build(v, move, have, wilds) - (1 if move.die else 0)


# Building ---------------------------------------------------------------------------------------
@rule
def worth_of_build(v: View, move: Any, have: int, wilds: int) -> int:
    if move.kind == Kind.STOCK:
        return STOCK_CARD
    card = card_of(v, move)
    following = wide(v.height[move.target]) + 1
    if not move.die and (card != WILD or not have >> following & 1):
        needed = wilds_to_stock(v, v.turn, move.target, have)
        if v.teams:
            needed = min(needed, wilds_to_stock(v, partner_of(v, v.turn), move.target, have))
        if needed <= wilds:
            return TOWARDS_STOCK - 100 * needed - following
    if card == WILD:
        return WILD_FOR_NOTHING
    return PLAIN_BUILD + (card if move.kind == Kind.PILE else 100)


@rule
def card_of(v: View, move: Any) -> int:
    """The card that a legal build plays."""
    if move.kind == Kind.HAND:
        return move.source
    seat = partner_of(v, v.turn) if move.owner == PARTNER else v.turn
    return wide(v.discard_top[seat, move.source])


@rule
def faces_at_hand(v: View) -> int:
    """The faces, as bits, in the hand and on one's own side's discard piles."""
    faces = wide(0)
    for i in range(v.hand_left[v.turn]):
        faces |= 1 << wide(v.hand[i])
    for own in range(PILES):
        if v.discard_top[v.turn, own] != NONE:
            faces |= 1 << wide(v.discard_top[v.turn, own])
        if v.teams and v.discard_top[partner_of(v, v.turn), own] != NONE:
            faces |= 1 << wide(v.discard_top[partner_of(v, v.turn), own])
    return faces


@rule
def wilds_at_hand(v: View) -> int:
    wilds = 0
    for i in range(v.hand_left[v.turn]):
        wilds += v.hand[i] == WILD
    for own in range(PILES):
        wilds += v.discard_top[v.turn, own] == WILD
        if v.teams:
            wilds += v.discard_top[partner_of(v, v.turn), own] == WILD
    return wilds


@rule
def wilds_to_stock(v: View, seat: int, pile: int, have: int) -> int:
    """Wilds needed to bring a series up to the stock card of `seat`; NEVER if it is past it."""
    top = v.stock_top[seat]
    if top == NONE or top <= v.height[pile]:
        return NEVER
    needed = 0
    for number in range(v.height[pile] + 1, top):
        needed += not have >> number & 1
    return needed


# Discarding --------------------------------------------------------------------------------------
@rule
def worth_of_discard(v: View, card: int, own: int) -> int:
    """Same on same, or one lower on one higher; not needed soon; wilds last."""
    top = v.discard_top[v.turn, own]
    worth = -2 * v.discard_left[v.turn, own]
    if top == NONE:
        worth = FRESH_PILE
    elif top == card:
        worth += SAME
    elif top == card + 1:
        worth += ONE_LOWER
    elif top > card:
        worth -= top - card
    else:
        worth -= 20
    if card == WILD:
        return worth + DISCARD_WILD
    return worth + 2 * until_needed(v, card) - 10 * leads_to_stock(v, card)


@rule
def leads_to_stock(v: View, card: int) -> bool:
    """Whether the card is one of the few just below one's own stock card."""
    top = v.stock_top[v.turn]
    return top - 4 < card and card < top
