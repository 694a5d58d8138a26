"""What a Skip-Bo table holds: every card counted, hidden ones dealt anew, one put wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from worlds import other_dice, wrong

from skipyard.core import NONE
from skipyard.games.skipbo.cards import (
    BOX,
    FACE_OF,
    FACES,
    FIRST_SLOT,
    HAND,
    NO_SLOT,
    PILES,
    SLOTS,
    WILD,
)


# Conservation -------------------------------------------------------------------------------------
def discard_slots(state: Any, seat: int, own: int) -> list[int]:
    """The slots of a discard pile from the top down."""
    slots, slot = [], int(state.discard_top[seat, own])
    below: Any = state.below if slot != NO_SLOT else ()
    while slot != NO_SLOT:
        slots.append(slot)
        assert len(slots) <= SLOTS, "a discard pile that runs in a circle"
        slot = int(below[slot])
    return slots


def ring_slots(state: Any, seat: int) -> list[int]:
    """The slots of the cards put under a stock, from above."""
    slots, last = [], int(state.under[seat])
    if last != NO_SLOT:
        slot = int(state.below[last])
        slots.append(slot)
        while slot != last:
            slot = int(state.below[slot])
            slots.append(slot)
            assert len(slots) <= SLOTS, "a ring that never closes"
    return slots


def free_slots(state: Any, face: int, count: int) -> list[int]:
    slots, slot, below = [], int(state.free[face]), state.below
    for _ in range(count):
        slots.append(slot)
        slot = int(below[slot])
    return slots


def series_cards(state: Any) -> Counter[int]:
    """The cards on the series; the die leaves none."""
    found: Counter[int] = Counter()
    heights, all_wilds, all_dies = (a.tolist() for a in (state.height, state.wilds, state.dies))
    for height, wilds, dies in zip(heights, all_wilds, all_dies, strict=True):
        assert 0 <= height < state.top
        assert wilds & dies == 0
        assert wilds | dies < 1 << height
        for level in range(height):
            if wilds & 1 << level:
                found[WILD] += 1
            elif not dies & 1 << level:
                found[level + 1] += 1
    return found


def bag(counts: Any) -> Counter[int]:
    assert (counts >= 0).all(), f"a bag with fewer than no cards: {counts}"
    return Counter({face: int(counts[face]) for face in range(FACES) if counts[face]})


def check(state: Any) -> None:
    """Conservation: every card is in one place, and every counter says what is there."""
    held: Counter[int] = series_cards(state)
    down = 0
    used: list[int] = []
    for seat in range(len(state.hand)):
        size = int(state.hand_left[seat])
        hand = [int(face) for face in state.hand[seat]]
        assert size <= HAND
        assert hand[:size] == sorted(hand[:size]), f"a hand out of order: {hand}"
        assert min(hand[:size], default=0) >= 0
        assert hand[size:] == (HAND - size) * [NONE], f"a hand of {size}: {hand}"
        ring = ring_slots(state, seat)
        assert len(ring) == state.under_left[seat]
        piles = [slot for own in range(PILES) for slot in discard_slots(state, seat, own)]
        used += ring + piles
        left = int(state.stock_left[seat])
        if seat >= state.seats:
            assert (size, left, len(ring), len(piles)) == (0, 0, 0, 0), "a seat nobody sits on"
            continue
        held.update(hand[:size])
        if left:
            held[int(state.stock_top[seat])] += 1
            assert state.stock_top[seat] >= 0
        else:
            assert state.stock_top[seat] == NONE
        assert len(ring) <= max(0, left - 1)
        down += max(0, left - 1) - len(ring)
    held.update(int(FACE_OF[slot]) for slot in used)
    unseen, draw, spent = bag(state.unseen), bag(state.draw), bag(state.spent)
    assert state.unseen_left == unseen.total()
    assert state.spent_left == spent.total()
    if state.fresh:
        assert draw.total() == 0
        assert state.unseen_left == down + state.draw_left
    else:
        assert state.draw_left == draw.total()
        assert state.unseen_left == down
    assert held + unseen + draw + spent == bag(state.deck)
    check_slots(state, used)


def check_slots(state: Any, used: list[int]) -> None:
    """Every slot of the box is in one pile, one ring or the free list of its face."""
    assert len(used) == len(set(used)), "one card in two places"
    for face in range(FACES):
        own = set(range(int(FIRST_SLOT[face]), int(FIRST_SLOT[face]) + int(BOX[face])))
        taken = own & set(used)
        free = free_slots(state, face, len(own) - len(taken))
        assert sorted([*free, *taken]) == sorted(own)


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """The table with one thing wrong at a time."""
    if state.over or not state.hand_left[state.turn]:
        return
    for field in ("hand_left", "stock_left", "spent", "unseen", "deck", "draw"):
        yield field, wrong(state, field, 1, 0)
    for field in ("unseen_left", "draw_left", "spent_left"):
        yield field, wrong(state, field, 1)
    top, held = int(state.stock_top[0]), int(state.hand[state.turn, 0])
    yield "stock_top", wrong(state, "stock_top", (top + 1) % FACES - top, 0)
    yield "hand", wrong(state, "hand", (12 if held != 12 else 0) - held, (state.turn, 0))
    for pile in range(PILES):
        if state.height[pile]:
            yield "height", wrong(state, "height", -1, pile)
            flip = 1 if state.wilds[pile] % 2 == 0 else -1
            yield "wilds", wrong(state, "wilds", flip, pile)


# Secrecy ------------------------------------------------------------------------------------------
def redealt(state: Any, seat: int, chance: random.Random) -> Any:
    """The table with all that `seat` cannot see dealt anew, and with other dice.

    It is written without `imagine`, so that neither can hide the other's faults.
    """
    other = state.copy()
    places: list[tuple[str, int, int]] = []
    faces: list[int] = []
    for who in range(int(state.seats)):
        if who != seat:
            size = int(state.hand_left[who])
            places += [("hand", who, i) for i in range(size)]
            faces += [int(face) for face in state.hand[who, :size]]
    for name in ("unseen", "draw"):
        cards = [face for face in range(FACES) for _ in range(state[name][face])]
        places += [(name, 0, 0) for _ in cards]
        faces += cards
        other[name][:] = 0
    linked: list[list[int]] = []
    for who in range(int(state.seats)):
        linked.append(ring_slots(state, who))
        for own in range(PILES):
            pile = discard_slots(state, who, own)
            linked.append(pile[1:] if state.show_discards else [])
    for number, slots in enumerate(linked):
        places += [("linked", number, i) for i in range(len(slots))]
        faces += [int(FACE_OF[slot]) for slot in slots]
    chance.shuffle(faces)
    hands: dict[int, list[int]] = {}
    chains: dict[int, list[int]] = {}
    for (place, number, _), face in zip(places, faces, strict=True):
        if place == "hand":
            hands.setdefault(number, []).append(face)
        elif place == "linked":
            chains.setdefault(number, []).append(face)
        else:
            other[place][face] += 1
    for who, cards in hands.items():
        other.hand[who, : len(cards)] = sorted(cards)
    relink(state, other, chains)
    other_dice(other, chance)
    return other


def relink(state: Any, other: Any, chains: Mapping[int, list[int]]) -> None:
    """Rebuild rings and discard piles with other faces in the hidden links."""
    free = {
        face: list(range(int(FIRST_SLOT[face]), int(FIRST_SLOT[face]) + int(BOX[face])))
        for face in range(FACES)
    }
    number = 0
    for who in range(int(state.seats)):
        ring = [free[face].pop() for face in chains.get(number, [])]
        for i, slot in enumerate(ring):
            other.below[slot] = ring[(i + 1) % len(ring)]
        other.under[who] = ring[-1] if ring else NO_SLOT
        for own in range(PILES):
            number += 1
            pile = [int(FACE_OF[slot]) for slot in discard_slots(state, who, own)]
            hidden = chains.get(number, [])
            pile = pile[: len(pile) - len(hidden)] + hidden
            slots = [free[face].pop() for face in pile]
            other.discard_top[who, own] = slots[0] if slots else NO_SLOT
            for i, slot in enumerate(slots):
                other.below[slot] = slots[i + 1] if i + 1 < len(slots) else NO_SLOT
        number += 1
    for face, slots in free.items():
        for i, slot in enumerate(slots[:-1]):
            other.below[slot] = slots[i + 1]
        if slots:
            other.free[face] = slots[0]
