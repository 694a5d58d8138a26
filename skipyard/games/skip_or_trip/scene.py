"""Scenes of Skip or Trip: what lies where, and what to touch for each legal action.

Zones: track, out (tokens that left it), deck, discards (open), played (for trips, in this turn),
hand.SEAT, down.SEAT (discarded face down), symbols (what the letters mean), buttons.
items.py lists ids, faces and marks.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from skipyard.core import NONE
from skipyard.games.scene import Item, Path, Scene, Seat, Zone
from skipyard.games.skip_or_trip import items
from skipyard.games.skip_or_trip.actions import ACTIONS, Kind
from skipyard.games.skip_or_trip.board import FACES, GOAL, TOKENS, Step, Variant
from skipyard.games.skip_or_trip.ending import places
from skipyard.games.skip_or_trip.events import EventBuilder, events
from skipyard.games.skip_or_trip.items import Sight
from skipyard.games.skip_or_trip.words import Words

__all__ = ["advise", "events", "scene", "ways"]

NAME = "skip_or_trip"
MOVES: list[tuple[int, int, int, int]] = ACTIONS.tolist()  # kind, card, side, token
BUTTONS = {int(Kind.END): "end", int(Kind.PASS): "pass"}
CACHED_PATHS = 1 << 15


def scene(view: Any, legal: Sequence[int], names: Sequence[str], language: str) -> Scene:
    """The table as a view shows it; `legal` is empty unless it is this seat's turn."""
    sight = Sight(view, names, language)
    see = sight.see
    ranks = final_places(view) if see.over else [0] * see.seats
    paths = legal_paths(sight, legal)
    return Scene(
        NAME,
        see.me,
        see.turn,
        bool(see.over),
        sight.winners,
        sight.ending() if see.over else status(sight, paths),
        [seat_of(sight, seat, ranks[seat]) for seat in range(see.seats)],
        [*all_zones(sight), *buttons(paths, language)],
        paths,
    )


def final_places(view: Any) -> list[int]:
    """ST-A60"""
    numbers = np.zeros(int(view.seats), np.int8)
    places(view, numbers)
    return [int(place) for place in numbers]


def advise(view: Any, action: int, names: Sequence[str], language: str) -> str:
    """A move as advice to whoever is on turn, who sees the symbols of their own cards."""
    sight = Sight(view, names, language)
    kind, card, _, token = MOVES[action]
    shown, nth = items.card_phrase(sight.words, card, language), sight.nth(token)
    if kind == Kind.TRIP:
        return EventBuilder(sight, sight, action).aims_at().label
    if kind != Kind.SKIP:
        key = Kind(kind).name.lower()
        return sight.say(f"told.{key}_you", card=shown, nth=nth)
    side = sight.side_of(sight.see.turn)
    here, goal = sight.square(side, token), landing(sight, side, token, card)
    key = "stay" if here == goal else "skip" if sight.see.variant == Variant.BASIC else "skip_two"
    return sight.say(f"told.{key}_you", card=shown, to=sight.way_to(goal), nth=nth)


# Status -------------------------------------------------------------------------------------------
def status(sight: Sight, paths: Sequence[Path]) -> str:
    see = sight.see
    if see.step == Step.TOKEN:
        return sight.to(see.turn, "status.token")
    if see.step == Step.CARDS:
        facts = {"symbols": sight.symbols(see.need), "sum": see.pips}
        return sight.to(see.turn, "status.cards", target=sight.owner(see.target), **facts)
    if see.tripped:
        return sight.to(see.turn, "status.again")
    kinds = {MOVES[path.action][0] for path in paths}
    if not kinds or Kind.TRIP in kinds:
        return sight.to(see.turn, "status.move")
    return sight.say("status.skip_you" if Kind.SKIP in kinds else "status.pass_you")


# Players ------------------------------------------------------------------------------------------
def seat_of(sight: Sight, seat: int, place: int) -> Seat:
    see, side = sight.see, sight.side_of(seat)
    key = "seat.you" if seat == see.me else "seat.other"
    if sight.teams:
        label = sight.say(f"{key}_team", name=sight.names[seat], team=items.TEAMS[side])
    else:
        label = sight.say(key, name=sight.names[seat])
    facts = seat_facts(sight, seat, side)
    return Seat(seat, side, label, facts, place, *squares_left(sight, side))


def squares_left(sight: Sight, side: int) -> tuple[int, int]:
    """How far a side's first token has to go, and how long the track is; 0 for who is out."""
    first = max(sight.square(side, token) for token in range(TOKENS))
    return (0, 0) if first == NONE else (GOAL - first, GOAL)


