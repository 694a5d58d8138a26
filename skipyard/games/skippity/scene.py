"""A Skippity table as a screen shows it, from a view alone.

Zones are board, whose squares have their names as ids (e5), and for each seat and colour a stack
captured.SEAT.LETTER. Faces are a letter and a shape, such as R.circle, or empty.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from skipyard.games.grammar import listed
from skipyard.games.scene import Chain, Event, Item, Path, Scene, Seat, Zone
from skipyard.games.skippity import chains, rules, words
from skipyard.games.skippity.actions import Kind
from skipyard.games.skippity.board import Colour, Ended, Scoring
from skipyard.games.skippity.events import EventBuilder
from skipyard.games.skippity.items import (
    CELL,
    CELL_BITS,
    FACES,
    SKIPPERS,
    captured,
    colour_of,
    say,
    skipper,
    stack_id,
)
from skipyard.games.skippity.view import View
from skipyard.games.unpack import reader
from skipyard.seats import NOBODY

CACHED = 1 << 14  # rows, stacks and labels of each sort
MOST_CHAINS = 60  # that a screen is offered
ORDINALS = 10  # sets that have a word of their own: first, second
ROWS = [tuple(row) for row in rules.ACTIONS.tolist()]
read = reader(View)
cached = functools.lru_cache(CACHED)


# The whole ----------------------------------------------------------------------------------------
def scene(view: Any, legal: Iterable[int], names: Sequence[str], language: str) -> Scene:
    """What a seat or a watcher sees, and what to touch for each legal action."""
    v, actions = read(view), [int(action) for action in legal]
    places = places_of(view, v)
    zones = [board(v, language)]
    for seat in range(v.seats):
        stacks = captured(v, seat)
        for colour in SKIPPERS:
            mine = seat == v.me
            zones.append(stack(seat, colour, stacks[colour - 1], names[seat], mine, language))
    buttons = [action for action in actions if ROWS[action][0] != Kind.JUMP]
    if buttons:
        items = [button(ROWS[action][0], language) for action in buttons]
        zones.append(Zone("buttons", "row", say(language, "scene.buttons"), items))
    return Scene(
        "skippity",
        v.me,
        v.turn,
        bool(v.over),
        [seat for seat, place in enumerate(places) if place == 1],
        status(v, actions, places, names, language),
        [seat_of(view, v, seat, places[seat], names[seat], language) for seat in range(v.seats)],
        zones,
        paths(v, actions, language),
        chains_of(v, actions, language),
    )


def events(
    before: Any, after: Any, action: int, names: Sequence[str], language: str
) -> list[Event]:
    """What happened between two views; `before` is None when the board has just been filled."""
    old, new = None if before is None else read(before), read(after)
    events = EventBuilder(old, new, names, language).build(action)
    if new.over and not (old and old.over):
        events.append(Event("end", outcome(new, places_of(after, new), names, language)))
    return events


def advise(view: Any, action: int, names: Sequence[str], language: str) -> str:
    """A move as advice to whoever is on turn."""
    seen = read(view)
    return EventBuilder(seen, seen, names, language).advise(action)


# The board ----------------------------------------------------------------------------------------
def board(v: Any, language: str) -> Zone:
    items: list[Item] = []
    for row in range(v.size):
        items += board_row(v.size, row, v.cells[row], language)
    if v.jumps and not v.over:
        at = v.row * v.size + v.column
        item = items[at]  # cached, so it must not change
        items[at] = Item(item.id, item.kind, item.face, item.label, at, ["moving"])
    count = sum(taken.bit_count() for taken in v.taken)
    return Zone("board", "grid", say(language, "scene.board"), items, NOBODY, count, v.size)


@cached
def board_row(size: int, row: int, cells: int, language: str) -> list[Item]:
    """The squares of a row from the left."""
    colours = [cells >> CELL_BITS * column & CELL for column in range(size)]
    return [square(size, row, column, colour, language) for column, colour in enumerate(colours)]


@functools.cache
def square(size: int, row: int, column: int, colour: int, language: str) -> Item:
    """A skipper on its square, or an empty square; the id is the square's."""
    name = words.square(row, column)
    if colour == Colour.EMPTY:
        label = say(language, "scene.empty", square=name)
        return Item(name, "square", "empty", label, row * size + column)
    label = say(language, "scene.skipper", skipper=skipper(colour, language), square=name)
    return Item(name, "skipper", FACES[colour], label, row * size + column)


