"""Which tokens a hand can trip in Skip or Trip."""

from skipyard.core import NONE, rule
from skipyard.games.skip_or_trip.actions import No
from skipyard.games.skip_or_trip.board import START, TOKENS, State, Step, side_of
from skipyard.games.skip_or_trip.cards import can_match, show_of


# Trips -------------------------------------------- ST-11..ST-14, ST-29..ST-31, ST-34, ST-A06..A09
@rule
def is_rearmost(s: State, side: int, token: int) -> bool:
    """ST-34 ST-A29 ST-A31  Whether no token stands behind this one, the tripper's included.

    ST-A30  Tokens can only tie on the start, where they cannot be tripped anyway.
    """
    for other in range(s.seats):
        for which in range(TOKENS):
            square = s.token[other, which]
            if square != NONE and square < s.token[side, token]:
                return False
    return True


@rule
def refuse_target(s: State, side: int, token: int, have: int) -> int:
    """Why a token cannot be tripped with what a hand can show; No.OK if it can."""
    square = s.token[side, token]
    if side == side_of(s, s.turn):  # ST-A09
        return No.OWN_TOKEN
    if square == NONE:
        return No.NOT_ON_TRACK
    if square == START:  # ST-A08
        return No.AT_START
    if s.mercy and is_rearmost(s, side, token):  # ST-34 ST-A13  a push is no trip
        return No.MERCY
    return No.OK if can_match(s.squares[square], have) else No.NO_MATCH  # ST-11 ST-A07 ST-A37


@rule
def can_trip(s: State, have: int) -> bool:
    """Whether any token can be tripped with what a hand can show."""
    for side in range(s.seats):
        for token in range(TOKENS):
            if refuse_target(s, side, token, have) == No.OK:
                return True
    return False


@rule
def can_go_on(s: State) -> bool:
    """ST-A59  Whether the player on turn has the cards to go on; a trip under way shows they do."""
    have = show_of(s, s.turn)
    if s.step != Step.MOVE:
        return can_match(s.need, have)
    return can_trip(s, have)
