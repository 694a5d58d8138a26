"""Sprites: a game's drawings as one SVG file, named by what is in it.

A symbol's id is {kind}-{face}, as scenes name things. A game without drawings of its own yet has
an empty sprite, and screens show its faces in letters.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable

from skipyard.art import brand, flip_and_skip, icons, skip_or_trip, skipbo, skipbo_mod, skippity
from skipyard.art.svg import Symbols, merged, tag

HOUSE = "house"  # the mark and the signs on buttons
PARTS: dict[str, tuple[Callable[[], Symbols], ...]] = {
    HOUSE: (brand.symbols, icons.symbols),
    "skipbo": (skipbo.symbols,),
    "skipbo_mod": (skipbo.symbols, skipbo_mod.symbols),
    "skippity": (skippity.symbols,),
    "skip_or_trip": (skip_or_trip.symbols,),
    "flip_and_skip": (flip_and_skip.symbols,),
}
NAMES = tuple(PARTS)


@functools.cache
def symbols(name: str) -> Symbols:
    """The drawings of a game, or of the house, by id."""
    return merged(part() for part in PARTS[name])


@functools.cache
def sprite(name: str) -> bytes:
    drawn = "".join(symbols(name).values())
    return tag("svg", drawn or " ", xmlns="http://www.w3.org/2000/svg").encode()


@functools.cache
def digest(name: str) -> str:
    return hashlib.sha256(sprite(name)).hexdigest()[:12]


def address(name: str) -> str:
    """Where a server has the sprite; another drawing has another address."""
    return f"/static/art/{name}.{digest(name)}.svg"