# The players --------------------------------------------------------------------------------------
@cached
def stack(seat: int, colour: int, count: int, name: str, mine: bool, language: str) -> Zone:
    """A player's captured skippers of one colour."""
    zone, named = stack_id(seat, colour), skipper(colour, language)
    items = [Item(f"{zone}.top", "skipper", FACES[colour], named)] if count else []
    key = "scene.captured_you" if mine else "scene.captured"
    return Zone(zone, "pile", say(language, key, skipper=named, name=name), items, seat, count)


def seat_of(view: Any, v: Any, seat: int, place: int, name: str, language: str) -> Seat:
    stacks = captured(v, seat)
    facts = [
        fact("sets", min(stacks), language),  # SK-03 SK-A14
        fact("skippers", sum(stacks), language),
    ]
    if v.scoring == Scoring.HUNDRED:  # SK-A24  then they count, and stand first
        facts.insert(0, say(language, "fact.points", count=int(rules.points_of(view, seat))))
    if seat == v.turn and v.jumps and not v.over:
        facts.append(fact("jumps", v.jumps, language))
    return Seat(seat, seat, player(name, seat == v.me, language), facts, place)


@cached
def player(name: str, mine: bool, language: str) -> str:
    return say(language, "scene.player_you" if mine else "scene.player", name=name)


@functools.cache
def fact(what: str, count: int, language: str) -> str:
    """A count in words: none, one or many."""
    number = {0: "none", 1: "one"}.get(count, "many")
    return say(language, f"fact.{what}_{number}", count=count)


def places_of(view: Any, v: Any) -> list[int]:
    """SK-33 SK-A15  Everybody's place once the game is over; 0 before."""
    places = np.zeros(v.seats, np.int64)
    if v.over:
        rules.places(view, places)
    return [int(place) for place in places]


# Status -------------------------------------------------------------------------------------------
def status(v: Any, legal: list[int], places: list[int], names: Sequence[str], language: str) -> str:
    if v.over:
        return outcome(v, places, names, language)
    jumper = words.square(v.row, v.column) if v.jumps else ""
    if v.turn != v.me:
        key = "status.other_jumps" if v.jumps else "status.other"
        return say(language, key, name=names[v.turn], square=jumper)
    kinds = {ROWS[action][0] for action in legal}
    if v.jumps:
        return say(language, "status.onward" if Kind.JUMP in kinds else "status.end", square=jumper)
    return say(language, "status.jump_or_pass" if Kind.PASS in kinds else "status.jump")


def outcome(v: Any, places: list[int], names: Sequence[str], language: str) -> str:
    """How the game ended and who has won, told to this viewer."""
    how = "passed" if v.over == Ended.ALL_PASSED else "no_jump"
    if v.winner == NOBODY:
        firsts = [seat for seat, place in enumerate(places) if place == 1]
        others = listed([names[seat] for seat in firsts if seat != v.me], language)
        return say(language, f"end.{how}_tie{'_you' if v.me in firsts else ''}", names=others)
    key = f"end.{how}_you" if v.winner == v.me else f"end.{how}"
    return say(language, key, name=names[v.winner])


# Paths --------------------------------------------------------------------------------------------
@functools.cache
def button(kind: int, language: str) -> Item:
    name = Kind(kind).name.lower()
    return Item(name, "button", name, say(language, f"scene.{name}"))


@cached
def path(action: int, colour: int, language: str, quiet: bool = True) -> Path:
    """A move as what to touch: a skipper and where it lands, or a button, which may be quiet."""
    kind, row, column, _, _, _, to_row, to_column = ROWS[action]
    label = words.describe(action, language)
    if kind != Kind.JUMP:
        return Path([Kind(kind).name.lower()], action, label, quiet)
    touch = [words.square(row, column), words.square(to_row, to_column)]
    effect = say(language, "effect.colour", colour=words.WORDS.colour(colour, language))
    return Path(touch, action, label, effect=effect if colour else "")


@cached
def onward(action: int, colour: int, language: str) -> Path:
    """A further jump by its landing square alone, since the jumper is known."""
    whole = path(action, colour, language)
    return Path(whole.touch[-1:], action, whole.label, effect=whole.effect)


