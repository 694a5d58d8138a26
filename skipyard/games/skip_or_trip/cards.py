"""The cards of Skip or Trip: hands, the deck, and whether a hand can match a square."""

from typing import Any

import numpy as np

from skipyard.core import NONE, below, copy, rule, wide
from skipyard.games.skip_or_trip.board import (
    CARDS,
    FACES,
    NUMBERS,
    Cut,
    State,
    side_of,
)
from skipyard.games.skip_or_trip.signs import CARD_SIGNS, GROUPS, SIGN_OF, SYMBOLS, rest_of

ALL_FACES = (1 << FACES) - 1
LOWEST = np.array([(n & -n).bit_length() - 1 for n in range(ALL_FACES + 1)], np.int8)
COUNT = np.array([n.bit_count() for n in range(ALL_FACES + 1)], np.int8)
HALF = FACES // 2  # faces are looked up in two halves, so that the table is small
HALF_FACES = (1 << HALF) - 1
NTH_IN_HALF = np.zeros((HALF_FACES + 1, HALF), np.int8)  # the nth of the bits that are set
for _faces in range(HALF_FACES + 1):
    for _nth, _face in enumerate(face for face in range(HALF) if _faces >> face & 1):
        NTH_IN_HALF[_faces, _nth] = _face
BIT = np.array([1 << face for face in range(FACES)], np.uint16)
NUMBER_OF = np.repeat(np.arange(NUMBERS, dtype=np.int8), FACES)  # counted from 0
FACE_OF = np.tile(np.arange(FACES, dtype=np.int8), NUMBERS)
HAND_DEALT, DRAWN = 2, 2  # ST-05 ST-22
FIVE, REMOVED_FOR_FIVE = 5, 8  # ST-04

# What a hand can show, in one number: bits 0 to 7 for symbols that are alone on a card, the next
# eight for those it has twice that way, the next eight three times, then a bit for each pair.
TWICE, PAIRS_FROM = SYMBOLS, 3 * SYMBOLS
ALONE = (1 << SYMBOLS) - 1
NEVER = 1 << 62
WAYS = 4  # to match three symbols with cards that have one or two


def bit_of(sign: int) -> int:
    """The bit of a card's sign when a hand has one such card."""
    return 1 << (sign - 1) if sign <= SYMBOLS else 1 << (PAIRS_FROM + sign - SYMBOLS - 1)


def ways_to_match(sign: int) -> list[int]:
    """Each way to match a group with cards, as the bits that a hand needs for it."""
    group = GROUPS[sign]
    if not group:
        return []
    alone = sum(1 << (s + TWICE * group[:i].count(s)) for i, s in enumerate(group))
    ways = {alone}
    for i in range(len(group)):
        for j in range(i):
            pair = SIGN_OF[(group[j], group[i])]
            rest = [s for k, s in enumerate(group) if k not in (i, j)]
            ways.add(bit_of(pair) | sum(1 << s for s in rest))
    return sorted(ways)


MATCH = np.full((len(GROUPS), WAYS), NEVER)
for _sign in range(len(GROUPS)):
    for _way, _bits in enumerate(ways_to_match(_sign)):
        MATCH[_sign, _way] = _bits
NOT_PART = 255
REST = np.full((len(GROUPS), CARD_SIGNS), NOT_PART, np.uint8)
for _sign in range(len(GROUPS)):
    for _part in range(1, CARD_SIGNS):
        _rest = rest_of(_sign, _part)
        if _rest is not None:
            REST[_sign, _part] = _rest
ONE_CARD = np.array([0] + [bit_of(sign) for sign in range(1, CARD_SIGNS)])


# Matching a square ------------------------------------------------------ ST-11, ST-A06, ST-A08
@rule
def with_card(have: int, sign: int) -> int:
    """What a hand can show with one more card."""
    one = ONE_CARD[sign]
    again = have & one & ALONE
    return have | one | again << TWICE | (have >> TWICE & again) << 2 * TWICE


@rule
def without_card(have: int, sign: int) -> int:
    """What a hand can show without one card, as far as the rest of one trip needs it."""
    if sign > SYMBOLS:  # after a pair at most one symbol is left, and no pair matches it
        return have
    one = ONE_CARD[sign]
    fewer = have >> TWICE & (one | one << TWICE)
    return have ^ (have & (one | one << TWICE)) | fewer


@rule
def can_match(need: int, have: int) -> bool:
    """ST-11 ST-A06  Whether some cards show exactly these symbols, each as often as needed."""
    for way in range(WAYS):
        if MATCH[need, way] & have == MATCH[need, way]:
            return True
    return False


@rule
def show_of(s: State, seat: int) -> int:
    """What a seat's hand can show."""
    return shown_by(s.hand[seat], s.faces, NONE)


@rule
def shown_by(hand: Any, signs: Any, gone: int) -> int:
    """What a hand can show without the card `gone`, which may be NONE; `signs` are by card."""
    have, number, faces, left = wide(0), 0, wide(0), numbers_in(hand)
    while left | faces:
        number, faces, left = next_faces(hand, number, faces, left)
        card = number * FACES + LOWEST[faces]
        faces &= faces - 1
        if card != gone:
            have = with_card(have, signs[card])
    return have


