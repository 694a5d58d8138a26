"""What a screen needs to draw a table, without knowing rules: zones, items, paths, events.

A game's scene.py makes these from a View alone, so nothing hidden can reach a screen. Never change
them: for speed, games use the same item or zone in many scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from skipyard.seats import NOBODY

NOWHERE = -1


class Item(Struct, gc=False):
    """One thing on the table. In a hidden zone, its id and face reveal nothing."""

    id: str  # unique in the scene: what a path touches and an event moves
    kind: str  # card, coin, token, skipper, die, square, button: which drawing
    face: str  # what it shows, as a code such as "7", "wild", "back"; each game lists its own
    label: str  # what it is, for screen readers
    place: int = NOWHERE  # the square of a grid or track on which it lies
    marks: list[str] = field(default_factory=list)  # such as known, last, moving
    about: str = ""  # a sentence that explains it when it is touched, such as what a power does


class Zone(Struct, gc=False):
    """A part of the table where things lie."""

    id: str
    kind: str  # pile (the top shows), row, grid, track
    label: str
    items: list[Item]
    seat: int = NOBODY  # the owner; NOBODY for the middle of the table
    count: int = 0  # how many things lie here, shown or not
    columns: int = 0  # of a grid
    needs: str = ""  # the face that goes here next, shown faintly


class Path(Struct, gc=False):
    """One legal action as a sequence of touches, each the id of an item or a zone.

    Where either of two equal things will do, there is a path for each. A move that touches nothing
    on the table has a button, in a zone of kind row with the id `buttons` and the count 0.
    """

    touch: list[str]
    action: int
    label: str
    quiet: bool = False  # whether it is merely possible, such as a discard or a pass
    effect: str = ""  # what it does in a word or two: "pile 2", "skip to 50", "take 3"
    lands: str = ""  # id of the item or zone where the thing ends up, if that is not touched last


class Chain(Struct, gc=False):
    """Several actions of one turn that a player may take in one go, such as a chain of jumps.

    Each is legal after those before it, as long as nothing else happens; a client plays them one
    after another. They are a selection: paths have every legal action.
    """

    touch: list[str]  # ids of the thing that moves and of its stops
    actions: list[int]
    takes: list[str]  # ids of what is taken on the way
    effect: str  # in a word or two: "take 3"
    label: str  # a sentence: "Three jumps take blue, green and red: your third set!"


class Seat(Struct, gc=False):
    """What is shown beside a player's name."""

    seat: int
    side: int  # partners share one
    label: str  # the name, and whether it is you
    facts: list[str]  # such as "12 cards in the stock"
    place: int = 0  # at the end: 1 for the winner; shared places are equal
    left: int = 0  # how much of the race is left: cards, squares, slots
    whole: int = 0  # of how much; 0 where the game is no such race


class Event(Struct, gc=False):
    """One thing that just happened, for animations and screen readers."""

    kind: str  # move, draw, reveal, shuffle, roll, capture, push, turn, quit, end: each game lists
    label: str  # a whole sentence; empty if the move's own sentence says it
    seat: int = NOBODY
    source: str = ""  # id of a zone or an item, as in the scene before
    target: str = ""  # id of a zone or an item, as in the scene after
    face: str = ""
    places: list[int] = field(default_factory=list)  # squares passed, first to last
    thing: str = ""  # the kind of the item that has this face
    brief: str = ""  # the sentence of a move in few words, where it is long


class Scene(Struct, gc=False):
    """One table as one seat, or a watcher, sees it."""

    game: str
    me: int
    turn: int  # the player on turn
    over: bool
    winners: list[int]
    status: str  # one sentence: who has to do what
    seats: list[Seat]
    zones: list[Zone]
    paths: list[Path]  # empty unless it is this seat's turn
    chains: list[Chain] = field(default_factory=list)  # the best for each thing first


class Drawn(NamedTuple):
    """What a viewer was shown last, so that a game can reuse the zones that have not changed."""

    view: Any
    names: Sequence[str]
    zones: list[Zone]
