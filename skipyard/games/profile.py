"""A game's profile.toml: what the rest of Skipyard knows of it besides its rules.

Pure data, read without the compiler and checked as it is loaded. Everything but `hidden` may be
left out, so that a new game is playable everywhere on the day its rules exist.
"""

from __future__ import annotations

import functools
import pathlib
import tomllib
from typing import Literal

import msgspec

from skipyard.options import Refused

PROFILE = "profile.toml"
LEVELS = 5


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file; a name that is not one of its fields is a mistake."""


class Level(Part, frozen=True):
    """The bot of one level, and how many of a hundred of its moves are random."""

    bot: str
    slips: int = 0


class Search(Part, frozen=True):
    """How the search goes about the game; bots/search_settings.py explains the settings."""

    simulations: int = 2_000  # of a search that was given no budget: under half a second a move
    explore: float = 0.1
    fresh: float = 0.05
    bias: float = 0.1
    proof: float = 1.0
    turns: int = 4
    depth: int = 0
    longest: int = 400
    bot: Literal["random", "greedy", "rules"] = "greedy"
    guide: Literal["random", "greedy", "rules"] = "rules"


class Gpu(Part, frozen=True):
    """How the game's kernels are compiled; batch/kernel_settings.py explains the settings."""

    deal_fraction: int = 4
    inline_lines: int = 0
    registers: int = 64
    block: int = 512


class Study(Part, frozen=True):
    """Which tables `skipyard figures` plays; lab/studies/variants.py explains the fields."""

    begins: str = ""  # a sentence: who deals, who begins
    always: tuple[str, ...] = ()
    samples: dict[str, tuple[str, ...]] = {}
    beside: dict[str, tuple[str, ...]] = {}
    admits: tuple[str, ...] = ()
    left_out: dict[str, str] = {}


class Teams(Part, frozen=True):
    """The setting that makes teams, and how many sides each number of players forms."""

    option: str
    value: str
    sides: dict[str, int]


class Profile(Part, frozen=True):
    """All of a profile.toml."""

    hidden: bool  # whether anything is hidden from anybody
    order: int = 100  # where the game stands in lists of all games
    family: str = ""  # the game whose bots, boards and drawings it shares
    short: tuple[str, ...] = ()  # settings of a short game, for tests and proofs
    kin: tuple[str, ...] = ()  # the games of OpenSpiel to measure it beside
    levels: tuple[Level, ...] = (
        Level("random"),
        Level("search:20", 40),
        Level("search:50", 15),
        Level("search:200"),
        Level("search"),
    )
    search: Search = Search()
    gpu: Gpu = Gpu()
    study: Study = Study()
    teams: Teams | None = None


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
