"""Plans a whole turn of Skip-Bo or MOD by depth-first search.

It follows all builds from hand and discard piles, in every order that matters, until the stock card
fits, the hand is empty or nothing fits any more. Every position on the way is evaluated, and the
first move towards the best one is played. A position is four packed numbers, so that nothing is
allocated. The long functions are `loop`s: inlined into each other they would take minutes to
compile.
"""

from typing import Any

import numpy as np

from skipyard.core import NONE, loop, rule, wide
from skipyard.games.skipbo.actions import HAND_ON, OWN, PARTNER, PILE_ON, No
from skipyard.games.skipbo.cards import FACES, PILES, WILD, partner_of
from skipyard.games.skipbo.rules import refuse_build
from skipyard.games.skipbo.view import View
from skipyard.games.skipbo_mod.rules import (
    HAND_AFTER,
    PILE_AFTER,
    STANDS_FOR,
    Face,
    refuse_follow_up,
)

# Indices of worths, which are in hundredths of a stock card.
STOCK_FITS, HAND_EMPTY, WILD_USED, FROM_HAND, FROM_PILE, DIE_USED = 0, 1, 2, 3, 4, 5
THEIRS, MINE = 6, 10  # and the three after each: by how many cards a stock card is out of reach
WORTHS = np.array([100, 41, -40, 12, 4, -10, -33, -18, -3, 2, 15, 10, 3, 0])
FAR = 3  # cards out of reach, or more
# A step's number: its source (number or wild from hand, own pile, partner's pile), the series, and
# whether the die comes first.
NUMBER, FROM_WILDS, OWN_PILES, THEIR_PILES = 0, 1, 2, 6
WAYS = THEIR_PILES + PILES
STEPS = WAYS * PILES
STEP_BITS, STEP_MASK = 7, 127  # of a step in a path
MAX_DEPTH, MOST_POSITIONS = 9, 300
# Packed counts of 4 bits: series, faces in hand, cards taken off piles; what was used so far.
COUNT_BITS, COUNT_MASK = 4, 15
WILDS, HANDS, PILED, DICE = 0, 4, 8, 12


@loop
def plan(v: View, worths: Any) -> int:
    """The first build of the best turn, as an action; NONE where it is best to stop now."""
    series, hand = packed_series(v), packed_hand(v)
    at, theirs = start_of_piles(v, v.turn), tops_of(v, (v.turn + 1) % v.seats)
    last_step = 2 * STEPS if v.die_left > 0 and v.die <= Face.WILD else STEPS
    now, cards, taken, used = series, hand, wide(0), wide(0)
    path, depth, step, positions = wide(0), wide(0), wide(0), 0
    best, chosen = evaluate(v, now, cards, taken, used, at, theirs, worths), wide(NONE)
    while True:
        if step < last_step and depth < MAX_DEPTH and positions < MOST_POSITIONS:
            before = path >> STEP_BITS * (depth - 1) & STEP_MASK if depth > 0 else wide(0)
            card = wide(NONE)
            if in_order(now, step, before):
                card = fitting(v, now, cards, taken, used, at, step)
            if card == NONE or (depth == 0 and not allowed(v, card, step)):
                step += 1
                continue
            now, cards, taken, used = after(v, now, cards, taken, used, card, step)
            path |= step << STEP_BITS * depth
            depth, step, positions = depth + 1, wide(0), positions + 1
            value = evaluate(v, now, cards, taken, used, at, theirs, worths)
            if value > best:
                best, chosen = value, path & STEP_MASK
            if cards == 0 or any_stock_fits(v, now):
                step = wide(last_step)  # what is drawn next is unknown
        elif depth > 0:
            depth -= 1
            step = (path >> STEP_BITS * depth & STEP_MASK) + 1
            path &= (1 << STEP_BITS * depth) - 1
            now, cards, taken, used = series, hand, wide(0), wide(0)
            for i in range(depth):
                done = path >> STEP_BITS * i & STEP_MASK
                card = fitting(v, now, cards, taken, used, at, done)
                now, cards, taken, used = after(v, now, cards, taken, used, card, done)
        elif chosen == NONE:
            return NONE
        else:
            return action_of(v, fitting(v, series, hand, wide(0), wide(0), at, chosen), chosen)


