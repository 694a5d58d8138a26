"""A person's statistics, from the results of their finished games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from skipyard import bots
from skipyard.games import GAMES, figures, game
from skipyard.seats import NOBODY
from skipyard.server.access.own_tables import title_of
from skipyard.server.sentences import say
from skipyard.table.database.store import OwnFigure, Played
from skipyard.table.policy import BOT
from skipyard.table.seat_results import DRAWN, LOST, MIXED, PEOPLE, WON

LATEST = 40  # games that are shown one by one


def statistics(played: Sequence[Played], language: str) -> dict[str, Any]:
    """Games, wins and streaks, by game and by opponent.

    Left out are games in which people shared a screen (nobody knows who of them asks) and games
    whose result is unknown.
    """
    counted = [each for each in played if each.seats == 1 and each.outcome in (WON, LOST, DRAWN)]
    streaks = runs(counted)
    return tally(counted) | {
        "streak": streaks[-1] if streaks else 0,
        "longest": max(streaks, default=0),
        "latest": [each.outcome for each in counted[-LATEST:]],
        "by_game": grouped(counted, lambda each: each.game, order_of(GAMES), title_of),
        "by_opponent": grouped(
            counted,
            lambda each: each.against,
            order_of((PEOPLE, *(BOT + level for level in bots.LEVELS))),
            lambda against: opponent(against, language),
        ),
        "shared": sum(each.seats > 1 for each in played),
    }


def best_figures(found: Sequence[OwnFigure], language: str) -> list[dict[str, Any]]:
    """The best of each figure in words, in the order of the games."""
    place = order_of(GAMES)
    known = [each for each in found if each.game in GAMES]
    return [
        {
            "game": each.game,
            "title": title_of(each.game),
            "value": each.value,
            "label": figures.label(
                game(each.game), figures.Figure(each.figure, NOBODY, each.value), language
            ),
            "table": each.table,
        }
        for each in sorted(known, key=lambda each: place(each.game))
    ]


def tally(played: Sequence[Played]) -> dict[str, int]:
    """How many games there were, and how they ended."""
    outcomes = [each.outcome for each in played]
    return {"games": len(played)} | {key: outcomes.count(key) for key in (WON, DRAWN, LOST)}


def runs(played: Iterable[Played]) -> list[int]:
    """The number of wins in a row after each game."""
    lengths: list[int] = []
    for each in played:
        lengths.append((lengths[-1] if lengths else 0) + 1 if each.outcome == WON else 0)
    return lengths


def grouped(
    played: Sequence[Played],
    key: Callable[[Played], str],
    order: Callable[[str], tuple[int, str]],
    label: Callable[[str], str],
) -> list[dict[str, Any]]:
    """The tally and the longest streak of each group."""
    groups: dict[str, list[Played]] = {}
    for each in played:
        groups.setdefault(key(each), []).append(each)
    return [
        {"key": name, "label": label(name), "longest": max(runs(groups[name]))}
        | tally(groups[name])
        for name in sorted(groups, key=order)
    ]


def order_of(known: Iterable[str]) -> Callable[[str], tuple[int, str]]:
    """Sorts what is known in its order, then the rest by name."""
    places = {name: place for place, name in enumerate(known)}
    return lambda name: (places.get(name, len(places)), name)


def opponent(against: str, language: str) -> str:
    """Whom somebody played, in words."""
    level = against.removeprefix(BOT)
    if level in bots.LEVELS:
        return say(language, "own.bots", level=say(language, f"page.{level}"))
    if against in (PEOPLE, MIXED):
        return say(language, f"own.against_{against}")
    return say(language, "own.bot_named", name=level)
