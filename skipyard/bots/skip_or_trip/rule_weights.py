"""What the bot `rules` of Skip or Trip considers besides the squares gained.

Where others could trip the token; which cards can trip them next turn; whether the last square is
within reach, for them or for me. Weights were tuned by matches:
docs/decisions/0007-board-game-bots.md.
"""

from typing import Any

from skipyard.core import NONE, rule, wide
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.games.skip_or_trip.board import CARDS, GOAL, NUMBERS, START, TOKENS, side_of
from skipyard.games.skip_or_trip.cards import (
    BIT,
    FACE_OF,
    MATCH,
    NEVER,
    NUMBER_OF,
    PAIRS_FROM,
    WAYS,
    can_match,
    shown_by,
)
from skipyard.games.skip_or_trip.signs import SYMBOLS
from skipyard.games.skip_or_trip.view import View

RISK = 150  # cost of standing where somebody can certainly trip
HOLD = 30  # worth of any card in the hand while there is a deck: small numbers are kept
KEEP = 120  # worth of a card that will certainly trip somebody
FINISH = 60  # worth of holding the number that wins next turn
BLOCK = 150  # worth of tripping somebody who holds it
AGAIN = 0.5  # factor for a second card of the same symbol


@rule
def weigh(v: View, move: Any, have: int) -> float:
    """The worth of a move besides the squares that it gains."""
    me = side_of(v, v.turn)
    if move.kind == Kind.SKIP:
        pips = NUMBER_OF[move.card] + 1
        kept = KEEP * needed(v, me, have, move.card) + (0 if v.endgame else HOLD)
        return after_moving(v, me, move.token, pips) - kept
    if move.kind == Kind.TRIP:
        return BLOCK * threatens(v, move.side, move.token)
    if move.kind == Kind.PASS:
        return after_moving(v, me, 0, 0)
    return 0.0


@rule
def after_moving(v: View, me: int, token: int, pips: int) -> float:
    """The worth of the square that a token goes to."""
    square = wide(v.token[me, token]) + pips
    if square > GOAL:
        square -= pips
    worth = -RISK * risk(v, me, square)
    if GOAL - square <= NUMBERS and square < GOAL:
        held = v.numbers[v.turn, GOAL - square - 1]
        worth += FINISH * (held > (pips == GOAL - square))
    return worth


# The chance of being tripped ----------------------------------------------------- ST-07, ST-11
@rule
def is_unseen(v: View, card: int) -> bool:
    number, bit = NUMBER_OF[card], BIT[FACE_OF[card]]
    return (v.hand[number] | v.down[number] | v.shown[number] | v.in_play[number]) & bit == 0


@rule
def chance_of(v: View, sign: int, held: int) -> float:
    """The chance that among `held` cards, seen by their numbers alone, one has this sign."""
    unseen, fitting = 0, 0
    for card in range(CARDS):
        if is_unseen(v, card):
            unseen += 1
            fitting += v.faces[card] == sign
    return 1.0 - (1.0 - fitting / max(unseen, 1)) ** held


@rule
def risk(v: View, me: int, square: int) -> float:
    """The chance that the next opponent can trip a token on a square."""
    if square == START:
        return 0.0
    seat = v.turn
    for _ in range(v.seats):
        seat = (seat + 1) % v.seats
        if side_of(v, seat) != me and v.quit_at[side_of(v, seat)] == 0:
            break
    held = wide(0)
    for number in range(NUMBERS):
        held += v.numbers[seat, number]
    safe = 1.0
    for way in range(WAYS):
        bits = MATCH[v.squares[square], way]
        if bits != NEVER:
            safe *= 1.0 - chance_of_way(v, bits, held)
    return 1.0 - safe


@rule
def chance_of_way(v: View, bits: int, held: int) -> float:
    chance, bit = 1.0, 0
    while bits >> bit:
        if bits >> bit & 1:
            if bit < SYMBOLS:
                chance *= chance_of(v, bit + 1, held)
            elif bit < PAIRS_FROM:
                chance *= AGAIN * chance_of(v, bit % SYMBOLS + 1, held)
            else:
                chance *= chance_of(v, bit - PAIRS_FROM + SYMBOLS + 1, held)
        bit += 1
    return chance


# What to keep a card for ------------------------------------------------------------------- ST-11
@rule
def needed(v: View, me: int, have: int, card: int) -> float:
    """How likely a card will be missed for tripping somebody where they may stand next turn."""
    without, lost, others = shown_by(v.hand, v.faces, card), 0.0, 0
    for seat in range(v.seats):
        side = side_of(v, seat)
        if side == me or v.quit_at[side] != 0:
            continue
        for token in range(TOKENS):
            square = wide(v.token[side, token])
            if square == NONE:
                continue
            others += 1
            places, missed = 1.0, wide(misses(v, square, have, without))
            for number in range(NUMBERS):
                if v.numbers[seat, number] > 0 and square + number + 1 < GOAL:
                    places += 1
                    missed += misses(v, square + number + 1, have, without)
            lost += missed / places
    return lost


@rule
def misses(v: View, square: int, have: int, without: int) -> bool:
    sign = v.squares[square]
    return can_match(sign, have) and not can_match(sign, without)


# Who is about to win ----------------------------------------------------------------------- ST-26
@rule
def threatens(v: View, side: int, token: int) -> bool:
    """Whether a token's owner holds the number that takes it to the last square."""
    missing = GOAL - wide(v.token[side, token])
    if missing > NUMBERS:
        return False
    for seat in range(v.seats):
        if side_of(v, seat) == side and v.numbers[seat, missing - 1] > 0:
            return True
    return False
