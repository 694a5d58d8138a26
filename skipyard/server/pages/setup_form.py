"""What a table can be set up with, as the form of the first page offers it."""

from __future__ import annotations

import functools
from typing import Any

from skipyard import bots
from skipyard.games import game
from skipyard.games.facts import game_facts, option_facts
from skipyard.server.sentences import say
from skipyard.table.policy import CLOCKS

FIRST = ("teams", "variant", "match", "max_rounds", "short_game", "stock_size", "size", "scoring")
TEAMS = {  # the option and value that make teams, and how many sides so many players are
    "skipbo": ("teams", "on", {4: 2, 6: 3}),
    "skipbo_mod": ("teams", "on", {4: 2, 6: 3}),
    "skip_or_trip": ("variant", "team", {4: 2, 6: 2}),
}
NOT_HERE = ("referee", "penalty_place")  # a table of a server has no referee
NO_VALUE = {"symbol_set": "file"}  # files are the server's own


def order(option: dict[str, Any]) -> int:
    """What changes a game most comes first."""
    return FIRST.index(option["name"]) if option["name"] in FIRST else len(FIRST)


def offered(option: dict[str, Any]) -> dict[str, Any]:
    """An option with the values that can be chosen here, each with its name."""
    pairs = zip(option.get("values", []), option.get("labels", []), strict=False)
    hidden = NO_VALUE.get(option["name"])
    return option | {"pairs": [(value, label) for value, label in pairs if value != hidden]}


@functools.cache
def choices(name: str, language: str) -> dict[str, Any]:
    """A game with its options, those that matter most first."""
    found = game(name)
    options = [option_facts(found, option, language) for option in found.options.OPTIONS]
    here = [offered(option) for option in options if option["name"] not in NOT_HERE]
    teams = TEAMS.get(name)
    return game_facts(found, language) | {"options": sorted(here, key=order), "teams": teams}


def levels(language: str) -> list[tuple[str, str]]:
    """The bots that people choose from, and what they are called."""
    return [(level, say(language, f"page.{level}")) for level in bots.LEVELS]


def clocks(language: str) -> list[tuple[str, str]]:
    """The kinds of clock, and what they are called."""
    return [(kind, say(language, f"page.clock_{kind}")) for kind in CLOCKS]
