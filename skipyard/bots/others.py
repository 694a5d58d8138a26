"""Python bots of other people: `module:Class`, and names in the entry-point group `skipyard.bots`.

Both name something to call: a class, or a function that makes a bot. It is called with a game's
name and a seed if it takes two arguments, else with none. The bot's `choose(view)` gets a
`skipyard.View` and returns one of `view.legal`; a `choose(view, legal)` with two arguments gets the
record of the view and the numbers of the legal actions, as our own bots do. Our own names cannot
be taken. A package is not imported before its bot is seated. Only commands seat such bots, and
servers whose operator has listed them.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import inspect
import os
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

import skipyard
from skipyard.bots.forfeit import Forfeit
from skipyard.catalogue import common
from skipyard.games import game as find_game
from skipyard.options import Refused

GROUP = "skipyard.bots"
MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")


@functools.cache
def entries() -> Mapping[str, importlib.metadata.EntryPoint]:
    """The entry points of other packages' bots, by name."""
    entries = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries}


def is_module(text: str) -> bool:
    """Whether a text has the form `module:Class`."""
    return MODULE.fullmatch(text) is not None


def load(name: str) -> Any:
    """What a name stands for, imported; modules are found in the working folder too."""
    if name in entries():
        return entries()[name].load()
    module, _, part = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return getattr(importlib.import_module(module), part)


def arguments(call: Callable[..., Any]) -> int:
    """How many arguments a call takes by position; 0 where nobody can tell."""
    try:
        every = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return 0
    return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in every)


class ExternalBot:
    """A seated bot of somebody else; its moves are checked."""

    def __init__(self, name: str, game: str, seed: int, language: str = "en") -> None:
        self.name, self.game, self.language = name, game, language
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Make the bot again with another seed; Refused with a sentence if that fails."""
        try:
            make = load(self.name)
            self.bot = make(self.game, seed) if arguments(make) >= 2 else make()
            self.takes_record = arguments(self.bot.choose) >= 2
        except Refused:
            raise
        except Exception as why:  # whatever goes wrong in there, the user gets a sentence
            value = entries()[self.name].value if self.name in entries() else self.name
            facts = {"name": self.name, "value": value, "why": problem(why)}
            raise Refused(common().say(self.language, "bot.broken", **facts)) from why

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions; Forfeit with a sentence if the bot fails to choose one."""
        try:
            if self.takes_record:
                answer = int(self.bot.choose(view, legal))
            else:
                seen = skipyard.View._of(find_game(self.game), view, legal)
                answer = int(self.numbered(seen, self.bot.choose(seen)))
        except Exception as why:
            facts = {"name": self.name, "why": problem(why)}
            raise Forfeit(common().say(self.language, "bot.crashed", **facts)) from why
        if answer not in legal:
            said = common().say(self.language, "bot.illegal", name=self.name, action=answer)
            raise Forfeit(said)
        return answer

    def numbered(self, seen: Any, answer: Any) -> Any:
        """An answer in words as the number of its move."""
        return seen.move(answer) if isinstance(answer, str) else answer


def problem(why: Exception) -> str:
    return f"{type(why).__name__}: {why}"
