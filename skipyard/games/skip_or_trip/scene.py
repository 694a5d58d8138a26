"""Skip or Trip for a screen: what lies where, and what to touch for each legal action.

Zones: track, out (tokens that left it), deck, discards (open), played (for trips, in this turn),
hand.SEAT, down.SEAT (discarded face down), symbols (what the letters mean), buttons.
things.py lists ids, faces and marks.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from skipyard.core import NONE
from skipyard.games.scene import Item, Path, Scene, Seat, Zone
from skipyard.games.skip_or_trip.actions import ACTIONS, Kind
from skipyard.games.skip_or_trip.board import TOKENS, Step, Variant
from skipyard.games.skip_or_trip.ending import places
from skipyard.games.skip_or_trip.events import events
from skipyard.games.skip_or_trip.items import (
    TEAMS,
    Sight,
    back_item,
    backs,
    button,
    legend,
    open_cards,
    say,
    squares,
    token_id,
)
from skipyard.games.skip_or_trip.words import Words

__all__ = ["events", "scene", "ways"]

NAME = "skip_or_trip"
MOVES: list[tuple[int, int, int, int]] = ACTIONS.tolist()  # kind, card, side, token
BUTTONS = {int(Kind.END): "end", int(Kind.PASS): "pass"}


def scene(view: Any, legal: Sequence[int], names: Sequence[str], language: str) -> Scene:
    """The table as a view shows it; `legal` is empty unless it is this seat's turn."""
    sight = Sight(view, names, language)
    see = sight.see
    ranks = final_places(view) if see.over else [0] * see.seats
    paths = [path(sight.words, int(a), sight.side_of(see.me), language) for a in legal]
    return Scene(
        NAME,
        see.me,
        see.turn,
        bool(see.over),
        sight.winners,
        sight.ending() if see.over else status(sight),
        [seat_of(sight, seat, ranks[seat]) for seat in range(see.seats)],
        [*zones(sight), *buttons(paths, language)],
        paths,
    )


def final_places(view: Any) -> list[int]:
    """ST-A60"""
    found = np.zeros(int(view.seats), np.int8)
    places(view, found)
    return [int(place) for place in found]


# What is asked of whom ----------------------------------------------------------------------------
def status(sight: Sight) -> str:
    see = sight.see
    if see.step == Step.TOKEN:
        return sight.to(see.turn, "status.token")
    if see.step == Step.CARDS:
        return sight.to(see.turn, "status.cards", symbols=sight.symbols(see.need), sum=see.pips)
    return sight.to(see.turn, "status.again" if see.tripped else "status.move")


# Players ------------------------------------------------------------------------------------------
def seat_of(sight: Sight, seat: int, place: int) -> Seat:
    see, side = sight.see, sight.side_of(seat)
    key = "seat.you" if seat == see.me else "seat.other"
    if sight.teams:
        label = sight.say(f"{key}_team", name=sight.names[seat], team=TEAMS[side])
    else:
        label = sight.say(key, name=sight.names[seat])
    return Seat(seat, side, label, facts(sight, seat, side), place)


def facts(sight: Sight, seat: int, side: int) -> list[str]:
    """Where a player stands, how many cards he holds, and what protects him."""
    if sight.see.quit_at[side]:
        return [sight.say("fact.out")]
    found = [
        sight.say("fact.square" if square else "fact.start", square=square)
        for token in range(TOKENS)
        if (square := sight.square(side, token)) != NONE
    ]
    found.append(sight.say("fact.cards", count=sum(sight.numbers(seat))))
    if sight.spared is not None and sight.spared[0] == side:
        found.append(sight.say("fact.mercy"))
    return found


# What lies where ----------------------------------------------------------------------------------
def zones(sight: Sight) -> list[Zone]:
    see = sight.see
    found = [track(sight), out(sight), deck(sight)]
    shown = seen(sight, see.shown)
    found.append(Zone("discards", "pile", sight.say("zone.discards"), shown, count=len(shown)))
    found.append(played(sight))
    for seat in range(see.seats):
        found += of_seat(sight, seat)
    key = list(legend(sight.words, sight.language))
    found.append(Zone("symbols", "row", sight.say("zone.symbols"), key, count=len(key)))
    return found


