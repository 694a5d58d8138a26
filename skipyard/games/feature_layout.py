"""Observations as arrays: the layout of a game's feature vector.

Every feature is a byte from 0 to its block's `high`. Bytes hold counts and flags exactly, so that
CPU and GPU agree to the bit, and a replay buffer takes a quarter of the memory that floats would;
`values / highs(FEATURES)` scales them to between 0 and 1.
"""

from __future__ import annotations

import hashlib
from collections import namedtuple
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skipyard.core import NOBODY, rule, wide

DIGEST_DIGITS = 12  # of `observation_digest`


class Block(NamedTuple):
    """Neighbouring features with one meaning."""

    name: str
    first: int
    length: int
    high: int
    meaning: str

    @property
    def part(self) -> slice:
        return slice(self.first, self.first + self.length)


def lay_out(*rows: tuple[str, int, int, str], after: Iterable[Block] = ()) -> tuple[Block, ...]:
    """Blocks one after another, from name, length, highest value and meaning of each."""
    blocks = [*after]
    for name, length, high, meaning in rows:
        blocks.append(Block(name, size_of(blocks), length, high, meaning))
    return tuple(blocks)


def size_of(blocks: Iterable[Block]) -> int:
    """How many features there are."""
    return sum(block.length for block in blocks)


def firsts(blocks: Iterable[Block]) -> Any:
    """The first index of each block, by its name in capitals; constants to compiled code."""
    indexes = {block.name.upper(): block.first for block in blocks}
    return namedtuple("At", indexes)(**indexes)


def highs(blocks: Iterable[Block]) -> npt.NDArray[np.uint8]:
    """The highest value of every feature."""
    return np.concatenate([np.full(block.length, block.high, np.uint8) for block in blocks])


def observation_digest(name: str) -> str:
    """Twelve digits that change when a network trained on a game would misread it.

    They come from the places of the features, the numbers of the actions, the version of the rules
    and `skipyard.OBSERVATIONS`; how a feature is described does not count.

        >>> import skipyard as sy
        >>> len(sy.observation_digest("skippity"))
        12
    """
    # Imported here: compiled features are stored under a digest of what this file imports.
    from skipyard import OBSERVATIONS
    from skipyard.arguments import text_of
    from skipyard.games import game

    g = game(text_of(name, "game"))
    blocks = [(block.name, block.first, block.length, block.high) for block in g.features.FEATURES]
    actions = g.rules.ACTIONS
    layout = (OBSERVATIONS, g.name, g.rules.VERSION, blocks, actions.dtype.names, actions.tolist())
    return hashlib.sha256(repr(layout).encode()).hexdigest()[:DIGEST_DIGITS]


# Helpers for features.py ----------------------------------------------------------------------
@rule
def mark(out: Any, first: int, number: int) -> None:
    """Set one of a block's flags; `wide`, since a field may be too narrow for the sum."""
    out[first + wide(number)] = 1


@rule
def mark_bits(out: Any, first: int, bits: int, n: int) -> None:
    """Set a flag for each of the lowest n bits."""
    for i in range(n):
        out[first + i] = wide(bits) >> i & 1


@rule
def seat_after(seat: int, steps: int, seats: int) -> int:
    """The seat so many places to the left of the viewer, or of seat 0 for a watcher."""
    return (wide(steps) if seat == NOBODY else wide(seat) + steps) % seats


@rule
def steps_to(seat: int, other: int, seats: int) -> int:
    """How many places to the left of the viewer another seat is."""
    return wide(other) % seats if seat == NOBODY else (wide(other) + seats - seat) % seats
