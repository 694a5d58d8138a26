"""What a table can be set up with, as the form of the first page offers it."""

from __future__ import annotations

import functools
from typing import Any

from skipyard import bots
from skipyard.games import Game, game
from skipyard.games.facts import game_facts, option_facts
from skipyard.options import Option
from skipyard.server.sentences import say
from skipyard.table.policy import CLOCKS


def offered(found: Game, option: Option, language: str) -> dict[str, Any]:
    """An option with the values that can be chosen here, each with its name."""
    facts = option_facts(found, option, language)
    pairs = zip(facts.get("values", []), facts.get("labels", []), strict=False)
    here = [(value, label) for value, label in pairs if value not in option.local]
    return facts | {"pairs": here}


@functools.cache
def choices(name: str, language: str) -> dict[str, Any]:
    """A game with its options, those that matter most first."""
    found = game(name)
    first = found.profile.first
    here = [
        offered(found, option, language)
        for option in found.options.OPTIONS
        if not option.referee  # a table of a server has no referee
    ]
    here.sort(key=lambda facts: (*first, facts["name"]).index(facts["name"]))
    more = {"options": here, "teams": found.profile.teams, "lessons": found.lessons}
    return game_facts(found, language) | more


def levels(language: str) -> list[tuple[str, str]]:
    """The bots that people choose from, and what they are called."""
    return [(level, say(language, f"page.{level}")) for level in bots.LEVELS]


def clocks(language: str) -> list[tuple[str, str]]:
    """The kinds of clock, and what they are called."""
    return [(kind, say(language, f"page.clock_{kind}")) for kind in CLOCKS]
