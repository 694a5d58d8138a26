"""What a sensible Skip-Bo player does, both books: stock first, wilds kept for it, tidy discards.

Every legal move gets a worth; the best is played. All of it from the view alone. Withholding cards
that the next player could use was tried and loses (46 % against this bot, and more blocked games).
"""

from typing import Any

from skipyard.core import NONE, rule, spin
from skipyard.games.skipbo.actions import PARTNER, Kind
from skipyard.games.skipbo.cards import HAND, PILES, WILD, partner_of
from skipyard.games.skipbo.view import View
from skipyard.games.skipbo_mod.rules import ACTIONS  # it begins with the rows of Skip-Bo

GREEDY = 0
NEVER = 99  # wilds needed where there is no way
# Worths, far enough apart that small change never bridges two of them.
STOCK_CARD, TOWARDS_STOCK, OPPONENT_DRAWS, PLAIN_BUILD = 10_000, 5_000, 3_000, 1_000
WILD_FOR_NOTHING, END = -5_000, -900
SAME, ONE_LOWER, FRESH_PILE, DISCARD_WILD = 60, 50, 30, -300


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the most worthwhile, or any."""
    if bot != GREEDY:
        return legal[spin(dice, n)]
    best, most = legal[0], worth(v, ACTIONS[legal[0]])
    for i in range(1, n):
        found = worth(v, ACTIONS[legal[i]])
        if found > most:
            best, most = legal[i], found
    return best


@rule
def worth(v: View, move: Any) -> int:
    if move.kind == Kind.DISCARD:  # the die's extra discards change old cards for new ones
        return worth_of_discard(v, move.source, move.target) + (2 if move.die else 0)
    if move.kind == Kind.OPPONENT_DRAWS:
        return OPPONENT_DRAWS - v.stock_left[move.target]
    if move.kind == Kind.END:
        return END
    return worth_of_build(v, move) - (1 if move.die else 0)


# Building ---------------------------------------------------------------------------------------
@rule
def worth_of_build(v: View, move: Any) -> int:
    if move.kind == Kind.STOCK:
        return STOCK_CARD
    card = card_of(v, move)
    following = v.height[move.target] + 1
    if not move.die:
        wilds = wilds_to_stock(v, v.turn, move.target)
        if v.teams:
            wilds = min(wilds, wilds_to_stock(v, partner_of(v, v.turn), move.target))
        if wilds < NEVER and (card != WILD or not at_hand(v, following)):
            return TOWARDS_STOCK - 100 * wilds - following
    if card == WILD:
        return WILD_FOR_NOTHING
    return PLAIN_BUILD + (card if move.kind == Kind.PILE else 100)


@rule
def card_of(v: View, move: Any) -> int:
    """The card that a legal build plays."""
    if move.kind == Kind.HAND:
        return move.source
    seat = partner_of(v, v.turn) if move.owner == PARTNER else v.turn
    return discard_top(v, seat, move.source)


@rule
def discard_top(v: View, seat: int, own: int) -> int:
    at = 0
    for i in range(seat * PILES + own):
        at += v.discard_left[i // PILES, i % PILES]
    return v.discards[at] if v.discard_left[seat, own] > 0 else NONE


@rule
def at_hand(v: View, card: int) -> int:
    """How many of a card the hand and the tops of the own side's discard piles show."""
    found = 0
    for i in range(HAND):
        found += v.hand[i] == card
    for own in range(PILES):
        found += discard_top(v, v.turn, own) == card
        if v.teams:
            found += discard_top(v, partner_of(v, v.turn), own) == card
    return found


@rule
def wilds_to_stock(v: View, seat: int, pile: int) -> int:
    """Wilds it takes to bring a series up to the stock card of `seat`; NEVER if it cannot be."""
    top = v.stock_top[seat]
    if top == NONE or top <= v.height[pile]:
        return NEVER
    wilds = 0
    for number in range(v.height[pile] + 1, top):
        wilds += at_hand(v, number) == 0
    return wilds if wilds <= at_hand(v, WILD) else NEVER


# Discarding --------------------------------------------------------------------------------------
@rule
def worth_of_discard(v: View, card: int, own: int) -> int:
    """Like on like, or one lower on one higher; far from being needed; wilds last of all."""
    top = discard_top(v, v.turn, own)
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
    return worth + 2 * turns_until_needed(v, card) - 10 * leads_to_stock(v, card)


@rule
def turns_until_needed(v: View, card: int) -> int:
    """Numbers to be played before the nearest series takes this card."""
    nearest = v.top
    for pile in range(PILES):
        nearest = min(nearest, (card - v.height[pile] - 1) % v.top)
    return nearest


@rule
def leads_to_stock(v: View, card: int) -> bool:
    """Whether the card is one of the few just below the own stock card."""
    top = v.stock_top[v.turn]
    return top - 4 < card and card < top
