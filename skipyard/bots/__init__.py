"""Bots by name. A bot gets what its seat sees and the legal moves; never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

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

if TYPE_CHECKING:  # it brings numba in
    from skipyard.games.contract import Moves, ViewRecord

Decide: TypeAlias = "Callable[[ViewRecord, Moves], int]"


class Bot:
    """One seat's bot, which may slip now and then; its dice are its own."""

    def __init__(self, game: str, spec: Spec, seed: int, threads: int) -> None:
        from skipyard.core import CheapDice, cheap_below  # brings numba in

        self.spec, self.below, self.dice = spec, cheap_below, CheapDice()
        self.dice.at = seed
        self.searcher: Any = None  # made once: it brings its own memory
        self.decide: Decide
        if spec.name == SEARCH:
            self.decide = self.searching(game, threads)
        elif spec.name in NUMBERS:
            self.decide = self.knowing(game)
        else:
            self.searcher = Other(spec.name, game, seed)
            self.decide = self.searcher.choose

    def reseed(self, seed: int) -> None:
        """Begin with other dice, as a new bot with that seed would."""
        self.dice.at = seed
        if self.searcher is not None:
            self.searcher.reseed(seed)

    def choose(self, view: ViewRecord, legal: Moves) -> int:
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

        self.searcher = registry.searcher(game)(game, self.spec, int(self.dice.at), threads)
        return self.searcher.choose


def seat_bot(game: str, name: str, seed: int, threads: int = 1) -> Bot:
    """A bot for one seat of a game: `choose(view, legal)` is one of the legal actions.

    `name` is one of NAMES, or a search with a budget of simulations (`search:2000`) or of time
    (`search:1s`, `search:200ms`) a move, or the name of another package's bot.
    """
    return Bot(game, read(name, game), seed, threads)
