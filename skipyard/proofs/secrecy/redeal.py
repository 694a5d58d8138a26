"""The same table with everything that a viewer cannot know dealt again.

Two ways, so that neither hides the other's faults: a world imagined from the viewer's own view, and
the true state with hidden things re-dealt by the game's `redeal.py`, which knows no views.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

from skipyard.games import Game, redeal
from skipyard.games.random_play import imagined, view_of

DICE = ("key", "stream", "block", "ready", "ready_left", "reveals")
MARK = 0x5EC2E700  # in the last word of the dice of every world that is not the true one


def redealt(game: Game, state: Any, viewer: int, number: int, dice: random.Random) -> Any:
    """Another world that `viewer` cannot tell from this one; `number` marks its dice."""
    if dice.random() < 0.5:
        other = imagined(game.name, view_of(game.name, state, viewer), dice.getrandbits(62))
    else:  # what a viewer has once seen was sent, so it stays
        other = redeal.redealt(game, state, viewer, dice, forgotten=False)
    other.key[0], other.key[-1] = number, MARK
    return other


@functools.cache
def mask_without_dice(dtype: np.dtype[Any]) -> Any:
    """A mask of the bytes of a state that are not dice."""
    mask = np.zeros(dtype.itemsize, bool)
    assert dtype.fields is not None
    for name, (kind, start, *_) in dtype.fields.items():
        mask[start : start + kind.itemsize] = name not in DICE
    return mask


def same_but_dice(state: Any, other: Any) -> bool:
    """Whether two worlds differ only in their dice: nothing was hidden, or it fell the same."""
    mask = mask_without_dice(state.dtype)
    one, two = (np.frombuffer(each.tobytes(), np.uint8)[mask] for each in (state, other))
    return bool((one == two).all())
