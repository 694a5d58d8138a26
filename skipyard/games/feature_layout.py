"""Observations as arrays: how a game lays out what a seat sees in one vector of small numbers.

Every feature is a byte from 0 to its block's `high`. Bytes hold counts and marks exactly, so that
CPU and GPU agree to the bit, and a memory of past positions takes a quarter of the room that floats
would; `values / highs(FEATURES)` are the same between 0 and 1.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skipyard.core import NOBODY, rule, wide


class Block(NamedTuple):
    """Some neighbouring features that tell one thing."""

    name: str
    first: int
    length: int
    high: int
    meaning: str

    @property
    def part(self) -> slice:
        return slice(self.first, self.first + self.length)


def lay_out(*rows: tuple[str, int, int, str], after: Iterable[Block] = ()) -> tuple[Block, ...]:
    """Blocks one behind the other: name, length, highest value and meaning of each."""
    found = [*after]
    for name, length, high, meaning in rows:
        found.append(Block(name, size_of(found), length, high, meaning))
    return tuple(found)


def size_of(blocks: Iterable[Block]) -> int:
    """How many features there are."""
    return sum(block.length for block in blocks)


def firsts(blocks: Iterable[Block]) -> Any:
    """Where each block begins, by its name in capitals: compiled code reads it as constants."""
    found = {block.name.upper(): block.first for block in blocks}
    return namedtuple("At", found)(**found)


def highs(blocks: Iterable[Block]) -> npt.NDArray[np.uint8]:
    """The highest value of every feature."""
    return np.concatenate([np.full(block.length, block.high, np.uint8) for block in blocks])


# What features functions share ----------------------------------------------------------------
@rule
def mark(out: Any, first: int, number: int) -> None:
    """Set one of a block's marks; `wide`, since a field of a record may be narrower than a sum."""
    out[first + wide(number)] = 1


@rule
def mark_bits(out: Any, first: int, bits: int, n: int) -> None:
    """Set a mark for each of the lowest n bits."""
    for i in range(n):
        out[first + i] = wide(bits) >> i & 1


@rule
def seat_after(seat: int, steps: int, seats: int) -> int:
    """The seat so many places to the left of the viewer's; a watcher looks from the first."""
    return (wide(steps) if seat == NOBODY else wide(seat) + steps) % seats


@rule
def steps_to(seat: int, other: int, seats: int) -> int:
    """How many places to the left of the viewer another sits."""
    return wide(other) % seats if seat == NOBODY else (wide(other) + seats - seat) % seats
