"""What happened at a table, told to one viewer: the events and the sentences of its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from skipyard import bots
from skipyard.bots.people import bot_name
from skipyard.games.scene import Event
from skipyard.seats import NOBODY
from skipyard.table.database.store import Row
from skipyard.table.host import Host
from skipyard.table.names import numbered
from skipyard.table.policy import BOT
from skipyard.table.sentences import say

ABOUT_THE_GAME = ("move", "deal")  # rows that change the position
ON_THE_TABLE = ("turn", "draw", "reveal")  # kinds of events that a look at the table shows


def names_of(host: Host, language: str) -> list[str]:
    """What players are called: bots have names of their own, people without one a number."""
    chairs = host.chairs
    return player_names([c.name for c in chairs], [c.kind for c in chairs], language)


def player_names(given: Sequence[str], kinds: Sequence[str], language: str) -> list[str]:
    """The same from the names that were given, and who sits there."""
    names = list(given)
    for seat, kind in enumerate(kinds):
        if not names[seat] and kind.startswith(BOT):
            bot = kind.removeprefix(BOT)
            ours = bot in bots.NAMES  # others are called what their server's operator calls them
            names[seat] = bot_name(bot, seat, names) if ours else numbered(bot, names)
    return [name or say(language, "log.player", player=n) for n, name in enumerate(names, 1)]


def follow(host: Host, row: Row, viewer: int, names: Sequence[str], language: str) -> list[str]:
    """Apply a row, and tell what happened."""
    if row.kind not in ABOUT_THE_GAME:
        line = row_sentence(row, viewer, names, language)
        host.apply(row)
        return [line]
    before = host.view(viewer)
    host.apply(row)
    return story(events(host, row, before, host.view(viewer), names, language))


def events(
    host: Host, row: Row, before: Any, after: Any, names: Sequence[str], language: str
) -> list[Event]:
    """What a move or a deal that was just applied changed between two views of one viewer."""
    unread = host.adjourned and row.seq >= host.adjourned
    if after is None or unread:
        kind = "unread" if row.kind == "move" else row.kind
        name = names[row.seat] if row.seat != NOBODY else ""
        return [Event(row.kind, sentence(kind, row.seat, name, data_of(row), language), row.seat)]
    start = None if row.kind == "deal" else before
    events: list[Event] = host.game.scene.events(start, after, row.action, names, language)
    if row.kind == "deal" and data_of(row).get("round", 0) > 1:
        events[0].label = sentence("deal", NOBODY, "", data_of(row), language)
    return events


def data_of(row: Row) -> dict[str, Any]:
    return json.loads(row.data) if row.data else {}


def row_sentence(row: Row, viewer: int, names: Sequence[str], language: str) -> str:
    """A row about to be applied that is not about the game, in words."""
    data = data_of(row)
    name = data.get("name") or (names[row.seat] if row.seat != NOBODY else "")
    return sentence(row.kind, row.seat, name, data, language, viewer)


def story(events: Sequence[Event]) -> list[str]:
    """The sentences of events, without those that a look at the table tells too."""
    return [event.label for event in events if event.label and event.kind not in ON_THE_TABLE]


def sentence(
    kind: str,
    seat: int,
    name: str,
    data: Mapping[str, Any],
    language: str = "en",
    viewer: int = NOBODY,
    words: str = "",
) -> str:
    """A row in words, from its parts; `words` are those of a move in a record."""
    who = name or say(language, "log.player", player=seat + 1)
    variant = {"offer": "what", "pace": "pace", "phrases": "phrases", "reserve": "chair"}.get(kind)
    key = f"log.{kind}_{data[variant]}" if variant else f"log.{kind}"
    you = "_you" if seat == viewer and seat != NOBODY else ""
    seconds = int(data.get("ms", 0)) // 1000
    facts = {"player": seat + 1, "round": data.get("round", 0), "seconds": seconds}
    return say(language, key + you, who=who, words=words, **facts)
