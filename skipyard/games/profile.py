"""A game's profile.toml: what the other floors know of it besides its rules.

Pure data, read without the compiler and checked as it is loaded. Everything but `hidden` has a
default, so that a new game can be played everywhere as soon as it has rules. Settings are texts
such as "stock_size=3", as `--set` takes them.
"""

from __future__ import annotations

import functools
import pathlib
import tomllib
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from skipyard.options import Option, Refused, read_settings

PROFILE = "profile.toml"
LEVELS = 5
Settings = tuple[str, ...]
Number = Annotated[int, msgspec.Meta(ge=1)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
BOT = r"^(random|greedy|rules|policy|(search|search-v1|champion)(:\d+(ms|s)?)?)$"
BotName = Annotated[str, msgspec.Meta(pattern=BOT)]


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file; unknown names in it are errors."""


class Level(Part, frozen=True):
    """The bot of one level, and what percentage of its moves is random."""

    bot: BotName
    slips: Percent = 0


class Search(Part, frozen=True):
    """Settings of the search; bots/search_settings.py explains them.

    They are those of `search-v1`, by which others are measured: change them no more.
    """

    simulations: Number = 2_000  # of a search without a budget: under half a second a move
    explore: float = 0.1
    fresh: float = 0.05
    bias: float = 0.1
    proof: float = 1.0
    turns: Number = 4
    depth: int = 0
    longest: Number = 400
    bot: Literal["random", "greedy", "rules"] = "greedy"
    guide: Literal["random", "greedy", "rules"] = "rules"


class Champion(Part, frozen=True):
    """Settings of the search with a network; bots/search_settings.py explains them."""

    simulations: Number = 1_000  # of a search without a budget
    candidates: Number = 8
    likelihood: float = 0.01
    proof: float = 1.0
    turns: Number = 1
    weight: float = 0.5
    longest: Number = 400
    bot: Literal["random", "greedy", "rules", "network"] = "rules"
    guide: Literal["random", "greedy", "rules", "network"] = "rules"


class Gpu(Part, frozen=True):
    """How the game's kernels are compiled; batch/kernel_settings.py explains this."""

    deal_fraction: Number = 4
    inline_lines: int = 0
    registers: Number = 64
    block: Number = 512


class TrainingTables(Part, frozen=True):
    """A kind of table that networks learn at, and its share of all tables."""

    share: Number
    seats: Number = 2
    settings: Settings = ()


class Training(Part, frozen=True):
    """The network of a game, and the tables that it learns at (docs/train.md)."""

    network: Literal["dense", "squares"] = "dense"
    layers: tuple[Number, ...] = (256, 256, 256)
    tables: tuple[TrainingTables, ...] = (TrainingTables(1),)


class Kind(Part, frozen=True):
    """A number of seats with settings."""

    seats: Number
    settings: Settings


class Study(Part, frozen=True):
    """What `skipyard figures` plays: the defaults, and each option with each of its values."""

    begins: str = ""  # a sentence: who deals, who begins
    always: Settings = ()  # such as who begins, so that seats can be compared
    samples: dict[str, tuple[str, ...]] = {}  # the values of options that are numbers or counts
    beside: dict[str, Settings] = {}  # other settings that an option needs to have an effect
    admits: Settings = ()  # what allows a variant a number of seats it is not made for
    left_out: dict[str, str] = {}  # options that are not studied, and why


class Teams(Part, frozen=True):
    """The setting that makes teams, and how many sides each number of players forms."""

    option: str
    value: str
    sides: dict[str, int]


Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]


class Look(Part, frozen=True):
    """The colours of the game's cloth, in the light and the dark theme, and of its box."""

    cloth: tuple[Colour, Colour] = ("#1f6076", "#17414f")
    deep: tuple[Colour, Colour] = ("#154457", "#0e2c38")  # at the lower edge of the cloth
    box: Colour = "#1f6379"


class Profile(Part, frozen=True):
    """All of a profile.toml."""

    hidden: bool  # whether there is hidden information
    order: int = 100  # the game's place in lists of all games
    family: str = ""  # the game whose bots, boards and drawings it shares
    short: Settings = ()  # settings of a short game, for tests and proofs
    first: tuple[str, ...] = ()  # the options that change most, which forms show first
    kin: tuple[str, ...] = ()  # similar games of OpenSpiel, for benchmarks
    checked: tuple[Kind, ...] = ()  # tables to compare on CPU and GPU, besides the default one
    levels: tuple[Level, ...] = (
        Level("random"),
        Level("search:20", 40),
        Level("search:50", 15),
        Level("search:200"),
        Level("search"),
    )
    search: Search = Search()
    champion: Champion = Champion()
    gpu: Gpu = Gpu()
    training: Training = Training()
    look: Look = Look()
    study: Study = Study()
    teams: Teams | None = None
    puzzle_gap: Percent = 10  # by which the right moves of a puzzle are ahead of the others
    puzzle_settings: Settings = ()  # of the games in which puzzles are looked for


@functools.cache
def read_profile(file: pathlib.Path) -> Profile:
    """The profile in a file; Refused with a sentence that names the file and the field."""
    try:
        profile = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Profile)
    except FileNotFoundError:
        raise Refused(
            f"{file}: a game needs this file; it says at least whether `hidden` is true."
        ) from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as why:
        raise Refused(f"{file}: {why}.") from None
    if len(profile.levels) != LEVELS:
        raise Refused(f"{file}: `levels` has {len(profile.levels)} entries; there are {LEVELS}.")
    return profile


def check_options(file: pathlib.Path, profile: Profile, options: Sequence[Option]) -> None:
    """Refuse settings of options that the game does not have, naming the file and the field."""
    for field, settings in settings_in(profile):
        try:
            read_settings(options, settings, file.parent.name)
        except Refused as refusal:
            raise Refused(f"{file}: `{field}`: {refusal}") from None
    known = [option.name for option in options]
    for field, names in options_in(profile):
        for name in names:
            if name not in known:
                problem = f"there is no option “{name}”; the options are: {', '.join(known)}."
                raise Refused(f"{file}: `{field}`: {problem}")


def settings_in(profile: Profile) -> Iterator[tuple[str, Settings]]:
    """Every field that holds settings."""
    study = profile.study
    yield "short", profile.short
    for kind in profile.checked:
        yield "checked.settings", kind.settings
    for tables in profile.training.tables:
        yield "training.tables.settings", tables.settings
    yield "study.always", study.always
    yield "study.admits", study.admits
    for option, beside in study.beside.items():
        yield f"study.beside.{option}", beside
    for option, values in study.samples.items():
        yield f"study.samples.{option}", tuple(f"{option}={value}" for value in values)
    if profile.teams:
        yield "teams.value", (f"{profile.teams.option}={profile.teams.value}",)


def options_in(profile: Profile) -> Iterator[tuple[str, Sequence[str]]]:
    """Every field that names options."""
    yield "first", profile.first
    yield "study.samples", list(profile.study.samples)
    yield "study.beside", list(profile.study.beside)
    yield "study.left_out", list(profile.study.left_out)
    if profile.teams:
        yield "teams.option", (profile.teams.option,)
