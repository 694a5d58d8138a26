"""Players in a match: our bots by name, and OpenSpiel's search as `openspiel:BUDGET`."""

from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard import bots, extras
from skipyard.bots.specs import NUMBERS, SEARCH, Spec, network_file
from skipyard.lab.sentences import say
from skipyard.options import Refused, read_settings
from skipyard.sources import DIGITS, all_sources_digest

OPENSPIEL = "openspiel:"
OBJECTS: dict[str, Any] = {}  # somebody's objects in a match of this process (api/matches.py)


def check(name: str, game: str, language: str) -> str:
    """The name itself; Refused with a sentence if it does not exist or is not installed."""
    if name in OBJECTS:
        return name
    if name.startswith(OPENSPIEL):
        if not is_installed(name):
            raise Refused(extras.sentence("openspiel", f"“{name}”", language))
        budget(name, game, language)
    else:
        bots.read(name, game, language)
    return name


def budget(name: str, game: str, language: str = "en") -> Spec:
    """The budget of OpenSpiel's search, written like that of our own."""
    try:
        return bots.read(f"{SEARCH}:{name.removeprefix(OPENSPIEL)}", game, language)
    except Refused:
        raise Refused(say(language, "player.budget", name=name)) from None


def is_installed(name: str) -> bool:
    """Whether a player's libraries are installed."""
    return not name.startswith(OPENSPIEL) or extras.is_installed("pyspiel")


def is_quick(name: str) -> bool:
    """Whether a bot runs inside a compiled loop."""
    return name in NUMBERS


def number_of(name: str) -> int:
    """A quick bot's number in that loop."""
    return NUMBERS[name]


def sources_of(names: Sequence[str]) -> str:
    """A digest of what results with these players depend on: our sources, networks in files."""
    files = [file for file in map(network_file, names) if file]
    if not files:
        return all_sources_digest()
    digest = hashlib.sha256()
    for file in files:
        path = pathlib.Path(file)
        digest.update(path.read_bytes() if path.is_file() else b"")
    return f"{all_sources_digest()}-{digest.hexdigest()[:DIGITS]}"


def seat(
    game: str, seats: int, settings: tuple[str, ...], name: str, seed: int, language: str = "en"
) -> Any:
    """A player for one seat of a table: `choose(view, legal)` is one of the legal actions."""
    if name in OBJECTS:
        return ObjectAt(game, name)
    if not name.startswith(OPENSPIEL):
        return bots.seat_bot(game, name, seed, language=language)
    from skipyard.adapters.ismcts import Ismcts

    limit = budget(name, game)
    simulations, seconds = limit.simulations or None, limit.milliseconds / 1000 or None
    return Ismcts(game, seats, chosen_of(game, settings), seed, simulations, seconds)


class ObjectAt:
    """Somebody's object at a seat of a game."""

    def __init__(self, game: str, name: str) -> None:
        self.game, self.object = game, OBJECTS[name]

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions; Forfeit for any other answer."""
        return int(self.object.choose(self.game, view, legal))


def chosen_of(name: str, settings: tuple[str, ...]) -> Any:
    """A table's options as values."""
    from skipyard.games import game

    return read_settings(game(name).options.OPTIONS, settings, game(name).title)
