"""Parses what a player types: a number, a command, or a move in words or parts of words."""

from __future__ import annotations

import functools
import string
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skipyard.core import NONE
from skipyard.options import Never, Refused
from skipyard.terminal.sentences import say, sentences

HELP, RULES, HINT, UNDO, SAVE = "help", "rules", "hint", "undo", "save"
PILES, TABLE, QUIT = "piles", "table", "quit"
SHORT = {"?": HELP, "h": HELP, "q": QUIT, "exit": QUIT, "": TABLE}
REFEREE_WORDS = ("referee", "arbitre")
REFEREE_LETTERS = 3
NUMBER_DIGITS = 4
ECHOED = 40  # characters of a line that an answer repeats


@dataclass(frozen=True)
class ParsedLine:
    """A parsed line: a command, a move, an act of the referee, or several possible moves."""

    command: str = ""
    rest: str = ""
    action: int = NONE
    by_referee: bool = False
    several: tuple[int, ...] = ()


def fold(text: str) -> str:
    """A text without case and accents, which people leave out."""
    letters = unicodedata.normalize("NFD", text.replace("’", "'").casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def tokens(text: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a text without punctuation, with aliases replaced."""
    words = (word.strip(string.punctuation + "«»“”…") for word in fold(text).split())
    return tuple(aliases.get(word, word) for word in words if word)


def begins(word: str, typed: str) -> bool:
    """Whether a typed word matches a word: 1 not 12, nor e1 e10, but 4 matches 4-SM."""
    if typed[-1:].isdecimal():
        return word == typed or word.startswith(f"{typed}-")
    return word.startswith(typed)


def fits(typed: Sequence[str], said: Sequence[str]) -> bool:
    """Whether each typed word begins a word of the sentence, in order."""
    rest = iter(said)
    return all(any(begins(word, part) for word in rest) for part in typed)


def is_referee_word(word: str) -> bool:
    """Whether a line that begins with this word is the referee's, in either language."""
    return len(word) >= REFEREE_LETTERS and any(known.startswith(word) for known in REFEREE_WORDS)


@functools.cache
def commands(language: str) -> dict[str, str]:
    """The commands by what may be typed: the name in the language, or in English."""
    known = dict(SHORT)
    for name in sentences().group("command"):
        known[name] = name
        known[fold(sentences().say(language, f"command.{name}"))] = name
    return known


class Prompt:
    """Parses lines for one game in one language."""

    def __init__(
        self, words: Any, aliases: Mapping[str, str], acts: Sequence[int], language: str
    ) -> None:
        self.words, self.aliases, self.language = words, aliases, language
        numbers = range(len(words.actions))
        self.sentences = {n: tokens(words.describe(n, language), {}) for n in numbers}
        self.acts = list(acts)  # the referee's
        self.moves = [n for n in numbers if n not in set(self.acts)]

    def read(self, text: str, menu: Sequence[int]) -> ParsedLine:
        """Parse a line, or raise Refused with a sentence; `menu` holds the legal moves."""
        if parsed := self.command(text):
            return parsed
        if text.strip().isdecimal():
            return self.numbered(text.strip(), menu)
        typed = tokens(text, self.aliases)
        if typed and self.acts and is_referee_word(typed[0]):
            return self.act(text, typed)
        return self.move(text, typed, menu)

    def command(self, text: str) -> ParsedLine | None:
        """The line as a command, or None; only some commands take arguments."""
        word, _, rest = text.strip().partition(" ")
        command = commands(self.language).get(fold(word))
        if command is None or (rest.strip() and command not in (RULES, SAVE)):
            return None
        return ParsedLine(command=command, rest=rest.strip())

    def numbered(self, text: str, menu: Sequence[int]) -> ParsedLine:
        number = int(text[:NUMBER_DIGITS])
        if len(text) > NUMBER_DIGITS or not 1 <= number <= len(menu):
            shown = text[:ECHOED]
            raise Refused(say(self.language, "prompt.number", last=len(menu), text=shown))
        return ParsedLine(action=menu[number - 1])

    def move(self, text: str, typed: Sequence[str], menu: Sequence[int]) -> ParsedLine:
        """A move in words: complete words first, then parts of legal moves, then of any move."""
        for action in self.moves:
            if typed and self.sentences[action] == typed:
                return ParsedLine(action=action)
        self.refuse_never(text)
        matches = self.matching(typed, menu)
        if not matches:  # an illegal move is accepted here, so that its rule can be named
            matches = self.matching(typed, self.moves)
            if len(matches) != 1:
                raise Refused(say(self.language, "prompt.none", text=text.strip()[:ECHOED]))
        if len(matches) == 1:
            return ParsedLine(action=matches[0])
        return ParsedLine(rest=text.strip()[:ECHOED], several=tuple(matches))

    def act(self, text: str, typed: Sequence[str]) -> ParsedLine:
        """An act of the referee in words."""
        matches = [n for n in self.acts if self.sentences[n] == typed]
        matches = matches or self.matching(typed, self.acts)
        if not matches:
            example = self.words.describe(self.acts[0], self.language)
            facts = {"text": text.strip()[:ECHOED], "example": example}
            raise Refused(say(self.language, "prompt.no_referee", **facts))
        if len(matches) == 1:
            return ParsedLine(action=matches[0], by_referee=True)
        return ParsedLine(rest=text.strip()[:ECHOED], several=tuple(matches), by_referee=True)

    def matching(self, typed: Sequence[str], actions: Iterable[int]) -> list[int]:
        """The moves that match the typed words, preferably in their first word."""
        if not typed:
            return []
        matches = [n for n in actions if fits(typed, self.sentences[n])]
        return [n for n in matches if begins(self.sentences[n][0], typed[0])] or matches

    def refuse_never(self, text: str) -> None:
        """Refuse with the rule if the text names what the book forbids."""
        try:
            self.words.parse(text, self.language)
        except Never:
            raise
        except Refused:
            return
