"""Finds each game's bots, by convention in `skipyard/bots/GAME/`.

| file | what is in it, compiled with `core.rule` |
|---|---|
| `player.py` | `choose(bot, v, legal, n, dice)`: a legal action; `bot` by bot_numbers.py |
| `win_estimate.py` | `win_estimate(s, seat)`: roughly the chance that a seat wins, 0.0 to 1.0 |
| `equal_moves.py` | `keep_distinct(s, legal, n)`: keep one of each group of equivalent moves |
| `search.py` | `Searcher`: a search of the game's own, instead of bots/search.py |

A game may lack any of them: loops/fallback has random players, even chances and no equal moves.
`choose` gets what its seat sees and leaves the view as it was. `win_estimate` gets a state, an
imagined one wherever a bot searches: the search cuts its playouts short with it. It should be quick
(well under a microsecond), treat all seats by the same rule, so that the chances of all sides add
up to about 1, and be finer than the score: what is nearly won counts. It is not called for a game
that is over.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from skipyard.batch.bot_numbers import GREEDY as GREEDY
from skipyard.batch.bot_numbers import RANDOM as RANDOM
from skipyard.batch.bot_numbers import RULES as RULES
from skipyard.games import game

if TYPE_CHECKING:  # it brings numba in
    from skipyard.bots.specs import Spec
    from skipyard.games.contract import Moves, ViewRecord

RANDOM_PLAYER = "skipyard.loops.fallback.player"


class Chooser(Protocol):
    """Anything that picks moves for one seat."""

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """One of the legal actions."""


class SearchBot(Chooser, Protocol):
    """A search, made for a game, a bots.specs.Spec, a seed and a number of threads."""

    effort: float  # the part of its budget that it spends

    def __init__(self, name: str, spec: Spec, seed: int, threads: int = 1) -> None: ...


def player_module(name: str) -> str:
    """The module whose `choose` moves for a game's bots."""
    return game(name).companion("bots", "player") or RANDOM_PLAYER


def player(name: str) -> ModuleType:
    """The module itself, imported."""
    return importlib.import_module(player_module(name))


def searcher(name: str) -> type[SearchBot]:
    """The `Searcher` of a game: its own, or the one that all games share."""
    module = game(name).companion("bots", "search") or "skipyard.bots.search"
    searcher: type[SearchBot] = importlib.import_module(module).Searcher
    return searcher
