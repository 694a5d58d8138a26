"""Skippity for people: moves in words and back, refusals in sentences, squares and colours by name.

A square is a letter for its column and a number for its row, both counted from the top left.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from skipyard.catalogue import LANGUAGES, Catalogue, common
from skipyard.games.skippity import options, rules
from skipyard.games.skippity.actions import JUMP_FROM, Kind, No
from skipyard.games.skippity.board import LARGEST, Colour, colour_at, on_board, size_of
from skipyard.options import Never, Refused

LETTERS = "abcdefghijklmnopqrst"
KEYS = {Kind.JUMP: "move.jump", Kind.END: "move.end", Kind.PASS: "move.pass"}
CROOKED = {"diagonal": 2, "beside": 1}  # SK-12 SK-A05  how far such a jump goes both ways
SQUARES = tuple(itertools.product(range(LARGEST), range(LARGEST)))


def plain(text: str) -> str:
    """A text without what people leave out: case, doubled spaces, typographic apostrophes."""
    return " ".join(text.replace("’", "'").lower().split())


def square(row: int, column: int) -> str:
    """A square by name: e5 is in the fifth column and the fifth row."""
    return f"{LETTERS[column]}{row + 1}"


class Words:
    """The words of Skippity: its actions and its catalogue."""

    def __init__(self, actions: Any, catalogue: Catalogue, turn_rule: str) -> None:
        self.actions, self.catalogue = actions, catalogue
        self.turn_rule = turn_rule  # the id that says whose turn it is

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
    def describe(self, action: int, language: str = "en") -> str:
        """A move in words."""
        return self.catalogue.say(
            language, KEYS[Kind(self.actions[action].kind)], **self.facts(action)
        )

    def facts(self, action: int) -> dict[str, object]:
        """What the blanks of a move's sentence are filled with."""
        move = self.actions[action]
        return {
            "start": square(int(move.row), int(move.column)),
            "over": square(int(move.over_row), int(move.over_column)),
            "end": square(int(move.to_row), int(move.to_column)),
        }

    @functools.cache  # noqa: B019  one Words, for as long as the program runs
    def by_words(self, language: str) -> dict[str, int]:
        """Every action by its sentence."""
        return {plain(self.describe(a, language)): a for a in range(len(self.actions))}

    @functools.cache  # noqa: B019
    def never(self, language: str) -> dict[str, str]:
        """The forbidden moves' names by their sentences."""
        return {
            plain(sentence): name
            for name in self.catalogue.group("never")
            for sentence in self.never_sentences(name, language)
        }

    def never_sentences(self, name: str, language: str) -> Iterator[str]:
        """Every way to ask for a forbidden move."""
        pattern = self.catalogue.about(f"never.{name}", f"say_{language}")
        if name == "take_back":
            yield pattern
            return
        for row, column in SQUARES:
            start = square(row, column)
            for blank, end in forbidden_ends(name, row, column):
                yield pattern.format(start=start, **{blank: end})

    def parse(self, text: str, language: str = "en") -> int:
        """The action that a sentence names; Never or Refused with a sentence where none does."""
        said = plain(text)
        if said in self.by_words(language):
            return self.by_words(language)[said]
        if said in self.never(language):
            key = f"never.{self.never(language)[said]}"
            rule = self.catalogue.about(key, "rule")
            raise Never(f"{self.catalogue.say(language, key)} ({rule})")
        raise Refused(common().say(language, "parse.unknown", text=text.strip()))

    # Whole turns (SK-A10) -------------------------------------------------------------------
    def describe_path(self, actions: Sequence[int], language: str = "en") -> str:
        """A chain of jumps as one sentence: jump e5 to e7 to g7."""
        first, *others = [self.describe(action, language) for action in actions]
        joint = self.joint(language)
        return joint.join([first, *(other.rsplit(joint, 1)[1] for other in others)])

    def parse_path(self, text: str, language: str = "en") -> list[int]:
        """The jumps that a chain in words is made of, one after another."""
        start, *ends = plain(text).split(self.joint(language))
        if not ends:
            return [self.parse(text, language)]
        jump, _, start = start.rpartition(" ")
        said = zip([start, *ends], ends, strict=False)
        return [self.parse(f"{jump} {a}{self.joint(language)}{b}", language) for a, b in said]

    def joint(self, language: str) -> str:
        """What stands between two squares of a path."""
        return self.catalogue.about("move.jump", language).split("{start}")[1].split("{end}")[0]

    # Refusals -------------------------------------------------------------------------------
    def refuse(self, view: Any, action: int, no: int, language: str = "en") -> str:
        """Why a move is refused, from what the asker sees, with the rule's id."""
        move, facts = self.actions[action], self.facts(action)
        facts["last"] = square(size_of(view) - 1, size_of(view) - 1)
        facts["jumper"] = square(int(view.row), int(view.column)) if view.jumps else ""
        facts["colour"] = ""
        if on_board(view, move.to_row, move.to_column):
            facts["colour"] = self.colour(colour_at(view, move.to_row, move.to_column), language)
        said = self.catalogue.say(language, f"no.{No(no).name}", **facts)
        return f"{said} ({self.rule_of(no)})"

    def rule_of(self, no: int) -> str:
        """The id of the rule behind a refusal."""
        return self.catalogue.about(f"no.{No(no).name}", "rule")

    def option(self, name: str, language: str = "en") -> tuple[str, str]:
        """An option's title and help."""
        key = f"option.{name}"
        return self.catalogue.say(language, key), self.catalogue.about(key, f"help_{language}")


def forbidden_ends(name: str, row: int, column: int) -> Iterator[tuple[str, str]]:
    """Where a forbidden jump from a square would end, with the blank that says so."""
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


WORDS = Words(rules.ACTIONS, options.sentences(), "SK-09")
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
