"""A table between two draws or moves: what OpenSpiel calls a state, as a value that stays."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from skipyard.adapters.chance import Asked, Deed, OpenChance, drew
from skipyard.adapters.variant import Variant
from skipyard.core import key_from
from skipyard.games.contract import StateRecord, ViewRecord

DEAL = -1  # what is pending before the first move
DIGEST = 8  # bytes that stand for all a seat has seen and done
STRANGER = b"imagined"  # what others remember in an imagined world: nothing from before it


@dataclass(frozen=True)
class Moment:
    """A table, what its seats remember, and the move or deal that still needs draws."""

    variant: Variant
    chance: OpenChance
    record: StateRecord
    recalled: tuple[bytes, ...]  # by seat
    pending: int | None = None  # DEAL or an action
    given: tuple[int, ...] = ()  # its draws so far
    among: int = 0  # how many there are to draw from next
    texts: dict[int, str] = field(default_factory=dict)  # views that were written already

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        rest = (self.recalled, self.pending, self.given, self.among)
        return restored, (self.variant, self.record.tobytes(), *rest)

    @property
    def undealt(self) -> bool:
        return self.pending == DEAL

    def after(self, action: int) -> Moment:
        """The moment after a player's move, or after a draw."""
        if self.pending is not None:
            return self.go_on(self.pending, (*self.given, action))
        record = self.record.copy()
        self.variant.rules.play(record, action)  # compiled; most moves need no chance
        if drew(self.record, record):
            return self.go_on(action, ())
        return self.arrived(record, action)

    def go_on(self, pending: int, given: tuple[int, ...]) -> Moment:
        """Try what is pending with its draws so far; it is done, or asks for another."""
        try:
            record = self.chance.run(self.deed(pending), self.record, given)
        except Asked as asked:
            return replace(self, pending=pending, given=given, among=asked.among)
        return self.arrived(record, pending)

    def deed(self, pending: int) -> Deed:
        """What is pending: a move, a deal, or what nobody can see where a game begins midway."""
        public = self.variant.public
        if pending != DEAL:
            return lambda record: self.chance.play(record, pending)
        if public is None:
            return lambda record: self.chance.deal(record, key_from(0), 0)
        return lambda record: self.chance.imagine(public, record, 0)

    def text(self, seat: int) -> str:
        """What a seat sees, in words; OpenSpiel asks again and again."""
        if seat not in self.texts:
            self.texts[seat] = self.variant.text(self.variant.view(self.record, seat))
        return self.texts[seat]

    def outcomes(self, merged: bool) -> list[tuple[int, float]]:
        """The next draws and their chances; merged, those that come to the same are one."""
        assert self.pending is not None
        if not merged:
            return [(number, 1 / self.among) for number in range(self.among)]
        deed = self.deed(self.pending)
        alike = self.chance.alike(deed, self.record, self.given, self.among)
        return [(number, count / self.among) for number, count in alike.items()]

    def arrived(self, record: StateRecord, action: int) -> Moment:
        """A new table; every seat remembers what it sees, the mover also what it did."""
        mover = NO_MOVER if action == DEAL else int(self.record.turn)
        recalled = tuple(
            digest(before, self.variant.view(record, seat), action if seat == mover else DEAL)
            for seat, before in enumerate(self.recalled)
        )
        return Moment(self.variant, self.chance, record, recalled)

    def imagined(self, seat: int, seed: int) -> Moment:
        """Another world that the seat cannot tell from this one, its memory included."""
        record = self.variant.imagine(self.variant.view(self.record, seat), seed)
        recalled = tuple(own if s == seat else STRANGER for s, own in enumerate(self.recalled))
        return Moment(self.variant, self.chance, record, recalled)


NO_MOVER = -1


def digest(before: bytes, view: ViewRecord, action: int) -> bytes:
    """What a seat remembered, then saw, after what it did."""
    done = action.to_bytes(2, "little", signed=True)
    return hashlib.blake2b(before + done + view.tobytes(), digest_size=DIGEST).digest()


@functools.cache
def chance_of(variant: Variant) -> OpenChance:
    return OpenChance(variant.rules)


@functools.cache
def opening(variant: Variant) -> Moment:
    """The moment before the deal."""
    blank = variant.template if variant.public is None else variant.rules.State()
    return Moment(variant, chance_of(variant), blank, variant.seats * (b"",)).go_on(DEAL, ())


def restored(
    variant: Variant,
    record: bytes,
    recalled: tuple[bytes, ...],
    pending: int | None,
    given: tuple[int, ...],
    among: int,
) -> Moment:
    """A moment from what was kept of it."""
    state = np.frombuffer(bytearray(record), variant.rules.State.dtype).view(np.recarray)[0]
    return Moment(variant, chance_of(variant), state, recalled, pending, given, among)
