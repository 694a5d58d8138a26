"""Bots from other packages, by the entry-point group `skipyard.bots`: NAME = "package:make".

`make(game, seed)` gets a game's name and a whole number and returns an object whose
`choose(view, legal)` is one of the legal actions, as our own bots have it. Our own names cannot be
taken. Nothing of a package is imported before its bot is seated. Only commands seat such bots:
a server seats those of `bots.NAMES`.
"""

from __future__ import annotations

import functools
import importlib.metadata
from collections.abc import Mapping
from typing import Any

from skipyard.catalogue import common
from skipyard.options import Refused

GROUP = "skipyard.bots"


@functools.cache
def entries() -> Mapping[str, importlib.metadata.EntryPoint]:
    """What other packages bring, by name."""
    entries = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries}


class Other:
    """A seated bot from another package; its moves are checked, as anybody's are."""

    def __init__(self, name: str, game: str, seed: int) -> None:
        self.name, entry = name, entries()[name]
        try:
            self.bot = entry.load()(game, seed)
        except Refused:
            raise
        except Exception as why:  # whatever goes wrong in it, the user reads a sentence
            problem = f"{type(why).__name__}: {why}"
            facts = {"name": name, "value": entry.value, "why": problem}
            raise Refused(common().say("en", "bot.broken", **facts)) from why

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions; Refused with a sentence where it is none of them."""
        action = int(self.bot.choose(view, legal))
        if action not in legal:
            raise Refused(common().say("en", "bot.illegal", name=self.name, action=action))
        return action
