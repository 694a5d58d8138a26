"""Bots from other packages, by the entry-point group `skipyard.bots`: NAME = "package:make".

`make(game, seed)` gets a game's name and a whole number and returns an object whose
`choose(view, legal)` is one of the legal actions, as with our own bots. Our own names cannot be
taken. A package is not imported before its bot is seated. Only commands seat such bots: a server
seats only those of `bots.NAMES`.
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
    """The entry points of other packages' bots, by name."""
    entries = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries}


class ExternalBot:
    """A seated bot from another package; its moves are checked."""

    def __init__(self, name: str, game: str, seed: int) -> None:
        self.name, self.game = name, game
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Make the bot again with another seed; Refused with a sentence if that fails."""
        name, entry = self.name, entries()[self.name]
        try:
            self.bot = entry.load()(self.game, seed)
        except Refused:
            raise
        except Exception as why:  # whatever goes wrong in there, the user gets a sentence
            problem = f"{type(why).__name__}: {why}"
            facts = {"name": name, "value": entry.value, "why": problem}
            raise Refused(common().say("en", "bot.broken", **facts)) from why

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions; Refused with a sentence if the bot returns any other."""
        action = int(self.bot.choose(view, legal))
        if action not in legal:
            raise Refused(common().say("en", "bot.illegal", name=self.name, action=action))
        return action