def seat_facts(sight: Sight, seat: int, side: int) -> list[str]:
    """Where a player's tokens are, how many cards they hold, and whether Mercy protects one."""
    if sight.see.quit_at[side]:
        return [sight.say("fact.out")]
    facts = [
        sight.say("fact.square" if square else "fact.start", square=square)
        for token in range(TOKENS)
        if (square := sight.square(side, token)) != NONE
    ]
    facts.append(sight.say("fact.cards", count=sum(sight.numbers(seat))))
    facts.append(sight.say("fact.left", count=squares_left(sight, side)[0]))
    if sight.spared is not None and sight.spared[0] == side:
        facts.append(sight.say("fact.mercy"))
    return facts


# Zones --------------------------------------------------------------------------------------------
def all_zones(sight: Sight) -> list[Zone]:
    see = sight.see
    zones = [track(sight), out(sight), deck(sight)]
    shown = seen(sight, see.shown)
    zones.append(Zone("discards", "pile", sight.say("zone.discards"), shown, count=len(shown)))
    zones.append(played(sight))
    for seat in range(see.seats):
        zones += seat_zones(sight, seat)
    key = list(items.legend(sight.words, sight.language))
    zones.append(Zone("symbols", "row", sight.say("zone.symbols"), key, count=len(key)))
    return zones


def seat_zones(sight: Sight, seat: int) -> list[Zone]:
    """A player's hand and face-down discards."""
    see, held, down = sight.see, f"hand.{seat}", f"down.{seat}"
    if seat == see.me:
        cards, under = seen(sight, see.hand), seen(sight, see.down)
    else:
        cards = list(items.backs(held, sight.numbers(seat), sight.language))
        under = list(items.backs(down, sight.numbers_down(seat), sight.language))
    return [
        Zone(held, "row", sight.to(seat, "zone.hand"), cards, seat, len(cards)),
        Zone(down, "pile", sight.to(seat, "zone.down"), under, seat, len(under)),
    ]


def track(sight: Sight) -> Zone:
    tokens = [token_item(sight, *where) for where in sight.tokens()]
    squares = items.squares(sight.words, sight.language)
    label = sight.say("zone.track")
    return Zone("track", "track", label, [*squares, *tokens], count=len(tokens))


def out(sight: Sight) -> Zone:
    """ST-27  The tokens of those who are out."""
    tokens = [
        Item(items.token_id(*where), "token", face(sight, *where), sight.about(*where, "thing.out"))
        for where in sight.out()
    ]
    return Zone("out", "row", sight.say("zone.out"), tokens, count=len(tokens))


def face(sight: Sight, side: int, token: int) -> str:
    return sight.token_face(side, token)


def token_item(sight: Sight, side: int, token: int, square: int) -> Item:
    see, marks, about = sight.see, [], ""
    label = items.squares(sight.words, sight.language)[square].label
    label = sight.about(side, token, "thing.token", place=label)
    if sight.spared == (side, token):
        marks.append("mercy")
    if sight.choosing and (side, token) == (see.target, see.target_token):
        marks.append("target")
        symbols = sight.symbols(see.need)
        about = sight.say("about.trip", owner=sight.owner(side), square=square, symbols=symbols)
    own = sight.side_of(see.turn)
    if see.step == Step.CARDS and (side, token) == (own, see.own_token):
        marks.append("moving")
    return Item(
        items.token_id(side, token), "token", face(sight, side, token), label, square, marks, about
    )


def deck(sight: Sight) -> Zone:
    """ST-06 ST-A34  The number on top, and how many cards are left."""
    see, top = sight.see, []
    if see.deck_left:
        top.append(items.back_item("deck", 0, see.top, sight.language))
    key = "zone.endgame" if see.endgame else "zone.deck"
    return Zone("deck", "pile", sight.say(key, left=see.deck_left), top, count=see.deck_left)


def played(sight: Sight) -> Zone:
    """ST-11 ST-23  What was played for trips in this turn, and what is still to be matched."""
    see = sight.see
    cards, needs = seen(sight, see.in_play), ""
    if sight.choosing:
        needs = sight.words.symbols.write(see.need)
    return Zone("played", "row", sight.say("zone.played"), cards, count=len(cards), needs=needs)


