"""Names and ids of skippers, for scenes and events."""

from __future__ import annotations

from typing import Any

from skipyard.games.skippity import options
from skipyard.games.skippity.board import COLOURS, Colour

CELL_BITS, CELL = 3, 7  # of a square in a row's number
SENTENCES = options.sentences()
SKIPPERS = tuple(colour for colour in Colour if colour != Colour.EMPTY)
LETTERS = [SENTENCES.about(f"colour.{colour.name}", "letter") for colour in Colour]
FACES = ["empty", *(SENTENCES.about(f"skipper.{colour.name}", "code") for colour in SKIPPERS)]


def say(language: str, key: str, **values: object) -> str:
    return SENTENCES.say(language, key, **values)


def skipper(colour: int, language: str) -> str:
    """A skipper by colour, shape and letter."""
    return say(language, f"skipper.{Colour(colour).name}")


def stack_id(seat: int, colour: int) -> str:
    return f"captured.{seat}.{LETTERS[colour]}"


def captured(v: Any, seat: int) -> tuple[int, ...]:
    """How many of each colour a seat has captured, RED first."""
    counts: tuple[int, ...] = v.captured[seat * COLOURS : (seat + 1) * COLOURS]
    return counts


def colour_of(v: Any, row: int, column: int) -> int:
    """The colour on a square of an unpacked view."""
    return int(v.cells[row] >> CELL_BITS * column & CELL)
