"""A table whose dice the compiled rules throw: OpenSpiel's sampled-stochastic mode.

It has the parts of a `Moment` that observers need. Copies get dice of their own, so that a search
that copies states does not learn from the copy what the table's dice will show.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from skipyard.adapters.variant import Variant
from skipyard.core import key_from
from skipyard.games.contract import StateRecord
from skipyard.loops import for_game
from skipyard.loops.sampled_steps import OVER

TERMINAL = -4  # OpenSpiel's number of the player when a game is over
SEED_BITS = 62


class SampledTable:
    """A dealt table."""

    undealt = False
    pending = None
    given: tuple[int, ...] = ()

    def __init__(self, variant: Variant, record: StateRecord, seeds: Iterator[int]) -> None:
        self.variant, self.seeds = variant, seeds
        self.advance = advance_of(variant.name)
        self.states = variant.rules.State.many(1)
        self.states[0] = record
        self.out = np.zeros(variant.actions, np.int16)
        self.play(-1)

    @property
    def record(self) -> StateRecord:
        return self.states[0]

    def play(self, action: int) -> None:
        """Play a legal action, and note who is on turn and what is legal."""
        n = self.advance(self.states, action, self.out)
        if n == OVER:
            self.player, self.legal = TERMINAL, []
        else:
            self.player = int(self.states["turn"][0])
            self.legal = self.out[:n].tolist()

    def text(self, seat: int) -> str:
        """What a seat sees, as text."""
        return self.variant.text(self.variant.view(self.record, seat))

    def imagined(self, seat: int, seed: int) -> SampledTable:
        """Another world that the seat cannot tell from this one."""
        view = self.variant.view(self.record, seat)
        return SampledTable(self.variant, self.variant.imagine(view, seed), self.seeds)

    def __deepcopy__(self, memo: object) -> SampledTable:
        copy = SampledTable.__new__(SampledTable)
        copy.variant, copy.seeds, copy.advance, copy.out = (
            self.variant,
            self.seeds,
            self.advance,
            self.out,  # only `play` reads it, at once
        )
        copy.states = self.states.copy()
        copy.player, copy.legal = self.player, self.legal
        throw_again(copy.states, next(self.seeds))
        return copy

    def __reduce__(self) -> tuple[Callable[..., SampledTable], tuple[object, ...]]:
        return restored, (self.variant, self.states.tobytes())


def throw_again(states: Any, seed: int) -> None:
    """Give a table other dice."""
    key = states["key"][0]
    key[:2] = seed & 0xFFFFFFFF, seed >> 32
    states["ready_left"][0] = 0


def dealt(variant: Variant, seeds: Iterator[int]) -> SampledTable:
    """A new table: dealt, or at the variant's position with what nobody sees dealt again."""
    seed = next(seeds)
    if variant.public is None:
        return SampledTable(variant, variant.deal(seed), seeds)
    return SampledTable(variant, variant.imagine(variant.public, seed), seeds)


def seeds_from(number: int | None) -> Iterator[int]:
    """Seeds for tables and copies, one after the other."""
    key = key_from(number)
    first = int(key[0]) << 32 | int(key[1])
    return ((first + n * 0x9E3779B97F4A7C15) % (1 << SEED_BITS) for n in itertools.count())


def restored(variant: Variant, states: bytes) -> SampledTable:
    """A table from its pickled parts."""
    records = np.frombuffer(bytearray(states), variant.rules.State.dtype).view(np.recarray)
    return SampledTable(variant, records[0], seeds_from(None))


def advance_of(name: str) -> Callable[[Any, int, Any], int]:
    """The compiled move of a game."""
    from skipyard.games import game

    call: Callable[[Any, int, Any], int] = for_game("sampled_steps", game(name)).advance
    return call
