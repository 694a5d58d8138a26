"""Flip & Skip for a screen: what lies where, and what to touch for each legal action.

Zones: board, hand.SEAT, pile.SEAT (the victory piles), action (the icon to be carried out),
buttons. things.py lists ids, faces and marks.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip.actions import ACTIONS, Kind
from skipyard.games.flip_and_skip.coins import (
    BOX,
    COINS,
    COLOURS,
    HANDS,
    PILES,
    ROWS,
    SQUARES,
    TYPES,
    Phase,
    Type,
)
from skipyard.games.flip_and_skip.events import events
from skipyard.games.flip_and_skip.items import (
    COLOUR_NAMES,
    Sight,
    button,
    coin_id,
    icon_item,
    say,
    square_id,
    squares,
)
from skipyard.games.flip_and_skip.rules import TAKEN, THREE
from skipyard.games.flip_and_skip.words import describe, square_name
from skipyard.games.scene import Item, Path, Scene, Seat, Zone

__all__ = ["events", "scene", "ways"]

NAME = "flip_and_skip"
MOVES: list[tuple[int, int, int, int, int]] = ACTIONS.tolist()  # kind, coin, source, over, target
BUTTONS = {
    int(kind): kind.name.lower() for kind in (Kind.LEAVE, Kind.ACCEPT, Kind.DECLINE, Kind.END)
}


def scene(view: Any, legal: Sequence[int], names: Sequence[str], language: str) -> Scene:
    """The table as a view shows it; `legal` is empty unless it is this seat's turn."""
    sight = Sight(view, names, language)
    see = sight.see
    coin_on = {see.where[coin]: coin for coin in range(COINS) if see.where[coin] < SQUARES}
    paths = [path(int(action), coin_on, language) for action in legal]
    return Scene(
        NAME,
        see.me,
        see.turn,
        bool(see.over),
        sight.winners,
        sight.ending() if see.over else status(sight),
        [seat_of(sight, seat) for seat in range(COLOURS)],
        [*zones(sight), *buttons(paths, language)],
        paths,
    )


# What is asked of whom ----------------------------------------------------------------------------
def status(sight: Sight) -> str:
    see, turn = sight.see, sight.see.turn
    if see.phase == Phase.TAKE:
        left = TAKEN - see.hand_left[turn]
        return sight.to(turn, "status.take", left=left, rival=sight.names[1 - turn])
    if see.phase == Phase.KEEP:
        return sight.to(turn, "status.keep")
    if see.phase == Phase.FLIP:
        return sight.to(turn, "status.again" if see.again else "status.flip")
    if see.phase == Phase.ACT:
        if turn == see.me:
            return icon_item(see.icon, sight.idle_action(), sight.language).label
        return sight.to(turn, "status.act", icon=sight.icon(see.icon))
    if see.phase == Phase.PLACE:
        return sight.to(turn, "status.place", coin=sight.name(see.picked))
    if see.chain != NONE:
        square = square_name(see.chain)
        return sight.to(turn, "status.chain", square=square, left=see.steps_left)
    return sight.to(turn, "status.step", left=see.steps_left)


# Players ------------------------------------------------------------------------------------------
def seat_of(sight: Sight, seat: int) -> Seat:
    see = sight.see
    key = "seat.you" if seat == see.me else "seat.other"
    facts = [sight.say(f"fact.{COLOUR_NAMES[seat ^ see.light]}")]
    facts.append(sight.say("fact.hand", count=see.hand_left[seat]))
    pile = sight.pile(seat)
    facts += [
        sight.say(f"fact.{Type(kind).name}", count=pile[kind], needed=THREE)
        for kind in range(TYPES)
    ]
    place = 0
    if see.over:
        place = 1 if see.winner in (seat, NOBODY) else 2
    side = seat ^ see.light  # the colour: light sits at row 1
    return Seat(seat, side, sight.say(key, name=sight.names[seat]), facts, place)


# What lies where ----------------------------------------------------------------------------------
def zones(sight: Sight) -> list[Zone]:
    see = sight.see
    lying: dict[int, list[Item]] = {}
    for coin, where in enumerate(see.where):
        if where != BOX:
            lying.setdefault(where if where >= SQUARES else 0, []).append(sight.item(coin))
    coins = lying.get(0, [])
    key = "zone.closed" if see.flip_only else "zone.board"
    items = [*squares(sight.language), *coins]
    found = [Zone("board", "grid", sight.say(key), items, count=len(coins), columns=ROWS)]
    for seat in range(COLOURS):
        for name, place in (("hand", HANDS), ("pile", PILES)):
            coins = lying.get(place + seat, [])
            label = sight.to(seat, f"zone.{name}")
            found.append(Zone(f"{name}.{seat}", "row", label, coins, seat, len(coins)))
    icons = []
    if sight.acting and see.icon != NONE:
        icons.append(icon_item(see.icon, sight.idle_action(), sight.language))
    found.append(Zone("action", "row", sight.say("zone.action"), icons, count=len(icons)))
    return found


# What may be touched ------------------------------------------------------------------------------
def path(action: int, coin_on: Mapping[int, int], language: str) -> Path:
    """The things to touch for an action: a coin, a square, a coin and then a square, a button."""
    kind, coin, source, _, target = MOVES[action]
    if source != NONE:
        touch = [coin_id(coin_on[source]), square_id(target)]
    elif coin != NONE:
        touch = [coin_id(coin)]
    elif target != NONE:
        touch = [square_id(target)]
    else:
        touch = [f"button.{BUTTONS[kind]}"]
    return Path(touch, action, named(action, language))


@functools.cache
def named(action: int, language: str) -> str:
    return describe(action, language)


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
    """How every action would be touched, legal or not, as far as its coin is there."""
    see = Sight(view, (), language).see
    coin_on = {see.where[coin]: coin for coin in range(COINS) if see.where[coin] < SQUARES}
    there = [a for a, move in enumerate(MOVES) if move[2] == NONE or move[2] in coin_on]
    return [path(action, coin_on, language) for action in there]
