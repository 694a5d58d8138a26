"""Redeals the cards that a viewer of Skip or Trip cannot know.

Numbers are public, symbols are not: cards of the same number change places.
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
    """Redeal symbols among others' hands, face-down discards and the bag.

    A player in the middle of trips keeps their hand: everybody knows that they can go on (ST-A59).
    """
    tripper = int(s.turn) if not s.over and (s.step != Step.MOVE or s.tripped) else NOBODY
    others = [seat for seat in range(s.seats) if seat != viewer]
    holders = [s.bag, *(s.hand[seat] for seat in others if seat != tripper)]
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
    """ST-A33  The skips that others cannot tell apart: those with cards of the same number."""
    if ACTIONS[action].kind != Kind.SKIP or s.reveal_skipped:
        return [action]
    same = (ACTIONS.kind == Kind.SKIP) & (ACTIONS.token == ACTIONS[action].token)
    same &= NUMBER_OF[ACTIONS.card] == NUMBER_OF[ACTIONS[action].card]
    return [int(action) for action in same.nonzero()[0]]
