"""Finds games: every folder here is one, and other packages may bring their own.

A game is a package with the modules that ARCHITECTURE.md lists and a `profile.toml`. A package from
elsewhere names itself in the entry-point group `skipyard.games`, as NAME = "package".
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import importlib.util
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from skipyard.catalogue import common
from skipyard.games.profile import PROFILE, Profile, read_profile
from skipyard.options import Refused, Value

if TYPE_CHECKING:  # it brings numba in
    from skipyard.games.contract import Features, Options, Positions, Rules

GROUP = "skipyard.games"  # the entry points of games from other packages
HERE = pathlib.Path(__file__).parent
GAMES: tuple[str, ...]  # every game's name; computed when first asked for, see `__getattr__`


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(name)
    globals()["GAMES"] = names = tuple(packages())
    return names


@functools.cache
def packages() -> Mapping[str, str]:
    """Each game's package by its name: ours in their own order, then those of others by name."""
    ours = [file.parent.name for file in HERE.glob(f"*/{PROFILE}")]
    ours.sort(key=lambda name: (read_profile(HERE / name / PROFILE).order, name))
    found = {name: f"{__name__}.{name}" for name in ours}
    others = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    for entry in others:
        found.setdefault(entry.name, entry.value)
    return found


class Game:
    """A game by name; its modules are imported when first asked for.

    `options` and `match` need no compiler; `rules`, `words` and `position` bring numba in.
    """

    rules: Rules
    options: Options
    features: Features
    position: Positions

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package
        self.built_in = package == f"{__name__}.{name}"
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise Refused(common().say("en", "game.package", name=name, package=package))
        self.folder = pathlib.Path(spec.submodule_search_locations[0])

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):
            raise AttributeError(part)
        module = importlib.import_module(f"{self.package}.{part}")
        setattr(self, part, module)  # asked for once
        return module

    @functools.cached_property
    def profile(self) -> Profile:
        """What the rest of Skipyard knows of the game besides its rules."""
        return read_profile(self.folder / PROFILE)

    @property
    def title(self) -> str:
        return str(self.options.TITLE)

    @property
    def family(self) -> str:
        """The game whose bots, boards and drawings it shares; most are their own family."""
        return self.profile.family or self.name

    def companion(self, floor: str, part: str = "") -> str | None:
        """The module that another floor has for this game, or for its family; None without one.

        Ours are `skipyard.FLOOR.GAME`; a game from another package has its own `PACKAGE.FLOOR`.
        """
        homes = [f"skipyard.{floor}.{name}" for name in (self.name, self.family)]
        if not self.built_in:
            homes = [f"{self.package}.{floor.rpartition('.')[2]}", homes[1]]
        for home in homes:
            module = f"{home}.{part}" if part else home
            if has_module(module):
                return module
        return None

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
def has_module(name: str) -> bool:
    """Whether a module can be imported; its parent package is."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@functools.cache
def game(name: str, language: str = "en") -> Game:
    """The game of that name; Refused with a sentence where there is none."""
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in packages():
        names = ", ".join(packages())
        raise Refused(common().say(language, "game.unknown", name=name, names=names))
    return known(word)


@functools.cache
def known(name: str) -> Game:
    """One object for each game, whatever language it was asked for in."""
    return Game(name, packages()[name])
