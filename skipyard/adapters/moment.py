"""A table between two draws or moves: what OpenSpiel calls a state, as an immutable value."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from skipyard.adapters.chance import DrawNeeded, ExplicitChance, Operation, used_dice
from skipyard.adapters.variant import Variant
from skipyard.core import key_from
from skipyard.games.contract import StateRecord, ViewRecord

DEAL = -1  # pending before the first move
NO_MOVER = -1
DIGEST = 8  # bytes; a hash of everything that a seat has seen and done
IMAGINED = b"imagined"  # what others remember in an imagined world: nothing from before it


@dataclass(frozen=True)
class Moment:
    """A table, what its seats remember, and the move or deal that still needs draws."""

    variant: Variant
    chance: ExplicitChance
    record: StateRecord
    recalled: tuple[bytes, ...]  # by seat
    pending: int | None = None  # DEAL or an action
    given: tuple[int, ...] = ()  # its draws so far
    choices: int = 0  # of the next draw
    texts: dict[int, str] = field(default_factory=dict)  # views already written as text

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        rest = (self.recalled, self.pending, self.given, self.choices)
        return restored, (self.variant, self.record.tobytes(), *rest)

    @property
    def undealt(self) -> bool:
        return self.pending == DEAL

    def after(self, action: int) -> Moment:
        """The moment after a player's move, or after a draw."""
        if self.pending is not None:
            return self.resume(self.pending, (*self.given, action))
        record = self.record.copy()
        self.variant.rules.play(record, action)  # compiled; most moves need no chance
        if used_dice(self.record, record):
            return self.resume(action, ())
        return self.reached(record, action)

    def resume(self, pending: int, given: tuple[int, ...]) -> Moment:
        """Run the pending operation with its draws so far; it finishes, or needs another draw."""
        try:
            record = self.chance.run(self.operation(pending), self.record, given)
        except DrawNeeded as needed:
            return replace(self, pending=pending, given=given, choices=needed.choices)
        return self.reached(record, pending)

    def operation(self, pending: int) -> Operation:
        """The pending operation: a move, a deal, or imagining what a given position hides."""
        public = self.variant.public
        if pending != DEAL:
            return lambda record: self.chance.play(record, pending)
        if public is None:
            return lambda record: self.chance.deal(record, key_from(0), 0)
        return lambda record: self.chance.imagine(public, record, 0)

    def text(self, seat: int) -> str:
        """What a seat sees, as text; cached, since OpenSpiel asks again and again."""
        if seat not in self.texts:
            self.texts[seat] = self.variant.text(self.variant.view(self.record, seat))
        return self.texts[seat]

    def outcomes(self, merged: bool) -> list[tuple[int, float]]:
        """The next draws and their chances; `merged` keeps one of each group of equivalents."""
        assert self.pending is not None
        if not merged:
            return [(number, 1 / self.choices) for number in range(self.choices)]
        operation = self.operation(self.pending)
        draws = self.chance.distinct_draws(operation, self.record, self.given, self.choices)
        return [(number, count / self.choices) for number, count in draws.items()]

    def reached(self, record: StateRecord, action: int) -> Moment:
        """The next moment; every seat remembers what it sees, the mover also what it did."""
        mover = NO_MOVER if action == DEAL else int(self.record.turn)
        recalled = tuple(
            digest(before, self.variant.view(record, seat), action if seat == mover else DEAL)
            for seat, before in enumerate(self.recalled)
        )
        return Moment(self.variant, self.chance, record, recalled)

    def imagined(self, seat: int, seed: int) -> Moment:
        """Another world that the seat cannot tell from this one, with the same memory."""
        record = self.variant.imagine(self.variant.view(self.record, seat), seed)
        recalled = tuple(own if s == seat else IMAGINED for s, own in enumerate(self.recalled))
        return Moment(self.variant, self.chance, record, recalled)


def digest(before: bytes, view: ViewRecord, action: int) -> bytes:
    """A hash of what a seat remembered, did, and then saw."""
    done = action.to_bytes(2, "little", signed=True)
    return hashlib.blake2b(before + done + view.tobytes(), digest_size=DIGEST).digest()


@functools.cache
def chance_of(variant: Variant) -> ExplicitChance:
    return ExplicitChance(variant.rules)


@functools.cache
def opening(variant: Variant) -> Moment:
    """The moment before the deal."""
    blank = variant.template if variant.public is None else variant.rules.State()
    return Moment(variant, chance_of(variant), blank, variant.seats * (b"",)).resume(DEAL, ())


def restored(
    variant: Variant,
    record: bytes,
    recalled: tuple[bytes, ...],
    pending: int | None,
    given: tuple[int, ...],
    choices: int,
) -> Moment:
    """A moment from its pickled parts."""
    state = np.frombuffer(bytearray(record), variant.rules.State.dtype).view(np.recarray)[0]
    return Moment(variant, chance_of(variant), state, recalled, pending, given, choices)
