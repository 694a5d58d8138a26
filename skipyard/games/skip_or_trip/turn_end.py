"""What happens automatically at the end of a turn of Skip or Trip: who passes, who quits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.skip_or_trip.board import Variant, sides
from skipyard.games.skip_or_trip.cards import has_cards
from skipyard.games.skip_or_trip.ending import close_turn
from skipyard.games.skip_or_trip.options import sentences
from skipyard.games.skip_or_trip.rules import act
from skipyard.games.skip_or_trip.view import View, observe
from skipyard.games.skip_or_trip.words import TEAM_NAMES


def after(state: Any, action: int, language: str = "en") -> list[str]:
    """A line for each thing that follows from an action; `state` is the table before it."""
    s = state.copy()
    lines: list[str] = []
    ends = act(s, action)
    while ends:
        before = seen(s)
        close_turn(s)
        lines += changes(before, seen(s), language)
        ends = not s.over and not has_cards(s, s.turn)
        if ends:  # ST-A04 ST-A59
            lines.append(sentences().say(language, "event.passes", player=int(s.turn) + 1))
    return lines


def seen(s: Any) -> Any:
    """What everybody sees."""
    view = View()
    observe(s, NOBODY, view)
    return view


def changes(before: Any, now: Any, language: str) -> Iterator[str]:
    """ST-25 ST-27 ST-A57  Whether the endgame starts, and who quits or loses a token."""
    if now.endgame and not before.endgame:
        yield sentences().say(language, "event.endgame")
    of_whom = "team" if now.variant == Variant.TEAM else "player"
    for side in range(sides(now)):
        if all(now.token[side] == before.token[side]):
            continue
        what = "quits" if all(now.token[side] == NONE) else "loses"
        facts = {"player": side + 1, "team": TEAM_NAMES[side]}
        yield sentences().say(language, f"event.{of_whom}_{what}", **facts)
