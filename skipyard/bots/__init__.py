"""Bots by name. A bot gets what its seat sees and the legal moves; never the state."""

from __future__ import annotations

from typing import Any

from skipyard.bots.levels import LEVELS
from skipyard.bots.specs import DEFAULT, NAMES, NUMBERS, Spec, check, is_bot, read

__all__ = ["DEFAULT", "LEVELS", "NAMES", "Bot", "check", "is_bot", "read", "seat_bot"]


class Bot:
    """One seat's bot: its knowledge of the game, and dice of its own."""

    def __init__(self, game: str, spec: Spec, seed: int) -> None:
        from skipyard.bots import knowledge  # brings numba in
        from skipyard.core import Spin, spin

        self.spec, self.number = spec, NUMBERS[spec.name]
        self.decide, self.spin = knowledge.of(game).choose, spin
        self.dice = Spin()
        self.dice.at = seed

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions."""
        if self.spec.slips and self.spin(self.dice, 100) < self.spec.slips:
            return int(legal[self.spin(self.dice, len(legal))])
        return int(self.decide(self.number, view, legal, len(legal), self.dice))


def seat_bot(game: str, name: str, seed: int) -> Bot:
    """A bot for one seat of a game: `choose(view, legal)` is one of the legal actions.

    `name` is one of NAMES, or a search with a budget of simulations (`search:2000`) or of time
    (`search:1s`, `search:200ms`) a move.
    """
    return Bot(game, read(name, game), seed)
