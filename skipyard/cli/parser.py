"""The parsers of the command line; what is wrong with one is said in the user's language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from skipyard.catalogue import LANGUAGES, common, user_language

# What argparse says (3.11 to 3.14), and the sentence of words.toml for it.
SENTENCES = {
    "unknown": r"unrecognized arguments: (?P<words>.+)",
    "required": r"the following arguments are required: (?P<words>.+)",
    "one_of": r"one of the arguments (?P<words>.+) is required",
    "choice": r"argument (?P<name>.+?): invalid choice: (?P<value>'[^']*'|\"[^\"]*\"|\S+)"
    r".* \(choose from (?P<words>.+)\)",
    "value": r"argument (?P<name>.+?): expected .+",
    "together": r"argument (?P<name>.+?): not allowed with argument (?P<words>.+)",
    "number": r"argument (?P<name>.+?): invalid (?:int|float) value: (?P<value>.+)",
    "ambiguous": r"ambiguous option: (?P<value>.+?) could match (?P<words>.+)",
    "no_value": r"argument (?P<name>.+?): ignored explicit argument (?P<value>.+)",
}


class BadArguments(Exception):
    """A command line that argparse does not take."""

    def __init__(self, message: str, command: str) -> None:
        super().__init__(message)
        self.message, self.command = message, command

    def sentence(self, language: str) -> str:
        """What is wrong, and which command to ask for more."""
        said = common()
        for key, pattern in SENTENCES.items():
            if found := re.fullmatch(pattern, self.message, re.S):
                facts = {name: plain(text) for name, text in found.groupdict().items()}
                what = said.say(language, f"command.{key}", **facts)
                break
        else:
            what = self.message[:1].upper() + self.message[1:]
        return said.say(language, "command.help", what=what, command=self.command)


def plain(text: str) -> str:
    """Words as they were typed, without the quotes that argparse puts around them."""
    return re.sub(r"'([^']*)'|\"([^\"]*)\"", r"\1\2", text)


def language_in(words: Sequence[str]) -> str:
    """The language that a command line asks for, also one that cannot be parsed."""
    language = user_language()
    for word, after in zip(words, [*words[1:], ""], strict=True):
        asked = after if word == "--lang" else word.removeprefix("--lang=")
        if asked in LANGUAGES and asked != word:
            language = asked
    return language


class Parser(argparse.ArgumentParser):
    """Bad input gets one sentence."""

    def error(self, message: str) -> NoReturn:
        raise BadArguments(message, self.prog)


class Command(Parser):
    """The parser of a command: all of them take --lang."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="English or French"
        )


class Intermixed(Command):
    """A command that also accepts options between positional arguments."""

    is_nested = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.is_nested:  # argparse calls it again for options and for positionals
            return super().parse_known_args(args, namespace)
        self.is_nested = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.is_nested = False
