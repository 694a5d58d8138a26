"""The state of a Skip-Bo table, and how cards move between its places; rules.py says when.

Skip-Bo and Skip-Bo MOD share this file. Where both books say the same, both ids are on the line.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from skipyard.core import (
    NOBODY,
    NONE,
    Dice,
    Record,
    below,
    copy,
    i8,
    i16,
    rule,
    total,
    u8,
    u16,
    wide,
)

# The cards ------------------------------------------------ SB-02..SB-04, SB-15, MOD-01, MOD-09
SEATS, HAND, PILES, TOP = 6, 5, 4, 12
WILD = 0  # SB-15 MOD-09  a card is its number; Skip-Bo is 0
FACES = TOP + 1
BOX = np.array([28] + TOP * [12])  # SB-A54 MOD-A01  the most of each face that a deck may hold
SLOTS = int(BOX.sum())
NO_SLOT = 255
FACE_OF = np.full(NO_SLOT + 1, NONE, np.int8)  # by slot, which is one card of the box
FACE_OF[:SLOTS] = np.repeat(np.arange(FACES), BOX)
FIRST_SLOT = (np.cumsum(BOX) - BOX).astype(np.uint8)
BIT = np.array([1 << level for level in range(TOP)], np.int16)  # by level of a series
PILE_BIT = np.array([[1 << 4 * face + 4 + pile for pile in range(PILES)] for face in range(FACES)])


class OnBlock(IntEnum):
    """SB-A14  What happens when everybody passes."""

    FEWEST_STOCK = 0
    DRAW = 1
    RECYCLE_DISCARDS = 2  # SB-A41
    SHED_BOTTOM = 3  # SB-A42


class Ended(IntEnum):
    """Whether and how a round has ended: the values of `over`."""

    NOT_YET = 0
    STOCK_GONE = 1  # SB-38
    BLOCKED = 2  # SB-A14


class Dealer(IntEnum):
    """SB-A17 MOD-A23 MOD-A33  Who deals first."""

    ROTATE = 0  # player 1
    HIGHEST = 1
    RANDOM = 2


class PenaltyPlace(IntEnum):
    """SB-A28 MOD-A29  Where penalty cards go in a stock."""

    BOTTOM = 0
    SHUFFLE = 1
    BY_ACT = 2  # MOD: talk to the bottom (MOD-A22), excess shuffled in


class Options(Record):
    """What a table agrees on before the deal; options.py describes each."""

    seats, teams, stock_size = i8(), i8(), i16()
    deck = i8(FACES)  # how many of each face
    must_play, discard_wild, wild_on_wild, wild_as_12 = i8(), i8(), i8(), i8()
    show_discards = i8()  # 1: only the tops
    on_block, dealer = i8(), i8()
    referee, penalty_place = i8(), i8()
    redraw_after_discard, may_reopen_stock, short_game = i8(), i8(), i8()  # MOD
    pass_rounds = i8()  # how many rounds of passes make a block


class State(Options, Dice):
    """Everything about one table. No seat sees all of it: see View.

    Cards that nobody has seen have no order yet: they are in a bag, and turning one up draws its
    face from there.
    """

    turn, over, winner = i8(), i8(), i8()  # over: see Ended; the winner is a side (a seat, a team)
    dealt_by, top = i8(), i8()  # who dealt (NOBODY before the deal); the number that ends a series
    hand, hand_left = i8(SEATS, HAND), i8(SEATS)  # sorted, then NONE
    stock_top, stock_left = i8(SEATS), i16(SEATS)  # the card face up; cards in all
    under, under_left = u8(SEATS), i16(SEATS)  # cards put under a stock: the last of a ring
    unseen, unseen_left = i8(FACES), i16()  # the bag: face-down stocks, the draw pile as dealt
    draw, draw_left, fresh = i8(FACES), i16(), i8()  # the draw pile; fresh: still in `unseen`
    recycled = i8(FACES)  # what everybody saw go into the draw pile; all 0: nobody saw it
    drew = i8(SEATS, FACES)  # what each seat drew from a recycled draw pile
    spent, spent_left = i8(FACES), i16()  # completed series, not recycled yet
    height, wilds, dies = i8(PILES), i16(PILES), i16(PILES)  # series: number showing, stand-ins
    discard_top = u8(SEATS, PILES)
    below = u8(SLOTS)  # the card under a card, in discard piles and rings; else the next free one
    free = u8(FACES)
    acted, passes, revived = i8(), i8(), i8()  # in this turn; in a row; SB-A41 since the last build
    no_draw = i8(SEATS)  # SB-52 MOD-44
    reveals = u16()  # counts cards turned up and rolls; undo stops at a change
    die, die_left = i8(), i8()  # MOD: the face rolled, uses left


# Before the deal --------------------------------------------------------- SB-03, SB-04, SB-30
@rule
def clear_table(s: State) -> None:
    """Put all cards in one bag; no series and no discard piles (SB-30 MOD-08 MOD-58)."""
    gather_cards(s)
    s.fresh, s.over, s.winner = 1, 0, NOBODY
    for face in range(FACES):
        if s.deck[face] > 0:
            s.top = face  # SB-14 SB-A54  a deck without a 12 ends its series earlier
        s.free[face] = FIRST_SLOT[face]
        for slot in range(BOX[face]):
            s.below[FIRST_SLOT[face] + slot] = FIRST_SLOT[face] + slot + 1
    for seat in range(SEATS):
        s.under[seat] = NO_SLOT
        for i in range(HAND):
            s.hand[seat, i] = NONE
        for own in range(PILES):
            s.discard_top[seat, own] = NO_SLOT


@rule
def gather_cards(s: State) -> None:
    copy(s.deck, s.unseen, FACES)
    s.unseen_left = total(s.deck, FACES)


# Sides ------------------------------------------------------------ SB-42, SB-43, MOD-36, MOD-A24
@rule
def partner_of(s: Options, seat: int) -> int:
    """SB-43 SB-A23  Partners sit opposite: never side by side, teams alternate."""
    return (seat + s.seats // 2) % s.seats


@rule
def side_of(s: Options, seat: int) -> int:
    return seat % (s.seats // 2) if s.teams else seat


@rule
def sides(s: Options) -> int:
    return s.seats // 2 if s.teams else s.seats


@rule
def stock_of_side(s: State, side: int) -> int:
    """SB-A43  A team's two stocks count together."""
    if s.teams:
        return s.stock_left[side] + s.stock_left[partner_of(s, side)]
    return s.stock_left[side]


