"""Redeals the cards that a viewer of Skip-Bo or MOD cannot know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from skipyard.games.skipbo.cards import BOX, FACE_OF, FACES, FIRST_SLOT, NO_SLOT, PILES, SLOTS

Chains = dict[int, list[int]]  # faces in each ring and discard pile; see all_chains


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
    """The slots of the cards put under a stock, from the top down."""
    slots, last = [], int(state.under[seat])
    if last != NO_SLOT:
        slot = int(state.below[last])
        slots.append(slot)
        while slot != last:
            slot = int(state.below[slot])
            slots.append(slot)
            assert len(slots) <= SLOTS, "a ring that never closes"
    return slots


def redeal(s: Any, viewer: int, dice: random.Random, forgotten: bool) -> None:
    """Redeal others' hands and the face-down cards.

    `forgotten` includes cards that once lay open: recycled ones, those put under a stock, and the
    discards that a table does not show.
    """
    bags = [s.unseen, s.draw] if forgotten else [s.unseen]
    others = [seat for seat in range(s.seats) if seat != viewer]
    sizes = s.hand_left.tolist()
    chains = forgotten_chains(s) if forgotten else {}
    before = all_chains(s)
    hidden = [face for seat in others for face in s.hand[seat, : sizes[seat]].tolist()]
    hidden += [face for bag in bags for face in range(FACES) for _ in range(bag[face])]
    hidden += [face for faces in chains.values() for face in faces]
    dice.shuffle(hidden)
    for seat in others:
        s.hand[seat, : sizes[seat]] = sorted(hidden.pop() for _ in range(sizes[seat]))
    for number, faces in chains.items():
        chains[number] = [hidden.pop() for _ in faces]
    for bag in bags:
        cards = [hidden.pop() for _ in range(int(bag.sum()))]
        bag[:] = np.bincount(np.array(cards, np.int64), minlength=len(bag))
    if forgotten:
        relink(s, before, chains)


def all_chains(s: Any) -> Chains:
    """The faces in each player's ring and discard piles, from the top down."""
    slots = []
    for seat in range(int(s.seats)):
        slots += [ring_slots(s, seat), *(discard_slots(s, seat, pile) for pile in range(PILES))]
    return {number: [int(FACE_OF[slot]) for slot in row] for number, row in enumerate(slots)}


def forgotten_chains(s: Any) -> Chains:
    """The faces that nobody sees: whole rings, and below the tops of hidden discard piles."""
    chains = all_chains(s)
    for number, faces in chains.items():
        if number % (1 + PILES):
            chains[number] = faces[1:] if s.show_discards else []
    return chains


def relink(s: Any, before: Mapping[int, list[int]], chains: Mapping[int, list[int]]) -> None:
    """Rebuild rings and discard piles with new faces in the hidden places."""
    free = {
        face: list(range(int(FIRST_SLOT[face]), int(FIRST_SLOT[face]) + int(BOX[face])))
        for face in range(FACES)
    }
    for number, old in before.items():
        seat, pile = divmod(number, 1 + PILES)
        faces = old[: len(old) - len(chains[number])] + chains[number]
        slots = [free[face].pop() for face in faces]
        for i, slot in enumerate(slots[:-1]):
            s.below[slot] = slots[i + 1]
        if pile == 0:  # a ring: the last links to the first
            s.under[seat] = slots[-1] if slots else NO_SLOT
        else:
            s.discard_top[seat, pile - 1] = slots[0] if slots else NO_SLOT
        if slots:
            s.below[slots[-1]] = slots[0] if pile == 0 else NO_SLOT
    for face, slots in free.items():
        for i, slot in enumerate(slots[:-1]):
            s.below[slot] = slots[i + 1]
        if slots:
            s.free[face] = slots[0]
