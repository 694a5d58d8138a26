"""The state of a Skip or Trip table, its sides, and how tokens move and push."""

from enum import IntEnum
from typing import Any

from skipyard.core import NOBODY, NONE, Dice, Record, i8, i16, rule, u8, u16, u64, wide

# The track and the cards ------------------------------------------ ST-02, ST-36, ST-45, ST-46
SEATS, TOKENS, NUMBERS, FACES = 6, 2, 9, 12
CARDS = NUMBERS * FACES  # ST-45  a card is 12 * (number - 1) + its place on the back's list (ST-46)
START, GOAL = 0, 100


class Variant(IntEnum):
    BASIC = 0
    ADVANCED = 1  # ST-35
    TEAM = 2  # ST-41


class AllowPass(IntEnum):
    """ST-A03 ST-A54"""

    TRUE = 0
    FALSE = 1
    ONLY_IF_STUCK = 2


class FirstCheck(IntEnum):
    """ST-A23"""

    NEXT = 0
    SAME = 1


class Reading(IntEnum):
    """ST-A24"""

    ANY = 0
    MOVER = 1


class LastTie(IntEnum):
    """ST-A25"""

    NONE_QUITS = 0
    ALL_QUIT = 1
    MOVER_QUITS = 2


class Cut(IntEnum):
    """ST-37 ST-A35 ST-A63"""

    PLAIN = 0
    HALF = 1
    RANDOM = 2


class Ended(IntEnum):
    """Whether and how a game has ended: the values of `over`."""

    NOT_YET = 0
    AT_GOAL = 1  # ST-26
    LAST_LEFT = 2  # ST-28
    ALL_QUIT = 3  # ST-A25  a draw


class Step(IntEnum):
    """What the player on turn chooses next."""

    MOVE = 0  # a skip, a trip's target, or the end of the turn
    TOKEN = 1  # the own token of a trip
    CARDS = 2  # the next card of a trip


class Options(Record):
    """What a table agrees on before the deal; options.py describes each."""

    seats, variant, mercy = i8(), i8(), i8()
    first_player = i8()  # 0: random, else a seat counted from 1
    allow_pass, wasted_skip, reveal_skipped = i8(), i8(), i8()
    hand_limit = i8()  # 0: none
    removed_cards = i8()  # below 0: as the book says
    cut, house_rules = i8(), i8()
    endgame_first_check, endgame_reading = i8(), i8()
    last_tie, adv_elimination = i8(), i8()
    squares, faces = u8(GOAL + 1), u8(CARDS)  # ST-A01  the symbol set: signs of squares and cards
    symbol_mark = u64()  # identifies the set, see symbols.py


class State(Options, Dice):
    """Everything about one table. No seat sees all of it: see View.

    A set of cards is twelve bits for each number. Nobody has seen the symbols in the deck, so it is
    a bag without an order; only its top is fixed, and is in the bag too, as are removed cards.
    """

    turn, over, winner = i8(), i8(), i8()  # over: see Ended; the winner is a side (a seat, a team)
    first = i8()  # who began
    token = i8(SEATS, TOKENS)  # squares; NONE: not on the track
    quit_at, quits = i8(SEATS), i8()  # ST-A60  0: plays; 1: the side quit first, 2: second
    hand, down = u16(SEATS, NUMBERS), u16(SEATS, NUMBERS)  # held; discarded face down, by whom
    bag, shown, in_play = u16(NUMBERS), u16(NUMBERS), u16(NUMBERS)  # unseen; open discards; played
    bag_left, deck_left = i16(), i16()  # the deck is part of the bag; the rest was removed
    top = i8()  # the card on top of the deck, which shows its number; NONE if empty
    step, target, target_token, own_token = i8(), i8(), i8(), i8()  # of the trip being chosen
    need, pips = u8(), i16()  # the sign still to be matched; the numbers laid so far
    tripped, moved = i8(), i8()  # whether this turn did
    idle = i8()  # turns in a row in which nothing happened
    endgame = i8()  # ST-25
    reveals = u16()  # counts cards drawn or laid; undo stops at a change


