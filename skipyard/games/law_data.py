"""What the laws need to know of a game, with defaults that suit most games.

A game can have a `law_data.py` with any of the names below; games of one family share it. The laws
themselves are in skipyard/testing/laws.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from skipyard.core import NOBODY
from skipyard.games import Game, game
from skipyard.games.random_options import fits
from skipyard.games.random_play import (
    OngoingGame,
    Played,
    Table,
    defaults,
    differing,
    imagined,
    kinds,
    legal,
    table,
    view_of,
)
from skipyard.options import Option, Value

WORLDS = 20  # imagined to learn what is hidden
PART = "law_data"


class LawData:
    """The defaults; `law_data` replaces those that a game's law_data.py has."""

    EXAMPLES = (8, 40)  # random tables of a law: a few, and many
    EVERY: Mapping[str, int] = dict.fromkeys(  # by law: every so many states, one is checked
        ("mask", "sound", "secrecy", "imagine", "position", "refusals"), 3
    )
    MOST = 1 << 30  # at most so many states of a game are checked
    TWIN_MOVES = 1 << 30  # at most so many moves are played interpreted and compiled
    TWIN_EVERY = 5  # after every so many of them, views and imagined states are compared
    IN_TWINS: Sequence[str] = ()  # what must happen in these games
    POLICIES: Sequence[str] = ("any",)  # how players can choose
    VALUES: Mapping[str, Sequence[Value] | Callable[[random.Random], Value]] = {}  # preferred ones
    SHORTEST = 1  # the longest random game has more moves
    RARE_REASONS: Collection[int] = ()  # reasons to refuse that random play and cases hardly meet
    FORBIDDEN = 0  # at least so many moves that the rulebook mentions only to forbid them
    SECRET: Sequence[str] = ()  # fields that no view has
    SET_UP: Sequence[str] = ()  # fields that are set before the deal
    IN_FULL = False  # whether a position has everything but the dice
    WRONG_THINGS = 0  # kinds of faults that `unsound` makes
    BLIND_SEAT = 0  # the viewer of the tables that `blind` makes
    UNTOLD: Mapping[str, Collection[str]] = {}  # by game: fields of a view that features leave out

    def __init__(self, name: str) -> None:
        self.name = name

    # Tables ---------------------------------------------------------------------------------------
    def mend(self, seats: int, chosen: dict[str, Value], dice: random.Random) -> int:
        """Change random options so that they fit together; return the number of seats."""
        return seats

    def telling(self, name: str) -> Sequence[Table]:
        """Tables on which rare things happen: all sizes, and every value of an option."""
        options = game(name).options
        sizes = range(options.FEWEST_SEATS, options.MOST_SEATS + 1)
        tables = [table(name, n, n) for n in sizes if fits(game(name), n, defaults(name))]
        for option in options.OPTIONS:
            for value in other_values(option):
                chosen = defaults(name) | {option.name: value}
                fitting = [n for n in sizes if fits(game(name), n, chosen)]
                tables += [Table(name, n, chosen, 10 + n, "") for n in fitting[:1]]
        return tables

    def scripted(self, name: str) -> Iterable[Table]:
        """Tables that are played interpreted and compiled."""
        return self.telling(name)

    def scene_tables(self, name: str) -> Iterable[Table]:
        """More tables for the laws of scenes."""
        return ()

    # Play -----------------------------------------------------------------------------------------
    def choose(self, ongoing: OngoingGame, state: Any) -> int:
        """A legal action, by the table's policy."""
        return ongoing.chance.choice(legal(ongoing.table.name, state))

    def note(self, ongoing: OngoingGame, before: Any, action: int, after: Any) -> None:
        """Count what happened in a move."""
        ongoing.seen[f"kind {kinds(ongoing.table.name)[action]}"] += 1

    def met(self, name: str) -> Sequence[str]:
        """What must happen in random play for a law to mean anything: every kind of action."""
        return [f"kind {kind}" for kind in sorted({*kinds(name)})]

    def unmet(self, name: str) -> Collection[int]:
        """Reasons to refuse that cannot happen in this game."""
        return ()

    def refusals(self, name: str) -> int:
        """How many reasons to refuse the tables of `telling` must meet."""
        return 1

    # What lies on a table -------------------------------------------------------------------------
    def check(self, state: Any) -> None:
        """Check that nothing is lost or made, counting in another way than the rules do."""
        assert game(self.name).rules.sound(state)

    def unsound(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Copies of a table with one fault each, and the name of the fault."""
        yield from ()

    def check_end(self, played: Played) -> None:
        """Check the end of a game: nobody has more points than the winner."""
        state = played.last
        points = np.zeros(int(state.seats), np.int64)
        played.table.game.rules.score(state, points)
        assert state.winner == NOBODY or points[state.winner] == points.max()

    # Hidden things --------------------------------------------------------------------------------
    @functools.cached_property
    def HIDES(self) -> Sequence[str]:
        """The fields of a state that somebody cannot see."""
        if not game(self.name).profile.hidden:
            return ()
        state = self.blind(self.name, 0)
        view = view_of(self.name, state, self.BLIND_SEAT)
        worlds = [imagined(self.name, view, seed) for seed in range(WORLDS)]
        return sorted({field for world in worlds for field in differing(world, state)})

    def blind(self, name: str, number: int) -> Any:
        """A table on which no move has revealed anything about hidden things."""
        return table(name, game(name).options.FEWEST_SEATS, 1000 + number).deal()

    def unseen(self, state: Any) -> Counter[Any]:
        """What BLIND_SEAT cannot see of such a table."""
        parts = [(field, np.ravel(state[field]).tolist()) for field in self.HIDES]
        return Counter((field, at, n) for field, row in parts for at, n in enumerate(row))


def other_values(option: Option) -> list[Value]:
    """Some values of an option besides the default."""
    if option.kind == "switch":
        return [not option.default]
    if option.kind == "choice":
        return [name for name in option.names if name not in (option.default, "file")]
    if option.kind == "number":
        return [value for value in {option.low, option.high} if value != option.default]
    return []


def own_module(g: Game, part: str) -> Any:
    """A module of a game or of its family; None if neither has it."""
    owner = next((one for one in (g, game(g.family)) if one.has(part)), None)
    return None if owner is None else getattr(owner, part)


@functools.cache
def law_data(name: str) -> LawData:
    """What the laws need to know of a game."""
    data = LawData(name)
    for key, value in vars(own_module(game(name), PART) or object).items():
        if hasattr(LawData, key) and not key.startswith("_"):
            setattr(data, key, value)
    return data
