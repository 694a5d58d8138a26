"""Whether a state is consistent: each card in one place, each count right. Studies check it."""

from skipyard.core import NONE, rule, total
from skipyard.games.skipbo.cards import (
    BIT,
    FACE_OF,
    FACES,
    HAND,
    NO_SLOT,
    PILES,
    WILD,
    State,
)


@rule
def sound(s: State) -> bool:
    """Whether each card of the deck is in exactly one place and the counts match."""
    for face in range(FACES):
        if cards_of(s, face) != s.deck[face]:
            return False
    down = 0
    for seat in range(s.seats):
        if count_hand(s, seat) != s.hand_left[seat]:
            return False
        if (s.stock_left[seat] > 0) != (s.stock_top[seat] != NONE):
            return False
        down += max(s.stock_left[seat] - 1 - s.under_left[seat], 0)
    if s.fresh:
        down += s.draw_left
    elif total(s.draw, FACES) != s.draw_left:
        return False
    return (
        total(s.unseen, FACES) == s.unseen_left
        and s.unseen_left == down
        and total(s.spent, FACES) == s.spent_left
    )


@rule
def cards_of(s: State, face: int) -> int:
    """How many cards of a face are on the table."""
    count = s.unseen[face] + s.draw[face] + s.spent[face] + on_series(s, face)
    for seat in range(s.seats):
        count += s.stock_left[seat] > 0 and s.stock_top[seat] == face
        for i in range(HAND):
            count += s.hand[seat, i] == face
        for own in range(PILES):
            slot = s.discard_top[seat, own]
            while slot != NO_SLOT:
                count += FACE_OF[slot] == face
                slot = s.below[slot]
        slot = s.under[seat]
        for _ in range(s.under_left[seat]):
            count += FACE_OF[slot] == face
            slot = s.below[slot]
    return count


@rule
def on_series(s: State, face: int) -> int:
    count = 0
    for pile in range(PILES):
        for level in range(s.height[pile]):
            if s.wilds[pile] & BIT[level]:
                count += face == WILD
            elif not s.dies[pile] & BIT[level]:
                count += face == level + 1
    return count


@rule
def count_hand(s: State, seat: int) -> int:
    """How many cards a hand has; NONE if they are not sorted and in front."""
    held = 0
    for i in range(HAND):
        if s.hand[seat, i] != NONE:
            if held != i or (i > 0 and s.hand[seat, i] < s.hand[seat, i - 1]):
                return NONE
            held += 1
    return held
