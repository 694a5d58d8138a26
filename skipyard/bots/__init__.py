"""Bots by name. A bot gets what its seat sees and the legal moves; never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard.bots.levels import ADVISER, LEVELS
from skipyard.bots.others import Other
from skipyard.bots.specs import (
    DEFAULT,
    NAMES,
    NUMBERS,
    SEARCH,
    Spec,
    all_names,
    check,
    is_bot,
    read,
    spoken,
)

__all__ = [
    "ADVISER",
    "DEFAULT",
    "LEVELS",
    "NAMES",
    "Bot",
    "all_names",
    "check",
    "is_bot",
    "read",
    "seat_bot",
    "spoken",
]

Decide = Callable[[Any, Any], int]


class Bot:
    """One seat's bot, which may slip now and then; its dice are its own."""

    def __init__(self, game: str, spec: Spec, seed: int, threads: int) -> None:
        from skipyard.core import CheapDice, cheap_below  # brings numba in

        self.spec, self.below, self.dice = spec, cheap_below, CheapDice()
        self.dice.at = seed
        self.decide: Decide
        if spec.name == SEARCH:
            self.decide = self.searching(game, threads)
        elif spec.name in NUMBERS:
            self.decide = self.knowing(game)
        else:
            self.decide = Other(spec.name, game, seed).choose

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions."""
        if self.spec.slips and self.below(self.dice, 100) < self.spec.slips:
            return int(legal[self.below(self.dice, len(legal))])
        return self.decide(view, legal)

    def knowing(self, game: str) -> Decide:
        """A bot that looks at the table once."""
        from skipyard.bots import registry

        choose, number = registry.player(game).choose, NUMBERS[self.spec.name]
        return lambda view, legal: int(choose(number, view, legal, len(legal), self.dice))

    def searching(self, game: str, threads: int) -> Decide:
        """A bot that thinks ahead."""
        from skipyard.bots import registry

        searcher = registry.searcher(game)(game, self.spec, int(self.dice.at), threads)
        decide: Decide = searcher.choose
        return decide


def seat_bot(game: str, name: str, seed: int, threads: int = 1) -> Bot:
    """A bot for one seat of a game: `choose(view, legal)` is one of the legal actions.

    `name` is one of NAMES, or a search with a budget of simulations (`search:2000`) or of time
    (`search:1s`, `search:200ms`) a move, or the name of another package's bot.
    """
    return Bot(game, read(name, game), seed, threads)
