"""For the laws: counts every card on a Skip-Bo table, and makes tables with one thing wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from skipyard.core import NONE
from skipyard.games.random_play import wrong
from skipyard.games.skipbo.cards import BOX, FACE_OF, FACES, FIRST_SLOT, HAND, PILES, WILD
from skipyard.games.skipbo.redeal import discard_slots, ring_slots


# Conservation -------------------------------------------------------------------------------------
def free_slots(state: Any, face: int, count: int) -> list[int]:
    slots, slot, below = [], int(state.free[face]), state.below
    for _ in range(count):
        slots.append(slot)
        slot = int(below[slot])
    return slots


def series_cards(state: Any) -> Counter[int]:
    """The cards on the series; the die leaves none."""
    counts: Counter[int] = Counter()
    heights, all_wilds, all_dies = (a.tolist() for a in (state.height, state.wilds, state.dies))
    for height, wilds, dies in zip(heights, all_wilds, all_dies, strict=True):
        assert 0 <= height < state.top
        assert wilds & dies == 0
        assert wilds | dies < 1 << height
        for level in range(height):
            if wilds & 1 << level:
                counts[WILD] += 1
            elif not dies & 1 << level:
                counts[level + 1] += 1
    return counts


def bag(counts: Any) -> Counter[int]:
    assert (counts >= 0).all(), f"a negative count in a bag: {counts}"
    return Counter({face: int(counts[face]) for face in range(FACES) if counts[face]})


def check(state: Any) -> None:
    """Conservation: every card is in one place, and every counter is right."""
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
            assert (size, left, len(ring), len(piles)) == (0, 0, 0, 0), "cards at an empty seat"
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
    """Copies of the table, each with one thing wrong."""
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
