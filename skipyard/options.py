"""The options of a table as data, for the command line and for web forms.

A game's options.py lists its options and checks that they fit together; words.toml has their texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from skipyard.catalogue import common

Value = bool | int | str | tuple[int, ...]
BOOK = "book"
MOST_DIGITS = 9
YES, NO = ("true", "on", "yes", "1"), ("false", "off", "no", "0")


def is_number(word: str) -> bool:
    """Whether a word is an integer of at most nine digits."""
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


class Refused(ValueError):
    """A sentence for the person who asked, the rule's id and the argument; nothing was changed.

    >>> import skipyard as sy
    >>> try:
    ...     sy.Table("skippity", seed=7).push("jump a1 to c1")
    ... except sy.Refused as why:
    ...     print(why.rule, why)
    SK-14 A jump ends on an empty square, and there is a skipper on c1 (orange). (SK-14)
    """

    def __init__(self, sentence: str, rule: str = "", about: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule  # the id of the rule that it names, where it names one
        self.about = about  # the option or other field that it is about, where it is about one


class Never(Refused):
    """A move that the rulebook mentions only to forbid it, so there is no action for it."""


@dataclass(frozen=True)
class Option:
    """One option; `rule` is the id that a refusal names."""

    name: str
    rule: str
    default: Value
    names: tuple[str, ...] = ()  # of a choice, in the order of their numbers
    low: int = 0  # of a number
    high: int = 0
    counts: tuple[int, ...] = ()  # of a list of counts: the maximum of each
    unset: str = BOOK  # the text for a default below `low`
    resolve: Callable[[str, str], str | None] | None = None  # of a choice: reads other values
    local: tuple[str, ...] = ()  # of a choice: names that stand for a file of the player's own
    referee: bool = False  # matters only where people share a screen and referee themselves

    @property
    def kind(self) -> str:
        if self.counts:
            return "counts"
        if self.names:
            return "choice"
        return "switch" if isinstance(self.default, bool) else "number"

    def read(self, text: str, language: str = "en") -> Value:
        """The value that a text means, or Refused with a sentence."""
        word = text.strip().lower()
        facts = {"name": self.name, "rule": self.rule, "value": text}
        if self.kind == "switch":
            if word in YES + NO:
                return word in YES
            raise self.refused(language, "option.choice", values="true, false", **facts)
        if self.kind == "choice":
            resolved = self.resolve(text.strip(), language) if self.resolve else None
            if resolved is not None:
                return resolved
            if word in self.names:
                return word
            values = ", ".join(self.names)
            raise self.refused(language, "option.choice", values=values, **facts)
        if self.kind == "number":
            unset = isinstance(self.default, int) and self.default < self.low
            if word == self.unset and unset:
                return self.default
            if is_number(word) and self.low <= int(word) <= self.high:
                return int(word)
            raise self.refused(language, "option.number", low=self.low, high=self.high, **facts)
        if word == BOOK:
            return self.default
        parts = [part.strip() for part in word.split(",")]
        if len(parts) == len(self.counts) and all(map(is_number, parts)):
            return tuple(int(part) for part in parts)
        raise self.refused(language, "option.counts", length=len(self.counts), **facts)

    def refused(self, language: str, key: str, **facts: object) -> Refused:
        """A refusal of a value of this option."""
        return Refused(common().say(language, key, **facts), self.rule, self.name)

    def number(self, value: Value) -> int | tuple[int, ...]:
        """A value as the numbers that a state holds."""
        if isinstance(value, str):
            return self.names.index(value)
        return value if isinstance(value, tuple) else int(value)

    def write(self, value: Value) -> str:
        """A value as the text that `read` takes; one that it would refuse stays recognisable."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, tuple | list):
            return BOOK if tuple(value) == self.default else ",".join(map(str, value))
        if self.kind == "number" and value == self.default and int(value) < self.low:
            return self.unset
        return str(value)


def find(options: Sequence[Option], name: str, game: str, language: str = "en") -> Option:
    """The option of that name, or the only one whose name starts like that."""
    word = name.strip().lower().replace("-", "_")
    exact = [option for option in options if option.name == word]
    alike = exact or [option for option in options if word and option.name.startswith(word)]
    if len(alike) == 1:
        return alike[0]
    names = ", ".join(option.name for option in alike or options)
    key = "option.twice" if alike else "option.unknown"
    raise Refused(common().say(language, key, name=name, names=names, game=game))


def read_settings(
    options: Sequence[Option], settings: Sequence[str], game: str, language: str = "en"
) -> dict[str, Value]:
    """Values for all options: the defaults, changed by `NAME=VALUE` texts."""
    chosen = {option.name: option.default for option in options}
    for setting in settings:
        name, sign, text = setting.partition("=")
        if not sign:
            raise Refused(common().say(language, "option.form", text=setting))
        option = find(options, name, game, language)
        chosen[option.name] = option.read(text, language)
    return chosen


def write_settings(options: Sequence[Option], chosen: Mapping[str, Value]) -> list[str]:
    """The `NAME=VALUE` texts that differ from the defaults."""
    return [
        f"{option.name}={option.write(chosen[option.name])}"
        for option in options
        if chosen[option.name] != option.default
    ]