# The series ---------------------------------------------------- SB-13..SB-18, MOD-06, MOD-09..13
@rule
def wild_on_top(s: State, pile: int) -> bool:
    return s.height[pile] > 0 and s.wilds[pile] & BIT[s.height[pile] - 1] != 0


@rule
def put_on_series(s: State, card: int, pile: int) -> None:
    if card == WILD:
        s.wilds[pile] |= BIT[s.height[pile]]
    s.height[pile] += 1
    if s.height[pile] == s.top:  # SB-16 MOD-13  a complete series is set aside
        set_aside(s, pile)


@rule
def set_aside(s: State, pile: int) -> None:
    """SB-17 SB-18 SB-A12  Wilds are wild again, and a new series may start there."""
    for level in range(s.top):
        if s.wilds[pile] & BIT[level]:
            s.spent[WILD] += 1
        elif not s.dies[pile] & BIT[level]:  # MOD-A08  the die leaves no card behind
            s.spent[level + 1] += 1
        else:
            s.spent_left -= 1
    s.spent_left += s.top
    s.height[pile], s.wilds[pile], s.dies[pile] = 0, 0, 0


# Discard piles and rings: linked cards ------------------------- SB-26..SB-28, MOD-07, MOD-14..15
@rule
def take_slot(s: State, face: int) -> int:
    slot = s.free[face]
    s.free[face] = s.below[slot]
    return slot


@rule
def give_slot(s: State, slot: int) -> None:
    s.below[slot] = s.free[FACE_OF[slot]]
    s.free[FACE_OF[slot]] = slot


@rule
def discard_face(s: State, seat: int, own: int) -> int:
    """The top of a discard pile; NONE if it is empty (SB-30 MOD-08 MOD-57)."""
    return FACE_OF[s.discard_top[seat, own]]


@rule
def push_discard(s: State, seat: int, own: int, face: int) -> None:
    """SB-26 SB-28 MOD-07 MOD-15  Any number of cards in any order."""
    slot = take_slot(s, face)
    s.below[slot] = s.discard_top[seat, own]
    s.discard_top[seat, own] = slot


@rule
def pop_discard(s: State, seat: int, own: int) -> int:
    slot = s.discard_top[seat, own]
    s.discard_top[seat, own] = s.below[slot]
    give_slot(s, slot)
    return FACE_OF[slot]


# The hand: sorted, so that equal hands are equal bytes --------------------- SB-31, SB-A37, MOD-29
@rule
def in_hand(s: State, seat: int, face: int) -> bool:
    for i in range(s.hand_left[seat]):
        if s.hand[seat, i] == face:
            return True
    return False


@rule
def add_to_hand(s: State, seat: int, face: int) -> None:
    i = s.hand_left[seat]
    while i > 0 and s.hand[seat, i - 1] > face:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = face
    s.hand_left[seat] += 1


@rule
def take_from_hand(s: State, seat: int, face: int) -> None:
    taken = False
    for i in range(HAND - 1):
        taken = taken or s.hand[seat, i] == face
        if taken:
            s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, HAND - 1] = NONE
    s.hand_left[seat] -= 1


# Drawing ------------------------------------- SB-11, SB-19, SB-23, SB-31, MOD-05, MOD-24, MOD-32
@rule
def pick(s: State, bag: Any, size: int) -> int:
    """Take one of the `size` cards in a bag at random."""
    return take_nth(s, bag, below(s, size))


