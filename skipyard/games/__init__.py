"""Finds games: every package in this folder is one, and other packages can bring more.

A game is one folder. Another distribution names its package in the entry-point group
`skipyard.games`, as NAME = "package". In the folder are:

| file | | what is in it |
|---|---|---|
| `profile.toml` | required | what the other floors know of the game (games/profile.py) |
| `options.py` | required | title, seats, options and how they fit together; no compiler |
| `words.toml` | required | its sentences in English and French, in one catalogue |
| `rules.py` | required | the rules, compiled: `State`, `View`, `ACTIONS`, `deal`, `moves`, … |
| `words.py` | required | moves as sentences and back, refusals |
| `position.py` | required | a table as lines of text and back |
| `scene.py` | required | what a screen shows and what can be touched, made from a view |
| `features.py` | required | a view as numbers, for batches and learning |
| `RULES.md` | required | the rulebook, each rule with its id |
| `RULES.fr.md` | optional | the same in French; the fallback is English |
| `cases.toml` | optional | played examples of the rules; a ready game has one for each id |
| `case_lines.py` | optional | lines that a case can check and that are not part of a state |
| `learn.toml` | optional | lessons; without it the game has no page of lessons |
| `match.py` | optional | `Match`: how rounds add up, for a game with the option `match` |
| `hint_reasons.py`, `.toml` | optional | why a move is advised, in a few words |
| `figures.py`, `.toml` | optional | the figures that tell a finished game (games/figures.py) |
| `golden/` | optional | whole games to replay |
| `puzzles.jsonl` | optional | puzzles of the day (games/puzzles.py) |
| `redeal.py` | optional | deals hidden things anew, for laws and proofs (games/redeal.py) |
| `law_data.py` | optional | what the laws need to know of it (games/law_data.py) |

Other floors can have modules for a game: ours are found by its name, those of another package are
inside that package. Without one there is a fallback, so that a game can be played everywhere as
soon as it has rules.

| floor | ours | in another package | fallback |
|---|---|---|---|
| bots | `skipyard/bots/GAME/` | `PACKAGE/bots/` | random players, a search with random playouts |
| networks | `skipyard/networks/GAME/` | `PACKAGE/networks/` | a plain stack of layers |
| terminal | `skipyard/terminal/boards/GAME.py` | `PACKAGE/boards.py` | the scene in words |
| art | `skipyard/art/GAME.py` | `PACKAGE/art.py` | faces as text |
| pictures | `skipyard/pictures/GAME.py` | `PACKAGE/pictures.py` | zones and items as boxes |
| web | `web/src/boards/GAME/Board.svelte` | none | the scene's zones, each by its kind |
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
from skipyard.games.profile import PROFILE, Profile, check_options, read_profile
from skipyard.options import Refused, Value

if TYPE_CHECKING:  # it imports numba
    from skipyard.games.contract import Features, Options, Positions, Rules

GROUP = "skipyard.games"  # the entry points of games from other packages
HERE = pathlib.Path(__file__).parent
REQUIRED = ("options", "rules", "words", "position", "scene", "features")  # modules of every game
GAMES: tuple[str, ...]  # every game's name; computed on first use, see `__getattr__`


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(name)
    globals()["GAMES"] = names = tuple(packages())
    return names


@functools.cache
def packages() -> Mapping[str, str]:
    """Each game's package by its name: ours in the order of their profiles, then others by name."""
    ours = [file.parent.name for file in HERE.glob("*/__init__.py")]
    ours.sort(key=lambda name: (read_profile(HERE / name / PROFILE).order, name))
    by_name = {name: f"{__name__}.{name}" for name in ours}
    others = importlib.metadata.entry_points(group=GROUP)
    for entry in sorted(others, key=lambda entry: entry.name):
        name, package = entry.name, entry.value
        if not (name.isidentifier() and name == name.lower()):
            raise Refused(common().say("en", "game.name", name=name, package=package))
        if by_name.setdefault(name, package) != package:
            facts = {"name": name, "package": package, "other": by_name[name]}
            raise Refused(common().say("en", "game.twice", **facts))
    return by_name