# Steps ------------------------------------------------------------------------------------------
@rule
def in_order(series: int, step: int, before: int) -> bool:
    """Whether a step is the canonical one of equivalents: the first of equal series, left to right.

    A series further left comes later only if the step before uncovered its card.
    """
    pile, way = step % PILES, step // PILES % WAYS
    for other in range(pile):
        if series >> COUNT_BITS * other & COUNT_MASK == series >> COUNT_BITS * pile & COUNT_MASK:
            return False
    return pile >= before % PILES or (way >= OWN_PILES and way == before // PILES % WAYS)


@rule
def needed(v: View, series: int, step: int) -> int:
    """The number that a series takes, after the die if it is used; NONE if the die does not fit."""
    number = (series >> COUNT_BITS * (step % PILES) & COUNT_MASK) + 1
    if step < STEPS:
        return number
    if number < STANDS_FOR[v.die].low or number > STANDS_FOR[v.die].high:
        return NONE
    return number + 1 if number < v.top else 1


@rule  # inlined: it is called for every step, and the search is 6 % faster
def fitting(v: View, series: int, cards: int, taken: int, used: int, at: int, step: int) -> int:
    """The card that a step would play; NONE if there is none, or a wild that is not needed."""
    number, way = needed(v, series, step), step // PILES % WAYS
    if number == NONE or (step >= STEPS and used >> DICE & COUNT_MASK):
        return NONE
    in_hand = cards >> COUNT_BITS * number & COUNT_MASK
    if way == NUMBER:
        return number if in_hand else NONE
    card = WILD if cards & COUNT_MASK else NONE
    if way >= OWN_PILES:
        card = pile_top(v, taken, at, way)
    if card == number:
        return card
    if card != WILD or in_hand or (number == v.top and not v.wild_as_12):
        return NONE
    for other in range(OWN_PILES, WAYS):
        if pile_top(v, taken, at, other) == number:
            return NONE
    return WILD


@rule
def pile_top(v: View, taken: int, at: int, way: int) -> int:
    """The top of a discard pile after some cards are taken; only one's own show what is below."""
    own, gone = (way - OWN_PILES) % PILES, taken >> COUNT_BITS * (way - OWN_PILES) & COUNT_MASK
    if way >= THEIR_PILES:
        return v.discard_top[partner_of(v, v.turn), own] if v.teams and gone == 0 else NONE
    if gone >= v.discard_left[v.turn, own]:
        return NONE
    for earlier in range(own):
        at += v.discard_left[v.turn, earlier]
    return v.discards[at + gone]


@loop
def after(v: View, series: int, cards: int, taken: int, used: int, card: int, step: int) -> Any:
    """The four numbers of the position after a step."""
    pile, way = step % PILES, step // PILES % WAYS
    height = series >> COUNT_BITS * pile & COUNT_MASK
    reached = (height + (2 if step >= STEPS else 1)) % v.top
    series += (reached - height) << COUNT_BITS * pile
    used += wide(card == WILD) << WILDS
    used += wide(step >= STEPS) << DICE
    if way < OWN_PILES:
        return series, cards - (wide(1) << COUNT_BITS * card), taken, used + (1 << HANDS)
    return series, cards, taken + (wide(1) << COUNT_BITS * (way - OWN_PILES)), used + (1 << PILED)


@rule
def allowed(v: Any, card: int, step: int) -> bool:
    """Whether the rules allow a first step, the options about wilds included."""
    if step < STEPS:
        return refuse_build(v, card, step % PILES) == No.OK
    return refuse_follow_up(v, card, step % PILES) == No.OK


@rule
def action_of(v: View, card: int, step: int) -> int:
    """A first step as an action."""
    pile, way = step % PILES, step // PILES % WAYS
    if way < OWN_PILES:
        return HAND_ON[card, pile] if step < STEPS else HAND_AFTER[card, pile]
    owner, own = OWN if way < THEIR_PILES else PARTNER, (way - OWN_PILES) % PILES
    return PILE_ON[owner, own, pile] if step < STEPS else PILE_AFTER[owner, own, pile]


# Evaluation -------------------------------------------------------------------------------------
@loop
def evaluate(
    v: View, series: int, cards: int, taken: int, used: int, at: int, theirs: int, worths: Any
) -> int:
    """The worth of a position if the turn stops there."""
    wilds, die = used >> WILDS & COUNT_MASK, used >> DICE & COUNT_MASK
    worth = worths[WILD_USED] * wilds + worths[DIE_USED] * die
    worth += worths[FROM_HAND] * (used >> HANDS & COUNT_MASK) + worths[FROM_PILE] * (
        used >> PILED & COUNT_MASK
    )
    if any_stock_fits(v, series):
        return worth + worths[STOCK_FITS]
    if cards == 0 and used != 0:
        return worth + worths[HAND_EMPTY]
    mine = wide(0)
    for face in range(FACES):
        mine |= wide((cards >> COUNT_BITS * face & COUNT_MASK) != 0) << face
    for way in range(OWN_PILES, THEIR_PILES):
        top = pile_top(v, taken, at, way)
        if top != NONE:
            mine |= wide(1) << top
    worth += worths[MINE + out_of_reach(v, series, v.turn, mine)]
    return worth + worths[THEIRS + out_of_reach(v, series, (v.turn + 1) % v.seats, theirs)]


@rule
def any_stock_fits(v: View, series: int) -> bool:
    """Whether a stock card of one's side can be played."""
    return stock_fits(v, v.turn, series) or (
        v.teams != 0 and stock_fits(v, partner_of(v, v.turn), series)
    )


@rule
def stock_fits(v: View, seat: int, series: int) -> bool:
    top = v.stock_top[seat]
    for pile in range(PILES):
        if top == WILD or top == (series >> COUNT_BITS * pile & COUNT_MASK) + 1:
            return top != NONE
    return False


@rule
def out_of_reach(v: View, series: int, seat: int, have: int) -> int:
    """How many numbers below a stock card a seat does not show; FAR for that many or more."""
    top, fewest = v.stock_top[seat], FAR
    if top == WILD:
        return 0
    for pile in range(PILES):
        height, lacking = series >> COUNT_BITS * pile & COUNT_MASK, 0
        if height < top:
            for number in range(height + 1, top):
                lacking += not have >> number & 1
            fewest = min(fewest, lacking)
    return fewest


# Packing ----------------------------------------------------------------------------------------
@rule
def packed_series(v: View) -> int:
    series = wide(0)
    for pile in range(PILES):
        series |= wide(v.height[pile]) << COUNT_BITS * pile
    return series


@rule
def packed_hand(v: View) -> int:
    hand = wide(0)
    for i in range(v.hand_left[v.turn]):
        hand += wide(1) << COUNT_BITS * v.hand[i]
    return hand


@rule
def start_of_piles(v: View, seat: int) -> int:
    """Where a seat's discards begin in the view."""
    at = wide(0)
    for other in range(seat):
        for own in range(PILES):
            at += v.discard_left[other, own]
    return at


@rule
def tops_of(v: View, seat: int) -> int:
    """The faces on a seat's discard piles, as bits."""
    faces = wide(0)
    for own in range(PILES):
        if v.discard_top[seat, own] != NONE:
            faces |= wide(1) << v.discard_top[seat, own]
    return faces
