"""Which cards of Skip or Trip a viewer cannot know, and the same table with others in their place.

Numbers are open, symbols are not: the cards of one number change places.
"""

from __future__ import annotations

import random
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.games.skip_or_trip.board import FACES, NUMBERS, Step
from skipyard.games.skip_or_trip.cards import NUMBER_OF
from skipyard.games.skip_or_trip.rules import ACTIONS


def bits(faces: int) -> list[int]:
    return [face for face in range(FACES) if faces >> face & 1]


def redeal(s: Any, viewer: int, dice: random.Random, forgotten: bool) -> None:
    """Deal symbols anew among others' hands, face-down discards and the bag.

    Whoever is in the middle of a trip has the cards for it, as everybody can tell (ST-A59).
    """
    busy = int(s.turn) if not s.over and (s.step != Step.MOVE or s.tripped) else NOBODY
    others = [seat for seat in range(s.seats) if seat != viewer]
    holders = [s.bag, *(s.hand[seat] for seat in others if seat != busy)]
    holders += [s.down[seat] for seat in others]
    for number in range(NUMBERS):
        sizes = [len(bits(int(holder[number]))) for holder in holders]
        faces = [face for holder in holders for face in bits(int(holder[number]))]
        dice.shuffle(faces)
        for holder, size in zip(holders, sizes, strict=True):
            holder[number] = sum(1 << faces.pop() for _ in range(size))
    if s.top != NONE:  # the deck is part of the bag
        number = int(NUMBER_OF[s.top])
        s.top = number * FACES + dice.choice(bits(int(s.bag[number])))


def alike(s: Any, action: int) -> list[int]:
    """ST-A33  The skips by cards of one number sound the same to others."""
    if ACTIONS[action].kind != Kind.SKIP or s.reveal_skipped:
        return [action]
    same = (ACTIONS.kind == Kind.SKIP) & (ACTIONS.token == ACTIONS[action].token)
    same &= NUMBER_OF[ACTIONS.card] == NUMBER_OF[ACTIONS[action].card]
    return [int(found) for found in same.nonzero()[0]]
