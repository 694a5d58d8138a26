"""Symbol sets: which symbols are on the squares and the cards.

The printed symbols are not known (ST-A01), so a set is data: three come with the game, and the file
named by SKIPYARD_SYMBOLS is a fourth. A table's options name a set of the game, or hold the text of
another; its signs are part of the state, so compiled rules need no table (decision 0005).
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
QUOTED = 40  # characters of a wrong text that a sentence quotes
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
        """The sign of letters in any order; ValueError or KeyError if there is none."""
        return SIGN_OF[tuple(sorted(self.letters.index(letter) for letter in text.upper()))]

    def card(self, card: int) -> str:
        """A card by name, such as 4-SM."""
        return f"{card // FACES + 1}-{self.write(self.faces[card])}"

    @functools.cached_property
    def text(self) -> str:
        """The set as JSON without spaces, so that it can be written as a setting anywhere."""
        backs = {
            str(n + 1): [self.write(sign) for sign in self.faces[n * FACES : (n + 1) * FACES]]
            for n in range(NUMBERS)
        }
        content = {
            "format": FORMAT,
            "symbols": [{"id": letter, **self.names[letter]} for letter in self.letters],
            "squares": [self.write(sign) for sign in self.squares],
            "backs": backs,
        }
        return json.dumps(content, separators=(",", ":")).replace(" ", "\\u0020")

    @functools.cached_property
    def cards(self) -> dict[str, int]:
        """Every card by its name."""
        return {self.card(card): card for card in range(NUMBERS * FACES)}


class BadSet(ValueError):
    """A set is wrong: a key of the catalogue, and the facts for its sentence."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


# Sets as settings -----------------------------------------------------------------------------
def resolve(text: str, language: str = "en") -> str | None:
    """The text of a user's own set, given as text or in the user's file; None for a set's name.

    A table's options hold this text, so that saves and logs need no file.
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
    except (OSError, ValueError):  # missing, not text, or not a valid path
        raise BadSet("set.unread") from None


def shortened(text: object) -> str:
    """A text cut to what a sentence quotes."""
    said = str(text)
    return said if len(said) <= QUOTED else said[: QUOTED - 1] + "…"


@functools.cache
def of(value: str) -> SymbolSet:
    """The set of a resolved value of the option."""
    return parse((FOLDER / f"{value}.json").read_text("utf-8") if value in SHIPPED else value)


VALUES: dict[int, str] = {}  # by mark: the values of all sets in use


def mark_of(value: str) -> int:
    """The number that identifies a set in a state; adds the set to `VALUES`."""
    mark = int.from_bytes(hashlib.sha256(value.encode()).digest()[:8], "little")
    VALUES[mark] = value
    return mark


# Reading a set ----------------------------------------------------------------------------------
def parse(text: str) -> SymbolSet:
    """A set from its text; BadSet if it is not one."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BadSet("set.json") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadSet("set.format", format=FORMAT)
    names = read_symbols(content.get("symbols"))
    letters = "".join(names)
    squares = read_squares(content.get("squares"), letters)
    return SymbolSet(letters, names, squares, read_backs(content.get("backs"), letters))


def read_symbols(given: Any) -> dict[str, dict[str, str]]:
    rows = given if isinstance(given, list) else []
    names = {}
    for row in rows:
        letter = str(row.get("id", "")).upper() if isinstance(row, dict) else ""
        if len(letter) != 1 or not letter.isalpha() or letter in names:
            raise BadSet("set.letter", letter=shortened(letter))
        names[letter] = {part: read_name(row.get(part, letter)) for part in NAMES}
    if not 1 <= len(names) <= SYMBOLS:
        raise BadSet("set.count", most=SYMBOLS, count=len(names))
    return names


def read_name(given: Any) -> str:
    """The name of a symbol, short enough for a line on a screen."""
    if not isinstance(given, str) or not given.isprintable() or not 1 <= len(given) <= LONGEST_NAME:
        raise BadSet("set.name", name=shortened(given), most=LONGEST_NAME)
    return given


def sign(text: Any, letters: str, most: int, where: str) -> int:
    """The sign of one to `most` letters."""
    word = text.upper() if isinstance(text, str) else ""
    if not 1 <= len(word) <= most or not set(word) <= set(letters):
        facts = {"where": where, "text": shortened(text), "letters": " ".join(letters)}
        raise BadSet("set.group", most=most, **facts)
    return SIGN_OF[tuple(sorted(letters.index(letter) for letter in word))]


def read_squares(given: Any, letters: str) -> tuple[int, ...]:
    """ST-A08  Squares 1 to 99 show symbols; 0 and 100 show none."""
    rows = given if isinstance(given, list) else []
    if len(rows) != GOAL + 1 or rows[0] != "" or rows[GOAL] != "":
        raise BadSet("set.squares", count=len(rows))
    inner = [sign(rows[i], letters, ON_SQUARE, f"squares[{i}]") for i in range(1, GOAL)]
    return (0, *inner, 0)


def read_backs(given: Any, letters: str) -> tuple[int, ...]:
    """ST-45 ST-46  Twelve different faces for each number from 1 to 9."""
    backs = given if isinstance(given, dict) else {}
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
