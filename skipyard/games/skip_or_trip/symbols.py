"""Symbol sets: which symbols are on the squares and the cards, read from a data file and checked.

The printed symbols are not known (ST-A01), so a set is data: three come with the game, and the file
named by SKIPYARD_SYMBOLS is a fourth. A set travels in the state, so compiled rules need no table.
"""

from __future__ import annotations

import functools
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
VARIABLE = "SKIPYARD_SYMBOLS"  # names the file of symbol_set=file
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
    def cards(self) -> dict[str, int]:
        """Every card by its name."""
        return {self.card(card): card for card in range(NUMBERS * FACES)}


class BadFile(ValueError):
    """What is wrong with a symbol file: a key of the catalogue and what fills its blanks."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


@functools.cache
def of_game(name: str) -> SymbolSet:
    """One of the sets that come with the game."""
    return parse((FOLDER / f"{name}.json").read_text("utf-8"))


def load(name: str, language: str = "en") -> SymbolSet:
    """The set of that name; `file` is the user's own, Refused with a sentence if it is wrong."""
    if name != "file":
        return of_game(name)
    path = os.environ.get(VARIABLE, "")
    try:
        if not path:
            raise BadFile("setup.symbols", variable=VARIABLE)
        try:
            text = pathlib.Path(path).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise BadFile("file.unread") from None
        return parse(text)
    except BadFile as wrong:
        sentence = Catalogue(SENTENCES).say(language, wrong.key, file=path, **wrong.facts)
        raise Refused(sentence) from None


def parse(text: str) -> SymbolSet:
    """A set from the text of its file; BadFile where it is not one."""
    try:
        found = json.loads(text)
    except ValueError:
        raise BadFile("file.json") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadFile("file.format", format=FORMAT)
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
            raise BadFile("file.letter", letter=letter)
        facts = {part: str(row.get(part, letter)) for part in ("en", "fr", "glyph")}
        names[letter] = facts
    if not 1 <= len(names) <= SYMBOLS:
        raise BadFile("file.count", most=SYMBOLS, count=len(names))
    return names


def sign(text: Any, letters: str, most: int, where: str) -> int:
    """The sign of one to `most` letters."""
    word = text.upper() if isinstance(text, str) else ""
    if not 1 <= len(word) <= most or not set(word) <= set(letters):
        raise BadFile("file.group", where=where, text=text, most=most, letters=" ".join(letters))
    return SIGN_OF[tuple(sorted(letters.index(letter) for letter in word))]


def read_squares(found: Any, letters: str) -> tuple[int, ...]:
    """ST-A08  Squares 1 to 99 show symbols; 0 and 100 show none."""
    rows = found if isinstance(found, list) else []
    if len(rows) != GOAL + 1 or rows[0] != "" or rows[GOAL] != "":
        raise BadFile("file.squares", count=len(rows))
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
            raise BadFile("file.backs", number=number, count=len(set(signs)))
        faces += signs
    return tuple(faces)
