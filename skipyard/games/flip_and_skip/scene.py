"""Flip & Skip for a screen: what lies where, and what to touch for each legal action.

Zones: board, hand.SEAT, pile.SEAT (the victory piles), action (the icon to be carried out), steps
(its count is how many are left, of so many columns), skips (which type skips which), powers (what
each icon does), buttons. items.py lists ids, faces and marks. The `lands` of a skip is the coin
that it takes.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip import actions, coins, items
from skipyard.games.flip_and_skip.actions import Kind
from skipyard.games.flip_and_skip.board import STEPS
from skipyard.games.flip_and_skip.coins import Phase, Type
from skipyard.games.flip_and_skip.events import advise, events
from skipyard.games.flip_and_skip.items import Sight
from skipyard.games.flip_and_skip.rules import TAKEN, THREE
from skipyard.games.flip_and_skip.words import describe, square_name
from skipyard.games.scene import Item, Path, Scene, Seat, Zone

__all__ = ["advise", "events", "scene", "ways"]

NAME = "flip_and_skip"
# The kind, coin, source, over and target of each action.
MOVES: list[tuple[int, int, int, int, int]] = actions.ACTIONS.tolist()
QUIET = {int(kind) for kind in (Kind.LEAVE, Kind.DECLINE, Kind.END)}
EFFECTS = {int(kind): f"effect.{kind.name.lower()}" for kind in (Kind.KEEP, Kind.USE, Kind.SKIP)}
BUTTONS = {
    int(kind): kind.name.lower() for kind in (Kind.LEAVE, Kind.ACCEPT, Kind.DECLINE, Kind.END)
}


def scene(view: Any, legal: Sequence[int], names: Sequence[str], language: str) -> Scene:
    """The table as a view shows it; `legal` is empty unless it is this seat's turn."""
    sight = Sight(view, names, language)
    see = sight.see
    coin_on = coins_on_board(see)
    paths = [path(int(action), coin_on, language) for action in legal]
    return Scene(
        NAME,
        see.me,
        see.turn,
        bool(see.over),
        sight.winners,
        sight.ending() if see.over else status(sight),
        [seat_of(sight, seat) for seat in range(coins.COLOURS)],
        [*zones(sight), *buttons(paths, language)],
        paths,
    )


def coins_on_board(see: Any) -> dict[int, int]:
    """The coin on each square that has one."""
    return {square: coin for coin, square in enumerate(see.where) if square < coins.SQUARES}


# Whose turn it is and what to do ------------------------------------------------------------------
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
            return items.icon_item(see.icon, sight.idle_action(), sight.language).label
        return sight.to(turn, "status.act", icon=sight.title(see.icon))
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
    pile = sight.pile(seat)
    facts = [
        sight.say(f"fact.{Type(kind).name}", count=pile[kind], needed=THREE)
        for kind in range(coins.TYPES)
    ]
    left = sum(max(THREE - count, 0) for count in pile)
    facts.append(sight.say("fact.hand", count=see.hand_left[seat]))
    facts.append(sight.say(f"fact.{items.COLOUR_NAMES[seat ^ see.light]}"))
    facts.append(sight.say("fact.left", left=left))
    place = 0
    if see.over:
        place = 1 if see.winner in (seat, NOBODY) else 2
    side = seat ^ see.light  # the colour: light sits at row 1
    label = sight.say(key, name=sight.names[seat])
    return Seat(seat, side, label, facts, place, left, THREE * coins.TYPES)


# What lies where ----------------------------------------------------------------------------------
def zones(sight: Sight) -> list[Zone]:
    see = sight.see
    lying: dict[int, list[Item]] = {}
    for coin, where in enumerate(see.where):
        if where != coins.BOX:
            lying.setdefault(where if where >= coins.SQUARES else 0, []).append(sight.item(coin))
    on_board = lying.get(0, [])
    key = "zone.closed" if see.flip_only else "zone.board"
    board = [*items.squares(sight.language), *on_board]
    result = [Zone("board", "grid", sight.say(key), board, count=len(on_board), columns=coins.ROWS)]
    for seat in range(coins.COLOURS):
        for name, place in (("hand", coins.HANDS), ("pile", coins.PILES)):
            held = lying.get(place + seat, [])
            label = sight.to(seat, f"zone.{name}")
            result.append(Zone(f"{name}.{seat}", "row", label, held, seat, len(held)))
    icons = []
    if sight.acting and see.icon != NONE:
        icons.append(items.icon_item(see.icon, sight.idle_action(), sight.language))
    result.append(Zone("action", "row", sight.say("zone.action"), icons, count=len(icons)))
    left = see.steps_left if see.phase == Phase.STEP and not see.over else 0
    return [*result, steps(left, sight.language), *items.aids(sight.language)]


@functools.cache
def steps(left: int, language: str) -> Zone:
    """How many steps are left in this turn; none while there is something else to do."""
    label = items.say(language, "zone.steps", left=left)
    return Zone("steps", "row", label, [], count=left, columns=max(left, STEPS))


# Paths --------------------------------------------------------------------------------------------
def path(action: int, coin_on: Mapping[int, int], language: str) -> Path:
    """What to touch for an action: a coin, a square, a coin and then a square, or a button."""
    kind, coin, source, over, target = MOVES[action]
    if source != NONE:
        touch = [items.coin_id(coin_on[source]), items.square_id(target)]
    elif coin != NONE:
        touch = [items.coin_id(coin)]
    elif target != NONE:
        touch = [items.square_id(target)]
    else:
        touch = [f"button.{BUTTONS[kind]}"]
    taken = items.coin_id(coin_on[over]) if over in coin_on else ""
    return Path(
        touch, action, named(action, language), kind in QUIET, effect(kind, language), taken
    )


@functools.cache
def effect(kind: int, language: str) -> str:
    """What a kind of action does, in a word or two."""
    return items.say(language, EFFECTS[kind]) if kind in EFFECTS else ""


@functools.cache
def named(action: int, language: str) -> str:
    return describe(action, language)


def buttons(paths: Sequence[Path], language: str) -> list[Zone]:
    """A button for each move that is not made by touching coins or squares."""
    kinds = [MOVES[path.action][0] for path in paths]
    offered = [items.button(BUTTONS[kind], language) for kind in kinds if kind in BUTTONS]
    if not offered:
        return []
    return [Zone("buttons", "row", items.say(language, "zone.buttons"), offered)]


def ways(view: Any, language: str) -> list[Path]:
    """How to touch every action, legal or not, whose coin is on the board."""
    see = Sight(view, (), language).see
    coin_on = coins_on_board(see)
    possible = [a for a, move in enumerate(MOVES) if move[2] == NONE or move[2] in coin_on]
    return [path(action, coin_on, language) for action in possible]
