"""Every game of Skipyard: adding one is a folder beside these and a line here."""

from __future__ import annotations

import functools
import importlib
import pathlib
from collections.abc import Mapping
from typing import Any

from skipyard.catalogue import common
from skipyard.options import Refused, Value

GAMES = (
    "skipbo",
    "skipbo_mod",
    "skip_or_trip",
    "flip_and_skip",
    "skippity",
)


class Game:
    """A game by name; its modules are imported when first asked for.

    `options` and `match` need no compiler; `rules`, `words` and `position` bring numba in.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = pathlib.Path(__file__).parent / name

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):
            raise AttributeError(part)
        found = importlib.import_module(f"skipyard.games.{self.name}.{part}")
        setattr(self, part, found)  # asked for once
        return found

    @property
    def title(self) -> str:
        return str(self.options.TITLE)

    def set_up(self, seats: int, chosen: Mapping[str, Value]) -> Any:
        """A state that holds its options and waits for the deal."""
        state = self.rules.State()
        state.seats = seats
        for name, number in self.options.FIXED.items():
            state[name] = number
        for option in self.options.OPTIONS:
            if option.name in state.dtype.names:
                state[option.name] = option.number(chosen[option.name])
        if hasattr(self.options, "complete"):  # what an option stands for beyond its number
            self.options.complete(state, chosen)
        return state


@functools.cache
def game(name: str, language: str = "en") -> Game:
    """The game of that name; Refused with a sentence where there is none."""
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in GAMES:
        names = ", ".join(GAMES)
        raise Refused(common().say(language, "game.unknown", name=name, names=names))
    return Game(word)
