"""Short labels for the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.bots import display_name
from skipyard.terminal.sentences import say
from skipyard.terminal.setup import YOU

TEAM_NAMES = "ABC"


def label(game: Any, view: Any, seats: Sequence[str], seat: int, language: str) -> str:
    """A seat's player, with the team if there are teams."""
    kind = seats[seat]
    if kind == YOU:
        mine = seat == view.me or seats.count(YOU) == 1
        kind = say(language, "screen.you" if mine else "screen.person")
    else:
        kind = display_name(kind, language)
    sides = int(game.rules.sides(view))
    if sides == len(seats):
        return f"{seat + 1} {kind}"
    return f"{seat + 1}{TEAM_NAMES[seat % sides]} {kind}"
