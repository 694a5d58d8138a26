"""Who may sit down in a match: our bots by name, and OpenSpiel's search as `openspiel:BUDGET`."""

from __future__ import annotations

from typing import Any

from skipyard import bots
from skipyard.bots.specs import NUMBERS


def check(name: str, game: str, language: str) -> str:
    """The name itself; Refused with a sentence where there is no such player."""
    bots.read(name, game, language)
    return name


def is_quick(name: str) -> bool:
    """Whether a bot's moves are made inside a compiled loop."""
    return name in NUMBERS


def number_of(name: str) -> int:
    """A quick bot's number in that loop."""
    return NUMBERS[name]


def seat(game: str, name: str, seed: int) -> Any:
    """A player for one seat: `choose(view, legal)` is one of the legal actions."""
    return bots.seat_bot(game, name, seed)


def is_installed(name: str) -> bool:
    """Whether all that a player needs is here."""
    return not name.startswith("openspiel")
