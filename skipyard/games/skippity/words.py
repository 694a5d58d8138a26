"""Skippity in words: moves as sentences and back, refusals, names of squares and colours.

A square is a letter for its column and a number for its row, both counted from the top left.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skipyard.catalogue import LANGUAGES
from skipyard.games.move_words import Speech, plain
from skipyard.games.skippity import options, rules
from skipyard.games.skippity.actions import JUMP_FROM, Kind, No
from skipyard.games.skippity.board import LARGEST, Colour, colour_at, on_board, size_of
from skipyard.options import Never

LETTERS = "abcdefghijklmnopqrst"
CROOKED = {"diagonal": 2, "beside": 1}  # SK-12 SK-A05  rows and columns that such a jump goes
SQUARES = tuple(itertools.product(range(LARGEST), range(LARGEST)))


def square(row: int, column: int) -> str:
    """A square's name: e5 is in the fifth column and the fifth row."""
    return f"{LETTERS[column]}{row + 1}"


class Words(Speech):
    """The words of Skippity: colours, moves and whole chains of jumps."""

    # Colours (SK-03) ------------------------------------------------------------------------
    def colour(self, colour: int, language: str = "en") -> str:
        """A colour by name."""
        return self.catalogue.say(language, f"colour.{Colour(colour).name}")

    def letter(self, colour: int) -> str:
        """The letter that stands for a colour in a position."""
        return self.catalogue.about(f"colour.{Colour(colour).name}", "letter")

    def shape(self, colour: int) -> str:
        """The shape that goes with a colour on a screen."""
        return self.catalogue.about(f"colour.{Colour(colour).name}", "shape")

    # Moves ----------------------------------------------------------------------------------
    def facts(self, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        return {
            "start": square(int(move.row), int(move.column)),
            "over": square(int(move.over_row), int(move.over_column)),
            "end": square(int(move.to_row), int(move.to_column)),
        }

    def seen(self, view: Any, action: int, language: str) -> dict[str, object]:
        move, last = self.actions[action], size_of(view) - 1
        facts: dict[str, object] = {"last": square(last, last), "colour": ""}
        facts["jumper"] = square(int(view.row), int(view.column)) if view.jumps else ""
        if on_board(view, move.to_row, move.to_column):
            facts["colour"] = self.colour(colour_at(view, move.to_row, move.to_column), language)
        return facts

    def blanks(self, never: str, language: str) -> Iterator[Mapping[str, object]]:
        if never == "take_back":
            yield {}
            return
        for row, column in SQUARES:
            for blank, end in forbidden_ends(never, row, column):
                yield {"start": square(row, column), blank: end}

    # Whole turns (SK-A10) -------------------------------------------------------------------
    def describe_path(self, actions: Sequence[int], language: str = "en") -> str:
        """A chain of jumps as one sentence: jump e5 to e7 to g7."""
        first, *others = [self.describe(action, language) for action in actions]
        joint = self.joint(language)
        return joint.join([first, *(other.rsplit(joint, 1)[1] for other in others)])

    def parse_path(self, text: str, language: str = "en") -> list[int]:
        """The jumps of a chain in words, one after another."""
        start, *ends = plain(text).split(self.joint(language))
        if not ends:
            return [self.parse(text, language)]
        jump, _, start = start.rpartition(" ")
        pairs = zip([start, *ends], ends, strict=False)
        return [self.parse(f"{jump} {a}{self.joint(language)}{b}", language) for a, b in pairs]

    def joint(self, language: str) -> str:
        """The words between two squares of a path."""
        return self.catalogue.about("move.jump", language).split("{start}")[1].split("{end}")[0]


def forbidden_ends(name: str, row: int, column: int) -> Iterator[tuple[str, str]]:
    """The squares where a forbidden jump would end, each with the name of its blank."""
    if name in CROOKED:
        steps = (-CROOKED[name], CROOKED[name])
        for down, right in itertools.product(steps, steps):
            if {row + down, column + right} <= {*range(LARGEST)}:
                yield name, square(row + down, column + right)
    elif name == "decline":  # SK-A11
        for action in JUMP_FROM[row, column]:
            if action >= 0:
                move = rules.ACTIONS[action]
                yield "end", square(int(move.to_row), int(move.to_column))
    else:  # SK-A07
        for other in range(LARGEST):
            if abs(other - row) not in (0, 2):
                yield "far", square(other, column)
            if abs(other - column) not in (0, 2):
                yield "far", square(row, other)


WORDS = Words(rules.ACTIONS, options.sentences(), No, "SK-09", Kind)
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse
describe_path, parse_path = WORDS.describe_path, WORDS.parse_path

__all__ = [
    "LANGUAGES",
    "WORDS",
    "Never",
    "Words",
    "describe",
    "describe_path",
    "parse",
    "parse_path",
    "refuse",
    "square",
]