# Sides ---------------------------------------------------------- ST-41..ST-44, ST-A43, ST-A46
@rule
def sides(s: Options) -> int:
    return 2 if s.variant == Variant.TEAM else s.seats  # ST-41


@rule
def side_of(s: Options, seat: int) -> int:
    """ST-42 ST-A46  Teams alternate round the table, so partners sit opposite."""
    return seat % 2 if s.variant == Variant.TEAM else seat


@rule
def tokens_at_first(s: Options) -> int:
    """ST-02 ST-36 ST-44  One token for each player; two for each side in the advanced games."""
    return 1 if s.variant == Variant.BASIC else TOKENS


@rule
def rear(s: Any, side: int) -> int:
    """ST-39 ST-A38  The square of a side's rear token; NONE if it has none."""
    one, two = s.token[side, 0], s.token[side, 1]
    if one == NONE or two == NONE:
        return max(one, two)
    return min(one, two)


@rule
def playing_sides(s: State) -> int:
    count = 0
    for side in range(sides(s)):
        count += s.quit_at[side] == 0
    return count


@rule
def playing_seats(s: State) -> int:
    count = 0
    for seat in range(s.seats):
        count += s.quit_at[side_of(s, seat)] == 0
    return count


# Moving tokens --------------------------------------------------- ST-16..ST-21, ST-A10..ST-A12
@rule
def push_others(s: State, side: int, token: int) -> None:
    """ST-16 ST-17 ST-A10  Push any other token off the square where this one arrived (ST-A11)."""
    square = s.token[side, token]
    while square > START:  # ST-19 ST-A12  the start holds any number
        pushed, pushed_token = NOBODY, NONE
        for other in range(s.seats):
            for which in range(TOKENS):
                if s.token[other, which] == square and (other != side or which != token):
                    pushed, pushed_token = other, which
        if pushed == NOBODY:
            return
        square -= 1  # ST-18  the pushed token may push in turn
        side, token = pushed, pushed_token
        s.token[side, token] = square


@rule
def wins_at_goal(s: Any, side: int, token: int) -> bool:
    """ST-26 ST-40 ST-A40  Whether a token on 100 wins: the other one leads all rear tokens."""
    if s.variant == Variant.BASIC:
        return True
    other = s.token[side, 1 - token]
    if other == NONE:  # ST-A57  a lone token is compared by itself, and is ahead of everybody
        return True
    for rival in range(sides(s)):
        if rival != side and s.quit_at[rival] == 0 and rear(s, rival) >= other:
            return False
    return True


@rule
def can_advance(s: State, side: int, token: int, pips: int) -> bool:
    """ST-21 ST-A15  Whether a token would move: not past 100, and to 100 only to win (ST-40)."""
    goal = wide(s.token[side, token]) + pips
    return goal < GOAL or (goal == GOAL and wins_at_goal(s, side, token))


@rule
def advance(s: State, side: int, token: int, pips: int) -> None:
    """ST-10 ST-13 ST-A14  Move forward by the full number, or not at all (ST-21 ST-A15 ST-A17)."""
    if not can_advance(s, side, token, pips):
        return
    s.token[side, token] += pips
    s.moved = 1
    if s.token[side, token] == GOAL:  # ST-26 ST-A18 ST-A28 ST-A41  wins at once, even in mid turn
        s.over, s.winner = Ended.AT_GOAL, side
    else:
        push_others(s, side, token)


@rule
def retreat(s: State, side: int, token: int, pips: int) -> None:
    """ST-12 ST-20 ST-A19  Move back by the number played, at most to the start."""
    s.token[side, token] = max(START, wide(s.token[side, token]) - pips)
    s.moved = 1
    push_others(s, side, token)
