"""What a player types, understood: a number, a command, a move in words or in parts of words."""

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
class Wish:
    """What a line asks for: a command, a move, an act of the referee, or one of several moves."""

    command: str = ""
    rest: str = ""
    action: int = NONE
    by_referee: bool = False
    several: tuple[int, ...] = ()


def fold(text: str) -> str:
    """A text without case and accents: people type fast."""
    letters = unicodedata.normalize("NFD", text.replace("’", "'").casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def tokens(text: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a text, without the punctuation around them, short words written out."""
    words = (word.strip(string.punctuation + "«»“”…") for word in fold(text).split())
    return tuple(aliases.get(word, word) for word in words if word)


def begins(word: str, typed: str) -> bool:
    """Whether a typed word stands for a word: 1 not for 12, nor e1 for e10, but 4 for 4-SM."""
    if typed[-1:].isdecimal():
        return word == typed or word.startswith(f"{typed}-")
    return word.startswith(typed)


def fits(typed: Sequence[str], said: Sequence[str]) -> bool:
    """Whether each typed word begins a word of the sentence, in order."""
    rest = iter(said)
    return all(any(begins(word, part) for word in rest) for part in typed)


def is_referee_word(word: str) -> bool:
    """Whether a line that begins so is the referee's; both languages know the referee."""
    return len(word) >= REFEREE_LETTERS and any(known.startswith(word) for known in REFEREE_WORDS)


@functools.cache
def commands(language: str) -> dict[str, str]:
    """The commands by what may be typed for them: the language's name, or the English one."""
    known = dict(SHORT)
    for name in sentences().group("command"):
        known[name] = name
        known[fold(sentences().say(language, f"command.{name}"))] = name
    return known


class Prompt:
    """The understanding of one game's words in one language."""

    def __init__(
        self, words: Any, aliases: Mapping[str, str], acts: Sequence[int], language: str
    ) -> None:
        self.words, self.aliases, self.language = words, aliases, language
        numbers = range(len(words.actions))
        self.said = {n: tokens(words.describe(n, language), {}) for n in numbers}
        self.acts = list(acts)  # the referee's
        self.moves = [n for n in numbers if n not in set(self.acts)]

    def read(self, text: str, menu: Sequence[int]) -> Wish:
        """What a line asks for, or Refused with a sentence; `menu` holds the legal moves."""
        if wish := self.command(text):
            return wish
        if text.strip().isdecimal():
            return self.numbered(text.strip(), menu)
        typed = tokens(text, self.aliases)
        if typed and self.acts and is_referee_word(typed[0]):
            return self.act(text, typed)
        return self.move(text, typed, menu)

    def command(self, text: str) -> Wish | None:
        """The command that a line is, if it is one; only some take more words."""
        word, _, rest = text.strip().partition(" ")
        command = commands(self.language).get(fold(word))
        if command is None or (rest.strip() and command not in (RULES, SAVE)):
            return None
        return Wish(command=command, rest=rest.strip())

    def numbered(self, text: str, menu: Sequence[int]) -> Wish:
        number = int(text[:NUMBER_DIGITS])
        if len(text) > NUMBER_DIGITS or not 1 <= number <= len(menu):
            shown = text[:ECHOED]
            raise Refused(say(self.language, "prompt.number", last=len(menu), text=shown))
        return Wish(action=menu[number - 1])

    def move(self, text: str, typed: Sequence[str], menu: Sequence[int]) -> Wish:
        """A move by its words: whole ones first, then parts of legal ones, then of any."""
        for action in self.moves:
            if typed and self.said[action] == typed:
                return Wish(action=action)
        self.refuse_never(text)
        found = self.matching(typed, menu)
        if not found:  # a move that is against the rules is named, so that the rule can be told
            found = self.matching(typed, self.moves)
            if len(found) != 1:
                raise Refused(say(self.language, "prompt.none", text=text.strip()[:ECHOED]))
        if len(found) == 1:
            return Wish(action=found[0])
        return Wish(rest=text.strip()[:ECHOED], several=tuple(found))

    def act(self, text: str, typed: Sequence[str]) -> Wish:
        """What the referee says."""
        found = [n for n in self.acts if self.said[n] == typed] or self.matching(typed, self.acts)
        if not found:
            example = self.words.describe(self.acts[0], self.language)
            facts = {"text": text.strip()[:ECHOED], "example": example}
            raise Refused(say(self.language, "prompt.no_referee", **facts))
        if len(found) == 1:
            return Wish(action=found[0], by_referee=True)
        return Wish(rest=text.strip()[:ECHOED], several=tuple(found), by_referee=True)

    def matching(self, typed: Sequence[str], actions: Iterable[int]) -> list[int]:
        """The moves that typed words stand for; those that begin alike go before the others."""
        if not typed:
            return []
        found = [n for n in actions if fits(typed, self.said[n])]
        return [n for n in found if begins(self.said[n][0], typed[0])] or found

    def refuse_never(self, text: str) -> None:
        """Tell the rule where somebody names what the book forbids."""
        try:
            self.words.parse(text, self.language)
        except Never:
            raise
        except Refused:
            return
