"""Which file knows which game: `choose(bot, view, legal, n, dice)` of each, compiled."""

from __future__ import annotations

import importlib
from typing import Any

FILES = {
    "skipbo": "skipyard.bots.skipbo",
    "skipbo_mod": "skipyard.bots.skipbo",
    "skippity": "skipyard.bots.skippity",
    "flip_and_skip": "skipyard.bots.flip_and_skip",
    "skip_or_trip": "skipyard.bots.skip_or_trip",
}


def of(game: str) -> Any:
    """The compiled chooser of a game."""
    return importlib.import_module(FILES[game]).choose
