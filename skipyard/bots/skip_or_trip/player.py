"""Players of Skip or Trip: trip for much, skip far, win when possible.

Every legal move gets a worth, from the view alone; the best is played.
"""

from typing import Any

from skipyard.bots.registry import RANDOM, RULES
from skipyard.bots.skip_or_trip.rule_weights import weigh
from skipyard.core import NONE, cheap_below, rule, wide
from skipyard.games.skip_or_trip.actions import ACTIONS, Kind
from skipyard.games.skip_or_trip.board import (
    FACES,
    GOAL,
    NUMBERS,
    TOKENS,
    Variant,
    side_of,
    wins_at_goal,
)
from skipyard.games.skip_or_trip.cards import (
    LOWEST,
    NOT_PART,
    NUMBER_OF,
    REST,
    can_match,
    shown_by,
    without_card,
)
from skipyard.games.skip_or_trip.signs import SYMBOLS
from skipyard.games.skip_or_trip.view import View

WIN, LEAST = 100_000, -1_000_000.0
SQUARE = 10  # a square forward; the other worths are relative to it
SET_BACK = 6  # an opponent goes a square back
REAR = 5  # more a square, if the rear one of two tokens moves
SINGLE = 3  # keeping a card with one symbol, which fits more squares
WASTE = -1


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the one worth most, or a random one."""
    if bot == RANDOM:
        return legal[cheap_below(dice, n)]
    have = shown_by(v.hand, v.faces, NONE)
    best, most = legal[0], LEAST
    for i in range(n):
        value = float(worth(v, ACTIONS[legal[i]], have))
        if bot == RULES and value < WIN:
            value += weigh(v, ACTIONS[legal[i]], have)
        if value > most:
            best, most = legal[i], value
    return best


@rule
def worth(v: View, move: Any, have: int) -> int:
    """Above 0 if a move is better than passing or ending the turn."""
    me = side_of(v, v.turn)
    if move.kind == Kind.SKIP:
        alone = v.faces[move.card] <= SYMBOLS
        return gain(v, me, move.token, NUMBER_OF[move.card] + 1) - (SINGLE if alone else 0)
    if move.kind == Kind.TRIP:
        return worth_of_trip(v, me, move.side, move.token, have)
    if move.kind == Kind.WITH:
        return gain(v, me, move.token, largest_sum(v, v.need, have))
    if move.kind == Kind.LAY:
        return worth_of_card(v, me, move.card)
    return 0


@rule
def gain(v: View, me: int, token: int, pips: int) -> int:
    """The worth of moving one's own token forward."""
    goal = wide(v.token[me, token]) + pips
    if goal > GOAL or (goal == GOAL and not wins_at_goal(v, me, token)):
        return WASTE
    if goal == GOAL:
        return WIN
    other = v.token[me, 1 - token]
    is_rear = other == NONE or v.token[me, token] <= other
    return wide(pips) * (SQUARE + (REAR if is_rear and v.variant != Variant.BASIC else 0))


@rule
def worth_of_trip(v: View, me: int, side: int, token: int, have: int) -> int:
    square = wide(v.token[side, token])
    pips = wide(largest_sum(v, v.squares[square], have))
    ahead = wide(WASTE)
    for own in range(TOKENS):
        if v.token[me, own] != NONE:
            ahead = max(ahead, gain(v, me, own, pips))
    return ahead + SET_BACK * min(pips, square) + square // SQUARE  # the leader, if two are equal


@rule
def worth_of_card(v: View, me: int, card: int) -> int:
    """Large numbers first; a winning sum before all else."""
    number = NUMBER_OF[card] + 1
    if REST[v.need, v.faces[card]] == 0:
        worth = gain(v, me, v.own_token, wide(v.pips) + number)
        if worth >= WIN:
            return worth
    return number


# What the hand can do -----------------------------------------------------------------------------
@rule
def largest_sum(v: View, need: int, have: int) -> int:
    """About the largest sum for a square: the largest fitting card, then the next, and so on."""
    pips, rest = 0, wide(need)
    last, before = NONE, NONE
    while rest:
        best = NONE
        for number in range(NUMBERS):
            cards = wide(v.hand[number])
            while cards:
                card = number * FACES + LOWEST[cards]
                cards &= cards - 1
                left = REST[rest, v.faces[card]]
                if (
                    left != NOT_PART
                    and card != last
                    and card != before
                    and (left == 0 or can_match(left, without_card(have, v.faces[card])))
                ):
                    best = card
        if best == NONE:
            return pips
        pips += NUMBER_OF[best] + 1
        have = without_card(have, v.faces[best])
        rest = wide(REST[rest, v.faces[best]])
        before, last = last, best
    return pips
