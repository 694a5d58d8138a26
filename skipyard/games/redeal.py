"""A copy of a table in which everything that a viewer cannot know is dealt anew.

A game with hidden information has a `redeal.py`: `redeal(state, viewer, dice, forgotten)` deals
hidden things anew, in place and without `imagine`, so that one checks the other. `forgotten` says
whether that includes what the viewer saw once and is no longer shown. `alike(state, action)` lists
the moves that look like this one to everybody else.
"""

from __future__ import annotations

import random
from typing import Any

from skipyard.games import Game
from skipyard.games.law_data import own_module
from skipyard.games.random_play import imagined, view_of

PART = "redeal"


def redealt(
    g: Game, state: Any, viewer: int, dice: random.Random, *, forgotten: bool = True
) -> Any:
    """A copy of a state that looks the same to `viewer`, with other dice."""
    other = g.rules.State.many(1)[0]
    own = own_module(g, PART)
    if g.profile.hidden and own is None:
        return imagined(g.name, view_of(g.name, state, viewer), dice.getrandbits(62))
    other.base[0] = state
    if own is not None:
        own.redeal(other, viewer, dice, forgotten)
    for word in range(len(other.key)):
        other.key[word] = dice.getrandbits(32)
    other.block, other.ready_left = dice.randint(1, 99), 0
    return other


def alike(g: Game, state: Any, action: int) -> list[int]:
    """The moves that look like this one to everybody except the mover."""
    own = own_module(g, PART)
    moves: list[int] = own.alike(state, action) if hasattr(own, "alike") else [action]
    return moves
