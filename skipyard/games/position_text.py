"""Positions as lines of text, NAME: VALUE: what the games' position.py share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.options import Refused, Value, read_settings, write_settings
from skipyard.seats import NOBODY


# Writing ----------------------------------------------------------------------------------------
def chosen_in(g: Game, s: Any) -> dict[str, Value]:
    """The options of a state or a view; those that it does not hold have their default."""
    chosen: dict[str, Value] = {}
    for option in g.options.OPTIONS:
        chosen[option.name] = option.default
        if option.name in s.dtype.names:
            value = s[option.name]
            if option.names:
                chosen[option.name] = option.names[int(value)]
            elif option.counts:
                chosen[option.name] = tuple(int(n) for n in value)
            else:
                chosen[option.name] = type(option.default)(value)
    return chosen


def write_options(g: Game, chosen: Mapping[str, Value]) -> str:
    """The options that differ from the default, separated by commas; counts have slashes instead.

    Commas inside braces stay: an option can be a set of symbols, written as JSON.
    """
    texts = write_settings(g.options.OPTIONS, chosen)
    return ", ".join(text if "{" in text else text.replace(",", "/") for text in texts)


def whose(seat: int) -> str:
    """The viewer as text."""
    return "watcher" if seat == NOBODY else str(seat + 1)


def in_order(lines: Mapping[str, str], order: Iterable[str]) -> str:
    """Lines in a given order, without empty ones."""
    return "\n".join(f"{name}: {lines[name]}" for name in order if lines.get(name))


# Reading ------------------------------------------------------------------------------------------
class Lines:
    """The lines of a text by name."""

    def __init__(self, text: str) -> None:
        self.by_name: dict[str, str] = {}
        for row in text.strip().splitlines():
            name, sign, value = row.partition(":")
            if not sign:
                raise Refused(common().say("en", "position.form", text=row.strip()))
            self.by_name[" ".join(name.split()).lower()] = " ".join(value.split())

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def get(self, name: str, default: str = "") -> str:
        """The text of a line."""
        return self.by_name.get(name, default)

    def yes(self, name: str) -> bool:
        """Whether a line says yes."""
        return self.get(name) == "yes"

    def value(self, name: str, default: str, read: Callable[[str], Any]) -> Any:
        """A line's value, or Refused with a sentence naming the line."""
        text = self.get(name, default)
        try:
            return read(text)
        except (ValueError, KeyError, IndexError) as problem:
            if isinstance(problem, Refused):
                raise
            raise Refused(common().say("en", "position.value", name=name, text=text)) from None

    def agreed(self, g: Game) -> tuple[int, dict[str, Value]]:
        """The seats and the options, not yet checked by the game."""
        seats = self.value("seats", "2", int)
        parts = [part for part in self.get("options").split(", ") if part]
        wanted = [part if "{" in part else part.replace("/", ",") for part in parts]
        return seats, read_settings(g.options.OPTIONS, wanted, g.title)

    def only(self, known: Iterable[str]) -> None:
        """Refuse lines with other names."""
        names = list(known)
        for line in self.by_name:
            if line not in names:
                say = common().say
                raise Refused(say("en", "position.line", name=line, names=", ".join(names)))


def counted(most: int, text: str) -> int:
    """An index from a number that counts from 1, such as a player's."""
    if not 1 <= int(text) <= most:
        raise ValueError(text)
    return int(text) - 1