def paths(v: Any, legal: list[int], language: str) -> list[Path]:
    """A path for each legal action; a chain goes on by a tap or by dragging the jumper."""
    if len(legal) == 1 and ROWS[legal[0]][0] != Kind.JUMP:
        return [path(legal[0], Colour.EMPTY, language, quiet=False)]  # there is nothing else to do
    # Columns 4 and 5 of an action are the square that is jumped over.
    taken = [colour_of(v, ROWS[action][4], ROWS[action][5]) for action in legal]
    ways = [path(action, colour, language) for action, colour in zip(legal, taken, strict=True)]
    if v.jumps:
        ways += [
            onward(action, colour, language)
            for action, colour in zip(legal, taken, strict=True)
            if ROWS[action][0] == Kind.JUMP
        ]
    return ways


def ways(view: Any, language: str) -> list[Path]:
    """What to touch for every action, legal or not."""
    return paths(read(view), list(range(len(ROWS))), language)


# Chains -------------------------------------------------------------------------------------------
ROW = struct.Struct(f"={chains.WIDTH}h")
STARTS = [words.square(row[1], row[2]) for row in ROWS]
OVERS = [words.square(row[4], row[5]) for row in ROWS]
ENDS = [words.square(row[6], row[7]) for row in ROWS]


def chains_of(v: Any, legal: list[int], language: str) -> list[Chain]:
    """SK-15 SK-16  The best chains of every skipper that can jump.

    Lessons ask for every action there is, so that a jump may begin beyond this board.
    """
    size = v.size
    jumps = {ROWS[action][1:3]: 0 for action in legal if action > 1}
    starts = [row * size + column for row, column in jumps if row < size and column < size]
    if not starts:
        return []
    squares: list[int] = []
    for cells in v.cells[:size]:
        squares += row_colours(size, cells)
    found = np.empty((chains.EACH * len(starts), chains.WIDTH), np.int16)
    count = chains.find(
        np.array(squares, np.int16),
        size,
        np.array(starts, np.int16),
        np.array(captured(v, v.turn), np.int16),
        np.empty((chains.LONGEST + 1, 4), np.int16),
        found,
    )
    found = found[:count]
    if count > MOST_CHAINS:  # each skipper's best, then those that take most
        found = found[np.lexsort((-found[:, chains.SCORE], found[:, chains.RANK]))[:MOST_CHAINS]]
    rows, wide = found.tobytes(), found.itemsize * chains.WIDTH
    return [chain(rows[at : at + wide], language) for at in range(0, len(rows), wide)]


@cached
def row_colours(size: int, cells: int) -> list[int]:
    return [cells >> CELL_BITS * column & CELL for column in range(size)]


@cached
def chain(found: bytes, language: str) -> Chain:
    """A row of chains.find, to touch and in words."""
    row = ROW.unpack(found)
    jumps = row[chains.JUMPS]
    actions = list(row[chains.HEAD : chains.HEAD + jumps])
    colours = row[chains.HEAD + chains.LONGEST :][:jumps]
    return Chain(
        [STARTS[actions[0]], *(ENDS[action] for action in actions)],
        actions,
        [OVERS[action] for action in actions],
        takes(jumps, language),
        promise(colours, row[chains.GAINED], row[chains.SETS], language),
    )


@functools.cache
def takes(count: int, language: str) -> str:
    return say(language, "effect.take", count=count)


@cached
def promise(colours: tuple[int, ...], gained: int, sets: int, language: str) -> str:
    """What a chain takes, and which set it completes."""
    parts = []
    for colour in dict.fromkeys(colours):
        name, count = Colour(colour).name, colours.count(colour)
        key = f"colour.{name}" if count == 1 else f"scene.several_{name}"
        parts.append(say(language, key, count=count))
    listed = " ".join([", ".join(parts[:-1]), say(language, "scene.and"), parts[-1]])
    taken = say(language, f"scene.jumps_{len(colours)}", colours=listed if parts[1:] else parts[0])
    if not gained:
        return say(language, "scene.chain", taken=taken)
    if gained == 1 and sets <= ORDINALS:
        which = say(language, f"scene.set_{sets}")
    else:
        which = say(language, "scene.sets" if gained > 1 else "scene.set_later", count=sets)
    return say(language, "scene.chain_set", taken=taken, which=which)
