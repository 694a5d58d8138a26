"""How the search goes about a game; docs/decisions/0010 has what was tried and measured."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from skipyard.bots.specs import NUMBERS
from skipyard.core import Field, Record, i8, u32
from skipyard.games import game

TO_THE_END = 1_000_000  # turns; `longest` still bounds a simulation


class SearchSettings(Record):
    """What a search may be told to do otherwise; defaults are in games/profile.py."""

    explore = Field(np.float64, ())  # how curious it is
    fresh = Field(np.float64, ())  # what an untried move is worth beside those that were tried
    bias = Field(np.float64, ())  # the bonus of the move that the guide likes
    proof = Field(np.float64, ())  # standard errors by which a move must be ahead of the guide's
    turns = u32()  # that are played on before win_estimate is asked, this one counted
    depth = u32()  # of the tree below the moves under trial; 0: none
    longest = u32()  # moves of a simulation
    bot, guide = i8(), i8()  # who plays on; who is asked first, and plays this turn to its end


def settings_for(name: str, **changes: Any) -> Any:
    """The settings in a game's profile.toml, some of them changed for a study."""
    settings, own = SearchSettings(), msgspec.structs.asdict(game(name).profile.search)
    for field, value in (own | without_bots(name) | changes).items():
        if field in settings.dtype.names:
            settings[field] = NUMBERS.get(value, value)
    return settings


def without_bots(name: str) -> dict[str, Any]:
    """How to search where the game has no bots: no guide to trust, and games to play to the end."""
    changed: dict[str, Any] = {}
    if game(name).companion("bots", "player") is None:
        changed |= {"bias": 0.0, "proof": 0.0}
    if game(name).companion("bots", "win_estimate") is None:
        changed["turns"] = TO_THE_END
    return changed
