"""Flip & Skip in words: moves as sentences and back, and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from skipyard.catalogue import LANGUAGES
from skipyard.core import NONE
from skipyard.games.flip_and_skip import options, rules
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import ROWS, SET, SQUARES, Icon
from skipyard.games.move_words import Speech
from skipyard.options import Never


def square_name(square: int) -> str:
    """A square's name, a1 to h8; empty for NONE."""
    return "" if square == NONE else f"{'abcdefgh'[square % ROWS]}{square // ROWS + 1}"


class Words(Speech):
    """The words of Flip & Skip: coins, icons and squares by name."""

    def coin(self, coin: int, language: str = "en") -> str:
        """A coin by its colour and number."""
        key = "colour.light" if coin < SET else "colour.dark"
        return "" if coin == NONE else self.catalogue.say(language, key, number=coin % SET + 1)

    def icon(self, icon: int, language: str = "en") -> str:
        return "" if icon == NONE else self.catalogue.say(language, f"icon.{Icon(icon).name}")

    def facts(self, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        squares = {name: square_name(int(move[name])) for name in ("source", "over", "target")}
        return {"coin": self.coin(int(move.coin), language), **squares}

    def seen(self, view: Any, action: int, language: str) -> dict[str, object]:
        return {"icon": self.icon(int(view.icon), language)}

    def blanks(self, never: str, language: str) -> Iterator[Mapping[str, object]]:
        for square in range(SQUARES):
            yield {"square": square_name(square)}


WORDS = Words(rules.ACTIONS, options.sentences(), No, "FS-13", Kind)
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["LANGUAGES", "WORDS", "Never", "Words", "describe", "parse", "refuse", "square_name"]
