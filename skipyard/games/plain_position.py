"""Positions as text for a game without a notation of its own: the fields of its state by name.

    options: stones=10
    seats: 2
    turn: 1                          players count from 1; a dash is nobody
    at: 3 0                          a field of several numbers; those of absent seats are left out
    hand 1: 1 0 2 0                  a field of several rows has a line for each

A field that is left out is zero.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from skipyard.catalogue import common
from skipyard.core import Dice, key_from, start_dice
from skipyard.games import Game
from skipyard.games.position_text import Lines, chosen_in, counted, in_order, whose, write_options
from skipyard.options import Refused
from skipyard.seats import NOBODY

SEATS_OF = ("turn", "winner")  # fields that name a player
NO_ONE = "-"


class PlainPosition:
    """Writes and reads the positions of one game.

    `left_out` are fields that are not written; `complete` computes them from the others.
    """

    def __init__(
        self,
        game: Game,
        left_out: Sequence[str] = (),
        complete: Callable[[Any], None] = lambda state: None,
    ) -> None:
        self.game, self.complete = game, complete
        self.left_out = {*left_out, *(Dice.dtype.names or ()), "seats", "me"}

    def fields(self, record: Any) -> Iterator[tuple[str, str, int | None]]:
        """The lines of a record: each line's name, its field, and the row of the field."""
        options = {option.name for option in self.game.options.OPTIONS}
        for field in record.dtype.names:
            if field not in self.left_out | options:
                if record[field].ndim < 2:
                    yield field, field, None
                else:
                    for row in range(int(record.seats)):
                        yield f"{field} {row + 1}", field, row

    # Writing --------------------------------------------------------------------------------------
    def write(self, record: Any) -> str:
        """A state or a view as text."""
        options = write_options(self.game, chosen_in(self.game, record))
        lines = {"options": options, "seats": str(record.seats)}
        for line, field, row in self.fields(record):
            value = record[field] if row is None else record[field][row]
            if field in SEATS_OF:
                lines[line] = NO_ONE if value == NOBODY else str(value + 1)
            else:
                lines[line] = " ".join(str(int(number)) for number in np.ravel(value))
        return in_order(lines, lines)

    def write_view(self, view: Any) -> str:
        """A view as text: what one seat knows."""
        return f"me: {whose(view.me)}\n{self.write(view)}"

    # Reading --------------------------------------------------------------------------------------
    def read(self, text: str) -> Any:
        """The state that a text describes, or Refused with a sentence."""
        lines = Lines(text)
        seats, chosen = lines.agreed(self.game)
        self.game.options.check(seats, chosen)
        state = self.game.set_up(seats, chosen)
        start_dice(state, key_from(0), 0)
        state.winner = NOBODY
        known = list(self.fields(state))
        lines.only(["options", "seats", *(line for line, _, _ in known)])
        for line, field, row in known:
            if line in lines:
                lines.value(line, "", functools.partial(put, state, field, row))
        self.complete(state)
        if not self.game.rules.sound(state):
            raise Refused(common().say("en", "position.unsound"))
        return state


def put(state: Any, field: str, row: int | None, text: str) -> None:
    """Set a field, or a row of it, to the numbers in a line; ValueError if they do not fit."""
    if field in SEATS_OF:
        state[field] = NOBODY if text == NO_ONE else counted(int(state.seats), text)
        return
    place = state[field] if row is None else state[field][row]
    numbers = [int(word) for word in text.split()]
    limits = np.iinfo(place.dtype)
    if len(numbers) != place.size or not all(limits.min <= n <= limits.max for n in numbers):
        raise ValueError(text)
    if place.ndim:
        place[:] = numbers
    else:
        state[field] = numbers[0]