@rule
def take_nth(s: State, bag: Any, nth: int) -> int:
    """Take the nth card of a bag, counted from the lowest face."""
    face, passed = 0, wide(0)
    for lower in range(FACES - 1):
        passed += bag[lower]
        face += nth >= passed
    bag[face] -= 1
    s.reveals += 1
    return face


@rule
def nothing_to_draw(s: State) -> bool:
    """SB-A53  Whether draw pile and completed series are both empty."""
    return s.draw_left == 0 and s.spent_left == 0


@rule
def recycle(s: State) -> None:
    """SB-19 SB-A11 MOD-32  The completed series, shuffled, are the new draw pile."""
    forget_draw_pile(s)
    for face in range(FACES):
        s.draw[face] = s.recycled[face] = s.spent[face]
        s.spent[face] = 0
    s.draw_left, s.spent_left = s.spent_left, 0


@rule
def forget_draw_pile(s: State) -> None:
    """Clear what players know of the draw pile: another one takes its place."""
    s.fresh = 0
    for face in range(FACES):
        s.recycled[face] = 0
        for seat in range(s.seats):
            s.drew[seat, face] = 0


@rule
def draw_card(s: State) -> int:
    """Take the top of the draw pile; NONE when there is no card anywhere (SB-A13)."""
    if s.draw_left == 0:
        if s.spent_left == 0:
            return NONE
        recycle(s)
    nth = below(s, s.unseen_left if s.fresh else s.draw_left)
    s.draw_left -= 1
    if s.fresh:
        s.unseen_left -= 1
        return take_nth(s, s.unseen, nth)
    return take_nth(s, s.draw, nth)


@rule
def fill_hand(s: State, seat: int) -> None:
    """SB-31 SB-A37 MOD-29  Draw up to five; NOBODY draws nothing."""
    while seat != NOBODY and s.hand_left[seat] < HAND:
        face = draw_card(s)
        if face == NONE:
            return
        add_to_hand(s, seat, face)
        if not s.fresh:
            s.drew[seat, face] += 1


# The stock ---------------------------------------------------- SB-09, SB-10, MOD-03, MOD-04
@rule
def turn_up(s: State, seat: int) -> None:
    """SB-09 SB-10 MOD-04  Turn up the top of a stock; nobody looks below it."""
    if s.stock_left[seat] == 0:
        s.stock_top[seat] = NONE
    elif s.stock_left[seat] > s.under_left[seat]:
        s.stock_top[seat] = pick(s, s.unseen, s.unseen_left)
        s.unseen_left -= 1
    else:
        s.stock_top[seat] = take_under(s, seat, 0)
        s.reveals += 1


@rule
def push_ring(s: State, seat: int, face: int) -> None:
    """Put a card at the very bottom of a stock."""
    slot, last = take_slot(s, face), s.under[seat]
    if last == NO_SLOT:
        s.below[slot] = slot
    else:
        s.below[slot] = s.below[last]
        s.below[last] = slot
    s.under[seat] = slot
    s.under_left[seat] += 1


@rule
def take_under(s: State, seat: int, nth: int) -> int:
    """Take the nth of the cards that were put under a stock, counted from the top."""
    last = s.under[seat]
    before = last
    for _ in range(nth):
        before = s.below[before]
    slot = s.below[before]
    s.below[before] = s.below[slot]
    s.under_left[seat] -= 1
    if s.under_left[seat] == 0:
        s.under[seat] = NO_SLOT
    elif slot == last:
        s.under[seat] = before
    give_slot(s, slot)
    return FACE_OF[slot]


@rule
def draw_under_stock(s: State, seat: int) -> bool:
    """Put the top of the draw pile under a stock, unseen; False if there is no card."""
    if s.draw_left == 0:
        if s.spent_left == 0:
            return False
        recycle(s)  # SB-A35 MOD-A16
    if not s.fresh:  # a card of a fresh pile is in the bag `unseen`, and stays there
        push_ring(s, seat, pick(s, s.draw, s.draw_left))
    s.draw_left -= 1
    s.stock_left[seat] += 1
    if s.stock_left[seat] == 1:  # SB-A36 MOD-A17  a finished stock has cards again
        turn_up(s, seat)
    return True


@rule
def shuffle_stock(s: State, seat: int) -> None:
    """MOD-42 MOD-A21 SB-A28  Shuffle the face-down part of a stock; its top stays on top."""
    if s.under_left[seat] == 0:  # the other cards have no order yet
        return
    while s.stock_left[seat] - 1 > s.under_left[seat]:
        push_ring(s, seat, pick(s, s.unseen, s.unseen_left))
        s.unseen_left -= 1
    for unshuffled in range(s.under_left[seat], 0, -1):
        push_ring(s, seat, take_under(s, seat, below(s, unshuffled)))
    s.reveals += 1