# Hands ----------------------------------------------------------------------- ST-05, ST-07, ST-23
@rule
def numbers_in(cards: Any) -> int:
    """The numbers in a set of cards, a bit each."""
    numbers = wide(0)
    for number in range(NUMBERS):
        numbers |= wide(cards[number] != 0) << number
    return numbers


@rule
def next_faces(hand: Any, number: int, faces: int, left: int) -> Any:
    """Step through a hand: once no `faces` of a number remain, take the next of the numbers `left`.

    That makes one loop over the cards of a hand, and not one for each number.
    """
    if faces == 0:
        number = LOWEST[left]
        return number, wide(hand[number]), left & (left - 1)
    return number, faces, left


@rule
def holds(cards: Any, card: int) -> bool:
    return cards[NUMBER_OF[card]] & BIT[FACE_OF[card]] != 0


@rule
def put(cards: Any, card: int) -> None:
    cards[NUMBER_OF[card]] |= BIT[FACE_OF[card]]


@rule
def take(cards: Any, card: int) -> None:
    cards[NUMBER_OF[card]] ^= BIT[FACE_OF[card]]


@rule
def size_of(cards: Any) -> int:
    size = 0
    for number in range(NUMBERS):
        size += COUNT[cards[number]]
    return size


@rule
def has_cards(s: State, seat: int) -> bool:
    for number in range(NUMBERS):
        if s.hand[seat, number]:
            return True
    return False


@rule
def discard_played(s: State) -> None:
    """ST-23 ST-24 ST-32 ST-A50  Move the played cards to the discard pile for good."""
    for number in range(NUMBERS):
        s.shown[number] |= s.in_play[number]
        s.in_play[number] = 0


@rule
def discard_hand(s: State, side: int) -> None:
    """ST-A26  Discard the hands of a side that quits; their symbols stay hidden."""
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            for number in range(NUMBERS):
                s.down[seat, number] |= s.hand[seat, number]
                s.hand[seat, number] = 0


# The deck ------------------------------------------------ ST-03, ST-06, ST-22, ST-A21, ST-A34
@rule
def nth_face(faces: int, nth: int) -> int:
    """The nth of the faces in a set of bits."""
    lower = faces & HALF_FACES
    skipped = COUNT[lower]
    if nth < skipped:
        return NTH_IN_HALF[lower, nth]
    return HALF + NTH_IN_HALF[faces >> HALF, nth - skipped]


@rule
def turn_top(s: State) -> None:
    """ST-06 ST-A34  Choose the top of the deck, which shows its number: any card of the bag."""
    s.top = NONE
    if s.deck_left > 0:
        nth, number = below(s, s.bag_left), 0
        passed, before = wide(0), wide(0)
        for lower in range(NUMBERS - 1):  # no branch on a card: it would be mispredicted
            passed += COUNT[s.bag[lower]]
            number += nth >= passed
            before = passed if nth >= passed else before
        s.top = number * FACES + nth_face(s.bag[number], nth - before)


@rule
def draw_card(s: State, seat: int) -> None:
    """Take the top of the deck: everybody saw its number, nobody its symbols (ST-07)."""
    take(s.bag, s.top)
    put(s.hand[seat], s.top)
    s.deck_left -= 1
    s.bag_left -= 1
    s.reveals += 1
    turn_top(s)


@rule
def draw_two(s: State, seat: int) -> bool:
    """ST-22 ST-25 ST-A20 ST-A21 ST-A53  Draw up to two, within the limit; return whether any."""
    drawn = False
    if s.endgame:
        return drawn
    room = DRAWN
    if s.hand_limit:
        room = min(DRAWN, s.hand_limit - size_of(s.hand[seat]))
    while room > 0 and s.deck_left > 0:
        draw_card(s, seat)
        drawn = True
        room -= 1
    return drawn


# The deal --------------------------------------------------- ST-03..ST-07, ST-37, ST-A62, ST-A63
@rule
def to_remove(s: State) -> int:
    """ST-04 ST-A48  How many cards are removed."""
    if s.removed_cards >= 0:
        return s.removed_cards
    return REMOVED_FOR_FIVE if s.seats == FIVE else 0


@rule
def set_aside(s: State) -> int:
    """ST-37 ST-A35 ST-A63  How many cards the cut takes out of the game; a plain cut takes none."""
    if s.cut == Cut.HALF:
        return CARDS // 2
    if s.cut == Cut.RANDOM:  # at least one, and enough are left to deal
        return 1 + below(s, CARDS - to_remove(s) - HAND_DEALT * s.seats)
    return 0


@rule
def deal_hands(s: State) -> None:
    """ST-03 ST-05 ST-A32 ST-A62  Deal the hands; removed cards stay in the bag, unseen."""
    for number in range(NUMBERS):
        s.bag[number] = ALL_FACES  # ST-45
    s.bag_left = CARDS
    s.deck_left = CARDS - set_aside(s) - to_remove(s)
    turn_top(s)
    for _ in range(HAND_DEALT):
        for i in range(s.seats):
            draw_card(s, (s.first + i) % s.seats)


@rule
def copy_cards(source: Any, target: Any) -> None:
    copy(source, target, NUMBERS)
