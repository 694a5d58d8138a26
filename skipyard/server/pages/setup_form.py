"""The choices in the home page's form to open a table."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from skipyard import bots
from skipyard.games import Game, game
from skipyard.games.facts import game_facts, option_facts
from skipyard.options import Option
from skipyard.server.listing import Listing
from skipyard.server.sentences import say
from skipyard.table.policy import CLOCKS


def option_choices(g: Game, option: Option, language: str) -> dict[str, Any]:
    """An option with the values that can be chosen on a server, each with its label."""
    facts = option_facts(g, option, language)
    pairs = zip(facts.get("values", []), facts.get("labels", []), strict=False)
    return facts | {"pairs": [pair for pair in pairs if pair[0] not in option.local]}


@functools.cache
def choices(name: str, language: str) -> dict[str, Any]:
    """A game with its options, those that matter most first."""
    g = game(name)
    first = g.profile.first
    options = [
        option_choices(g, option, language)
        for option in g.options.OPTIONS
        if not option.referee  # a table on a server has no referee
    ]
    options.sort(key=lambda facts: (*first, facts["name"]).index(facts["name"]))
    more = {"family": g.family, "options": options, "teams": g.profile.teams, "lessons": g.lessons}
    return game_facts(g, language) | more


class BotChoice(NamedTuple):
    """A bot that people choose from."""

    name: str  # as requests have it
    label: str
    one: str  # one of them, in words
    many: str
    game: str = ""  # the only one that it plays; empty: any


def bot_choices(language: str, listing: Listing) -> list[BotChoice]:
    """Our levels, then the bots of this server's own."""
    levels = [
        BotChoice(
            level,
            say(language, f"page.{level}"),
            say(language, f"page.with_{level}_one"),
            say(language, f"page.with_{level}", count="{n}"),
        )
        for level in bots.LEVELS
    ]
    listed = [
        BotChoice(name, name, name, f"{{n}} × {name}", each.game) for name, each in listing.items()
    ]
    return levels + listed


def clocks(language: str) -> list[tuple[str, str]]:
    """The kinds of clock, with their labels."""
    return [(kind, say(language, f"page.clock_{kind}")) for kind in CLOCKS]
