"""Symbol sets: which symbols are on the squares and the cards, as data, checked.

The printed symbols are not known (ST-A01), so a set is data: three come with the game, and the file
named by SKIPYARD_SYMBOLS is a fourth. What a table agrees on names a set of the game, or holds the
text of another; its signs travel in the state, so compiled rules need no table (decision 0005).
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skipyard.catalogue import Catalogue
from skipyard.games.skip_or_trip.signs import GROUPS, ON_CARD, ON_SQUARE, SIGN_OF, SYMBOLS
from skipyard.options import Refused

FORMAT = "skip-or-trip-symbols/1"
FOLDER = pathlib.Path(__file__).parent / "symbols"
SENTENCES = pathlib.Path(__file__).parent / "words.toml"
SHIPPED, FILE = ("hexad", "quintet", "quartet"), "file"
VARIABLE = "SKIPYARD_SYMBOLS"  # names the file of symbol_set=file
NAMES, LONGEST_NAME = ("en", "fr", "glyph"), 24  # of a symbol
SHOWN = 40  # characters of a wrong text that a sentence quotes
NUMBERS, FACES = 9, 12  # ST-45 ST-46
GOAL = 100


@dataclass(frozen=True)
class SymbolSet:
    """The symbols by letter, and the sign of every square and every card."""

    letters: str
    names: Mapping[str, Mapping[str, str]]  # by letter: en, fr, glyph
    squares: tuple[int, ...]
    faces: tuple[int, ...]

    def write(self, sign: int) -> str:
        """A sign as letters."""
        return "".join(self.letters[symbol] for symbol in GROUPS[sign])

    def read(self, text: str) -> int:
        """The sign that letters in any order mean; ValueError or KeyError where they mean none."""
        return SIGN_OF[tuple(sorted(self.letters.index(letter) for letter in text.upper()))]

    def card(self, card: int) -> str:
        """A card by name, such as 4-SM."""
        return f"{card // FACES + 1}-{self.write(self.faces[card])}"

    @functools.cached_property
    def text(self) -> str:
        """The set as JSON without a blank, so that it fits wherever a setting is written."""
        backs = {
            str(n + 1): [self.write(sign) for sign in self.faces[n * FACES : (n + 1) * FACES]]
            for n in range(NUMBERS)
        }
        found = {
            "format": FORMAT,
            "symbols": [{"id": letter, **self.names[letter]} for letter in self.letters],
            "squares": [self.write(sign) for sign in self.squares],
            "backs": backs,
        }
        return json.dumps(found, separators=(",", ":")).replace(" ", "\\u0020")

    @functools.cached_property
    def cards(self) -> dict[str, int]:
        """Every card by its name."""
        return {self.card(card): card for card in range(NUMBERS * FACES)}


class BadSet(ValueError):
    """What is wrong with a set: a key of the catalogue and what fills its blanks."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


# Sets as settings -----------------------------------------------------------------------------
def resolve(text: str, language: str = "en") -> str | None:
    """The text of a set of one's own, given by itself or by the user's file; None for a name.

    What a table agrees on holds this text, so that saves and logs need no file.
    """
    own = text.startswith("{")
    if not own and text.lower() != FILE:
        return None
    path = "" if own else os.environ.get(VARIABLE, "")
    try:
        return parse(text if own else read_file(path)).text
    except BadSet as wrong:
        source = shortened(text) if own else path
        sentence = Catalogue(SENTENCES).say(language, wrong.key, source=source, **wrong.facts)
        raise Refused(sentence) from None


def read_file(path: str) -> str:
    if not path:
        raise BadSet("setup.symbols", variable=VARIABLE)
    try:
        return pathlib.Path(path).read_text("utf-8")
    except (OSError, ValueError):  # not there, not text, or a name that no file can have
        raise BadSet("set.unread") from None


def shortened(text: object) -> str:
    """As much of a text as a sentence quotes."""
    said = str(text)
    return said if len(said) <= SHOWN else said[: SHOWN - 1] + "…"


@functools.cache
def of(value: str) -> SymbolSet:
    """The set that a resolved value stands for."""
    return parse((FOLDER / f"{value}.json").read_text("utf-8") if value in SHIPPED else value)


VALUES: dict[int, str] = {}  # of every set that a record was given, by its mark


def mark_of(value: str) -> int:
    """The number by which records name a set; `VALUES` has the set from now on."""
    mark = int.from_bytes(hashlib.sha256(value.encode()).digest()[:8], "little")
    VALUES[mark] = value
    return mark


# Reading a set ----------------------------------------------------------------------------------
def parse(text: str) -> SymbolSet:
    """A set from its text; BadSet where it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadSet("set.json") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadSet("set.format", format=FORMAT)
    names = read_symbols(found.get("symbols"))
    letters = "".join(names)
    squares = read_squares(found.get("squares"), letters)
    return SymbolSet(letters, names, squares, read_backs(found.get("backs"), letters))


def read_symbols(found: Any) -> dict[str, dict[str, str]]:
    rows = found if isinstance(found, list) else []
    names = {}
    for row in rows:
        letter = str(row.get("id", "")).upper() if isinstance(row, dict) else ""
        if len(letter) != 1 or not letter.isalpha() or letter in names:
            raise BadSet("set.letter", letter=shortened(letter))
        names[letter] = {part: read_name(row.get(part, letter)) for part in NAMES}
    if not 1 <= len(names) <= SYMBOLS:
        raise BadSet("set.count", most=SYMBOLS, count=len(names))
    return names


def read_name(found: Any) -> str:
    """What a symbol is called; it has to fit in a line of the screen."""
    if not isinstance(found, str) or not found.isprintable() or not 1 <= len(found) <= LONGEST_NAME:
        raise BadSet("set.name", name=shortened(found), most=LONGEST_NAME)
    return found


def sign(text: Any, letters: str, most: int, where: str) -> int:
    """The sign of one to `most` letters."""
    word = text.upper() if isinstance(text, str) else ""
    if not 1 <= len(word) <= most or not set(word) <= set(letters):
        facts = {"where": where, "text": shortened(text), "letters": " ".join(letters)}
        raise BadSet("set.group", most=most, **facts)
    return SIGN_OF[tuple(sorted(letters.index(letter) for letter in word))]


def read_squares(found: Any, letters: str) -> tuple[int, ...]:
    """ST-A08  Squares 1 to 99 show symbols; 0 and 100 show none."""
    rows = found if isinstance(found, list) else []
    if len(rows) != GOAL + 1 or rows[0] != "" or rows[GOAL] != "":
        raise BadSet("set.squares", count=len(rows))
    inner = [sign(rows[i], letters, ON_SQUARE, f"squares[{i}]") for i in range(1, GOAL)]
    return (0, *inner, 0)


def read_backs(found: Any, letters: str) -> tuple[int, ...]:
    """ST-45 ST-46  Twelve different faces for each number from 1 to 9."""
    backs = found if isinstance(found, dict) else {}
    faces: list[int] = []
    for number in range(1, NUMBERS + 1):
        rows = backs.get(str(number))
        where = f"backs[{number}]"
        rows = rows if isinstance(rows, list) else []
        signs = [sign(row, letters, ON_CARD, where) for row in rows]
        if len(signs) != FACES or len(set(signs)) != FACES:
            raise BadSet("set.backs", number=number, count=len(set(signs)))
        faces += signs
    return tuple(faces)
