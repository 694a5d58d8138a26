"""Settings of the search for a game; docs/decisions/0008 has what was tried and measured."""

from __future__ import annotations

from typing import Any

import msgspec

from skipyard.bots.specs import NUMBERS
from skipyard.core import Record, f64, i8, u32
from skipyard.games import game

NETWORK = -1  # as a bot: the move that the network likes best (loops/guided_search.py)
UNLIMITED = 1_000_000  # turns; `longest` still bounds a simulation


class SearchSettings(Record):
    """The settings of a search; their defaults are in games/profile.py."""

    explore = f64()  # weight of the exploration term
    fresh = f64()  # how much better an untried move is rated than the tried ones
    bias = f64()  # bonus of the move that the guide prefers
    proof = f64()  # standard errors by which a move must beat the guide's
    turns = u32()  # played before win_estimate is called, this one included
    depth = u32()  # of the tree below the candidate moves; 0: none
    longest = u32()  # moves of a simulation, at most
    bot, guide = i8(), i8()  # plays the playouts; proposes moves, and finishes this turn


def settings_for(name: str, **changes: float | str) -> SearchSettings:
    """The settings in a game's profile.toml, some of them changed for a study."""
    settings: Any = SearchSettings()
    own = msgspec.structs.asdict(game(name).profile.search)
    for field, value in (own | without_bots(name) | changes).items():
        if field in settings.dtype.names:
            settings[field] = NUMBERS.get(value, value)
    return settings


def without_bots(name: str) -> dict[str, Any]:
    """Changes for a game without bots: no guide to trust, and playouts to the end of the game."""
    changed: dict[str, Any] = {}
    if game(name).companion("bots", "player") is None:
        changed |= {"bias": 0.0, "proof": 0.0}
    if game(name).companion("bots", "win_estimate") is None:
        changed["turns"] = UNLIMITED
    return changed


class GuidedSettings(Record):
    """The settings of a guided search; their defaults are in games/profile.py."""

    likelihood = f64()  # a move is left out if the favourite is so many times as likely
    proof = f64()  # standard errors by which a move must beat the favourite
    weight = f64()  # of the network at a leaf; the rest is the game's own estimate
    candidates = u32()  # moves that are compared, at most
    turns = u32()  # played before a leaf is judged, this one included
    longest = u32()  # moves of a simulation, at most
    bot, guide = i8(), i8()  # plays the playouts; finishes this turn


def guided_settings(name: str, **changes: float | str) -> GuidedSettings:
    """The settings in a game's profile.toml, some of them changed for a study."""
    numbers: dict[Any, int] = {**NUMBERS, "network": NETWORK}
    settings: Any = GuidedSettings()
    own = msgspec.structs.asdict(game(name).profile.champion)
    for field, value in (own | changes).items():
        if field in settings.dtype.names:
            settings[field] = numbers.get(value, value)
    return settings