def of_seat(sight: Sight, seat: int) -> list[Zone]:
    """A player's hand, and what he discarded face down."""
    see, held, down = sight.see, f"hand.{seat}", f"down.{seat}"
    if seat == see.me:
        cards, under = seen(sight, see.hand), seen(sight, see.down)
    else:
        cards = list(backs(held, sight.numbers(seat), sight.language))
        under = list(backs(down, sight.numbers_down(seat), sight.language))
    return [
        Zone(held, "row", sight.to(seat, "zone.hand"), cards, seat, len(cards)),
        Zone(down, "pile", sight.to(seat, "zone.down"), under, seat, len(under)),
    ]


def track(sight: Sight) -> Zone:
    tokens = [token_item(sight, *where) for where in sight.tokens()]
    items = [*squares(sight.words, sight.language), *tokens]
    return Zone("track", "track", sight.say("zone.track"), items, count=len(tokens))


def out(sight: Sight) -> Zone:
    """ST-27  The tokens of those who are out."""
    items = [
        Item(token_id(*where), "token", face(sight, *where), sight.about(*where, "thing.out"))
        for where in sight.out()
    ]
    return Zone("out", "row", sight.say("zone.out"), items, count=len(items))


def face(sight: Sight, side: int, token: int) -> str:
    """The face of a token: its side, and which one it is where a side has two."""
    return f"{side}" if sight.see.variant == Variant.BASIC else f"{side}.{token}"


def token_item(sight: Sight, side: int, token: int, square: int) -> Item:
    see, marks = sight.see, []
    label = squares(sight.words, sight.language)[square].label
    label = sight.about(side, token, "thing.token", place=label)
    if sight.spared == (side, token):
        marks.append("mercy")
    if sight.choosing and (side, token) == (see.target, see.target_token):
        marks.append("target")
    own = sight.side_of(see.turn)
    if see.step == Step.CARDS and (side, token) == (own, see.own_token):
        marks.append("moving")
    return Item(token_id(side, token), "token", face(sight, side, token), label, square, marks)


def deck(sight: Sight) -> Zone:
    """ST-06 ST-A34  Its number on top, and how many cards are left."""
    see, items = sight.see, []
    if see.deck_left:
        items.append(back_item("deck", 0, see.top, sight.language))
    key = "zone.endgame" if see.endgame else "zone.deck"
    return Zone("deck", "pile", sight.say(key, left=see.deck_left), items, count=see.deck_left)


def played(sight: Sight) -> Zone:
    """ST-11 ST-23  What was played for trips in this turn, and what is still to be matched."""
    see = sight.see
    cards, needs = seen(sight, see.in_play), ""
    if sight.choosing:
        needs = sight.words.symbols.write(see.need)
    return Zone("played", "row", sight.say("zone.played"), cards, count=len(cards), needs=needs)


def seen(sight: Sight, cards: Sequence[int]) -> list[Item]:
    """Cards whose symbols are seen."""
    found: list[Item] = []
    for number, faces in enumerate(cards):
        if faces:
            found += open_cards(sight.words, number, faces, sight.language)
    return found


# What may be touched ------------------------------------------------------------------------------
@functools.cache
def path(spoken: Words, action: int, side: int, language: str) -> Path:
    """The things to touch for an action of a side: a card, then the token that it moves; one
    token; one card; or a button."""
    kind, card, target, token = MOVES[action]
    if kind == Kind.SKIP:
        touch = [f"card.{card}", token_id(side, token)]
    elif kind == Kind.TRIP:
        touch = [token_id(target, token)]
    elif kind == Kind.WITH:
        touch = [token_id(side, token)]
    elif kind == Kind.LAY:
        touch = [f"card.{card}"]
    else:
        touch = [f"button.{BUTTONS[kind]}"]
    return Path(touch, action, spoken.describe(action, language))


def buttons(paths: Sequence[Path], language: str) -> list[Zone]:
    """A button for each move that touches nothing on the table."""
    items = [
        button(BUTTONS[MOVES[path.action][0]], language)
        for path in paths
        if MOVES[path.action][0] in BUTTONS
    ]
    if not items:
        return []
    return [Zone("buttons", "row", say(language, "zone.buttons"), items)]


def ways(view: Any, language: str) -> list[Path]:
    """How every action would be touched, legal or not."""
    sight = Sight(view, (), language)
    side = sight.side_of(sight.see.me)
    return [path(sight.words, action, side, language) for action in range(len(MOVES))]
