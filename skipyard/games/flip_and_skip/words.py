"""Flip & Skip for people: moves in words and back, refusals in sentences."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from skipyard.catalogue import LANGUAGES, Catalogue, common
from skipyard.core import NONE
from skipyard.games.flip_and_skip import options, rules
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import ROWS, SET, SQUARES, Icon
from skipyard.options import Never, Refused


def plain(text: str) -> str:
    """A text without what people leave out: case, doubled spaces, typographic apostrophes."""
    return " ".join(text.replace("’", "'").lower().split())


def square_name(square: int) -> str:
    """A square as players call it: a1 to h8; empty where there is none."""
    return "" if square == NONE else f"{'abcdefgh'[square % ROWS]}{square // ROWS + 1}"


class Words:
    """The words of the book: its actions and its catalogue."""

    def __init__(self, actions: Any, catalogue: Catalogue, turn_rule: str) -> None:
        self.actions, self.catalogue = actions, catalogue
        self.turn_rule = turn_rule  # the id that says whose turn it is

    def coin(self, coin: int, language: str = "en") -> str:
        """A coin by its colour and number."""
        key = "colour.light" if coin < SET else "colour.dark"
        return "" if coin == NONE else self.catalogue.say(language, key, number=coin % SET + 1)

    def icon(self, icon: int, language: str = "en") -> str:
        return "" if icon == NONE else self.catalogue.say(language, f"icon.{Icon(icon).name}")

    def describe(self, action: int, language: str = "en") -> str:
        """A move in words."""
        key = f"move.{Kind(self.actions[action].kind).name.lower()}"
        return self.catalogue.say(language, key, **self.facts(action, language))

    def facts(self, action: int, language: str) -> dict[str, object]:
        """What the blanks of a move's sentence are filled with."""
        move = self.actions[action]
        squares = {name: square_name(int(move[name])) for name in ("source", "over", "target")}
        return {"coin": self.coin(int(move.coin), language), **squares}

    @functools.cache  # noqa: B019  one Words per book, for as long as the program runs
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
        pattern = self.catalogue.about(f"never.{name}", f"say_{language}")
        for square in range(SQUARES):
            yield pattern.format(square=square_name(square))

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

    def refuse(self, view: Any, action: int, no: int, language: str = "en") -> str:
        """Why a move is refused, from what the asker sees, with the rule's id."""
        facts = self.facts(action, language) | {"icon": self.icon(int(view.icon), language)}
        said = self.catalogue.say(language, f"no.{No(no).name}", **facts)
        return f"{said} ({self.rule_of(no)})"

    def rule_of(self, no: int) -> str:
        """The id of the rule behind a refusal."""
        return self.catalogue.about(f"no.{No(no).name}", "rule")

    def option(self, name: str, language: str = "en") -> tuple[str, str]:
        """An option's title and help."""
        key = f"option.{name}"
        return self.catalogue.say(language, key), self.catalogue.about(key, f"help_{language}")


WORDS = Words(rules.ACTIONS, options.sentences(), "FS-13")
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["LANGUAGES", "WORDS", "Never", "Words", "describe", "parse", "refuse", "square_name"]