class Game:
    """A game; its modules are imported on first use.

    `options` and `match` need no compiler; `rules`, `words` and `position` import numba.
    """

    rules: Rules
    options: Options
    features: Features
    position: Positions

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package
        self.built_in = package == f"{__name__}.{name}"
        spec = importlib.util.find_spec(package) if has_module(package) else None
        if spec is None or not spec.submodule_search_locations:
            raise Refused(common().say("en", "game.package", name=name, package=package))
        self.folder = pathlib.Path(spec.submodule_search_locations[0])

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):
            raise AttributeError(part)
        if not self.has(part):
            if part not in REQUIRED:
                raise AttributeError(f"{self.name} has no {part}.py")
            facts = {"name": self.name, "file": self.folder / f"{part}.py"}
            raise Refused(common().say("en", "game.file", **facts))
        module = importlib.import_module(f"{self.package}.{part}")
        setattr(self, part, module)  # `__getattr__` is not called for it again
        return module

    def has(self, part: str) -> bool:
        """Whether the game's folder has a module of that name."""
        return has_module(f"{self.package}.{part}")

    def file(self, name: str) -> pathlib.Path | None:
        """A file in its folder; None if there is none of that name."""
        file = self.folder / name
        return file if file.exists() else None

    @property
    def lessons(self) -> pathlib.Path | None:
        """The file of its lessons, if it has any."""
        return self.file("learn.toml")

    @functools.cached_property
    def profile(self) -> Profile:
        """What the other floors know of the game besides its rules."""
        file = self.folder / PROFILE
        profile = read_profile(file)
        check_options(file, profile, self.options.OPTIONS)
        return profile

    @property
    def title(self) -> str:
        return str(self.options.TITLE)

    @property
    def family(self) -> str:
        """The game whose bots, boards and drawings it shares; most are their own family."""
        return self.profile.family or self.name

    def companions(self, floor: str, part: str = "") -> list[str]:
        """Another floor's modules for this game and for its family, its own first."""
        homes = [self.home(floor)]
        if self.family != self.name:
            homes.append(game(self.family).home(floor))
        modules = [f"{home}.{part}" if part else home for home in homes]
        return [module for module in modules if has_module(module)]

    def companion(self, floor: str, part: str = "") -> str | None:
        """The first of these modules, or None."""
        return next(iter(self.companions(floor, part)), None)

    def home(self, floor: str) -> str:
        """The package or module in which a floor keeps what it has for this game."""
        if self.built_in:
            return f"skipyard.{floor}.{self.name}"
        return f"{self.package}.{floor.rpartition('.')[2]}"

    def set_up(self, seats: int, chosen: Mapping[str, Value]) -> Any:
        """A state with its options set, ready to be dealt."""
        state = self.rules.State()
        state.seats = seats
        for name, number in getattr(self.options, "FIXED", {}).items():
            state[name] = number
        for option in self.options.OPTIONS:
            if option.name in state.dtype.names:
                state[option.name] = option.number(chosen[option.name])
        if hasattr(self.options, "complete"):  # fields that follow from an option
            self.options.complete(state, chosen)
        return state


@functools.cache
def has_module(name: str) -> bool:
    """Whether there is a module of that name; import errors inside its packages are raised."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError as why:
        if why.name is None or not f"{name}.".startswith(f"{why.name}."):
            raise
        return False


@functools.cache
def game(name: str, language: str = "en") -> Game:
    """The game of that name; Refused with a sentence if there is none."""
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in packages():
        names = ", ".join(packages())
        raise Refused(common().say(language, "game.unknown", name=name, names=names))
    return known(word)


@functools.cache
def known(name: str) -> Game:
    """One object for each game, whatever the language of refusals."""
    return Game(name, packages()[name])