def seen(sight: Sight, cards: Sequence[int]) -> list[Item]:
    """Cards whose symbols this seat sees."""
    shown: list[Item] = []
    for number, faces in enumerate(cards):
        if faces:
            shown += items.open_cards(sight.words, number, faces, sight.language)
    return shown


# Paths --------------------------------------------------------------------------------------------
def legal_paths(sight: Sight, legal: Sequence[int]) -> list[Path]:
    """The paths of actions. No two touch the same things: of two tokens that would end on the same
    square, the first is meant, unless it would only stay there."""
    paths = [path for action in legal for path in paths_of(sight, int(action))]
    if sight.see.variant == Variant.BASIC:
        return paths
    unique: dict[tuple[str, ...], Path] = {}
    for path in sorted(paths, key=lambda path: path.quiet):
        unique.setdefault(tuple(path.touch), path)
    return list(unique.values())


def paths_of(sight: Sight, action: int) -> tuple[Path, ...]:
    """What to touch for an action: a card and where it takes a token, or the token itself; one
    token; one card; or a button."""
    kind, card, target, token = MOVES[action]
    words, language = sight.words, sight.language
    if kind == Kind.SKIP:
        side = sight.side_of(sight.see.me)
        here = sight.square(side, token)
        goal = landing(sight, side, token, card)
        key = "effect.skip" if sight.see.variant == Variant.BASIC else "effect.to"
        return skips(words, action, side, here, goal, key, language)
    if kind == Kind.TRIP:
        return trip(words, action, victim(sight, target, token), language)
    return other(words, action, sight.side_of(sight.see.me), language)


def landing(sight: Sight, side: int, token: int, card: int) -> int:
    """ST-21 ST-40  Where a skip takes a token: it stays where it would go too far."""
    here = sight.square(side, token)
    goal = here + card // FACES + 1
    if goal < GOAL or (goal == GOAL and sight.wins_at_goal(side, token)):
        return goal
    return here


def victim(sight: Sight, side: int, token: int) -> str:
    """Who would be tripped, by name; empty for a side that is not at the table."""
    if side >= sight.sides or not sight.names:
        return ""
    name = sight.owner(side)
    return name if sight.see.variant == Variant.BASIC else f"{name} ({token + 1})"


@functools.lru_cache(CACHED_PATHS)
def skips(
    words: Words, action: int, side: int, here: int, goal: int, key: str, language: str
) -> tuple[Path, ...]:
    """A skip by its card and the square where it ends, or by its card and its token."""
    _, card, _, token = MOVES[action]
    label, held, wasted = words.describe(action, language), f"card.{card}", here == goal
    figure = items.token_id(side, token)
    if here == NONE:
        return (Path([held, figure], action, label),)
    effect = items.say(language, "effect.stay" if wasted else key, square=goal)
    end = f"square.{goal}"
    return (
        Path([held, end], action, label, wasted, effect),
        Path([held, figure], action, label, wasted, effect, end),
    )


@functools.lru_cache(CACHED_PATHS)
def trip(words: Words, action: int, name: str, language: str) -> tuple[Path, ...]:
    _, _, side, token = MOVES[action]
    label = words.describe(action, language)
    effect = items.say(language, "effect.trip", name=name) if name else ""
    return (Path([items.token_id(side, token)], action, label, effect=effect),)


@functools.lru_cache(CACHED_PATHS)
def other(words: Words, action: int, side: int, language: str) -> tuple[Path, ...]:
    """The own token of a trip, a card that matches, or a button."""
    kind, card, _, token = MOVES[action]
    label = words.describe(action, language)
    if kind == Kind.WITH:
        effect = items.say(language, "effect.with", token=token + 1)
        return (Path([items.token_id(side, token)], action, label, effect=effect),)
    if kind == Kind.LAY:
        effect = items.say(language, "effect.lay")
        return (Path([f"card.{card}"], action, label, effect=effect, lands="played"),)
    return (Path([f"button.{BUTTONS[kind]}"], action, label, kind == Kind.PASS),)


def buttons(paths: Sequence[Path], language: str) -> list[Zone]:
    """A button for each move that touches nothing on the table."""
    kinds = [MOVES[path.action][0] for path in paths]
    shown = [items.button(BUTTONS[kind], language) for kind in kinds if kind in BUTTONS]
    if not shown:
        return []
    return [Zone("buttons", "row", items.say(language, "zone.buttons"), shown)]


def ways(view: Any, language: str) -> list[Path]:
    """A path for every action, legal or not."""
    sight = Sight(view, (), language)
    return [path for action in range(len(MOVES)) for path in paths_of(sight, action)]
