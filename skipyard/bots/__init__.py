"""Bots by name. A bot gets its seat's view and the legal moves, never the state."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from skipyard.bots.levels import ADVISER, LEVELS
from skipyard.bots.others import ExternalBot
from skipyard.bots.programs import ProgramBot, is_program
from skipyard.bots.specs import (
    DEFAULT,
    FILE,
    NAMES,
    NUMBERS,
    POLICY,
    SEARCH,
    SHIPPED,
    Spec,
    all_names,
    check,
    display_name,
    is_bot,
    is_policy,
    may_be_seated,
    read,
)
from skipyard.catalogue import common
from skipyard.options import Refused

__all__ = [
    "ADVISER",
    "DEFAULT",
    "LEVELS",
    "NAMES",
    "Bot",
    "all_names",
    "check",
    "display_name",
    "is_bot",
    "may_be_seated",
    "read",
    "seat_bot",
]

if TYPE_CHECKING:  # it brings numba in
    from skipyard.games.contract import Moves, ViewRecord

MOST_SEEDS = 1 << 63  # of dice; a larger number is taken modulo
Decide: TypeAlias = "Callable[[ViewRecord, Moves], int]"


class Bot:
    """One seat's bot with dice of its own; a level may play a random move now and then."""

    def __init__(
        self, game: str, spec: Spec, seed: int, threads: int, language: str = "en"
    ) -> None:
        from skipyard.core import CheapDice, cheap_below  # brings numba in

        self.spec, self.below, self.dice = spec, cheap_below, CheapDice()
        self.dice.at = seed % MOST_SEEDS
        self.searcher: Any = None  # a search, or a bot of another package
        self.decide: Decide
        if spec.name == SEARCH:
            self.decide = self.load_search(game, threads)
        elif spec.name in NUMBERS:
            self.decide = self.load_player(game)
        elif spec.name == POLICY or is_policy(spec.name):
            self.decide = self.load_network(game, language)
        else:
            make = ProgramBot if is_program(spec.name) else ExternalBot
            self.searcher = make(spec.name, game, seed, language)
            self.decide = self.searcher.choose

    def reseed(self, seed: int) -> None:
        """Seed the dice again, as in a new bot with that seed."""
        self.dice.at = seed % MOST_SEEDS
        if self.searcher is not None:
            self.searcher.reseed(seed)

    def close(self) -> None:
        """Leave what it uses, such as a running program, to the next bot."""
        if hasattr(self.searcher, "close"):
            self.searcher.close()

    def at(self, table: str, seq: int) -> None:
        """Tell a program which table it is asked about, after which of its rows."""
        if isinstance(self.searcher, ProgramBot):
            self.searcher.at(table, seq)

    def set_effort(self, effort: float) -> None:
        """Let a search spend a part of its budget from now on."""
        if self.spec.name == SEARCH:
            self.searcher.effort = effort

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """One of the legal actions."""
        if self.spec.slips and self.below(self.dice, 100) < self.spec.slips:
            return int(legal[self.below(self.dice, len(legal))])
        return self.decide(view, legal)

    def load_player(self, game: str) -> Decide:
        """The game's compiled player, which looks at the view once."""
        from skipyard.bots import registry

        choose, number = registry.player(game).choose, NUMBERS[self.spec.name]
        return lambda view, legal: int(choose(number, view, legal, len(legal), self.dice))

    def load_network(self, game: str, language: str) -> Decide:
        """A trained network, which looks at the view once; without a shipped one, `rules`."""
        from skipyard.networks.player import NetworkPlayer

        if self.spec.name != POLICY:
            return NetworkPlayer(game, self.spec.name.removeprefix(FILE), language).choose
        try:
            return NetworkPlayer(game, language=language).choose
        except Refused as why:
            tell_once(str(why), "rules")
            self.spec = self.spec._replace(name="rules")
            return self.load_player(game)

    def load_search(self, game: str, threads: int) -> Decide:
        """The game's search, or one with a network; without a shipped one, the former."""
        from skipyard.bots import registry

        seed = int(self.dice.at)
        if self.spec.network:
            from skipyard.bots import guided

            file = "" if self.spec.network == SHIPPED else self.spec.network
            try:
                self.searcher = guided.Searcher(game, self.spec, seed, threads, file=file)
                return self.searcher.choose
            except Refused as why:
                if file:
                    raise
                tell_once(str(why), SEARCH)
        self.searcher = registry.searcher(game)(game, self.spec, seed, threads)
        return self.searcher.choose


@functools.cache
def tell_once(why: str, instead: str) -> None:
    """Say why another bot plays: in a server's log, or on standard error; once in a process."""
    logging.getLogger("skipyard").warning(common().say("en", "bot.instead", why=why, bot=instead))


def seat_bot(game: str, name: str, seed: int, threads: int = 1, language: str = "en") -> Bot:
    """A bot for one seat of a game: `choose(view, legal)` is one of the legal actions.

    `name` is one of NAMES, or a search with a budget of simulations (`search:2000`) or of time
    (`search:1s`, `search:200ms`) a move, or a trained network (`policy:FILE`), or a search with one
    (`search:2000+policy:FILE`, `champion:100ms`), or somebody else's: `exec:COMMAND`,
    `module:Class`, the name of another package's bot. Refusals and forfeits are sentences in
    `language`.
    """
    return Bot(game, read(name, game, language), seed, threads, language)
