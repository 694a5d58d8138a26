"""Bots by name. A bot gets what its seat sees and the legal moves; never the state."""

from __future__ import annotations

from typing import Any

from skipyard.catalogue import common
from skipyard.options import Refused

NAMES = ("greedy", "random")


def number_of(name: str, language: str = "en") -> int:
    """A bot's number in compiled code; Refused with a sentence where there is no such bot."""
    if name not in NAMES:
        names = ", ".join(NAMES)
        raise Refused(common().say(language, "bot.unknown", name=name, names=names))
    return NAMES.index(name)


class Bot:
    """One seat's bot: its knowledge of the game, and dice of its own."""

    def __init__(self, game: str, name: str, seed: int) -> None:
        from skipyard.bots import knowledge  # brings numba in
        from skipyard.core import Spin

        self.name, self.number = name, number_of(name)
        self.decide = knowledge.of(game)
        self.dice = Spin()
        self.dice.at = seed

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions."""
        return int(self.decide(self.number, view, legal, len(legal), self.dice))


def seat_bot(game: str, name: str, seed: int) -> Bot:
    """A bot for one seat of a game."""
    return Bot(game, name, seed)
