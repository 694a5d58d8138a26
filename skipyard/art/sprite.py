"""Sprites: a game's drawings as one SVG file, named by what is in it.

A symbol's id is {kind}-{face}, as scenes name things. A game without drawings of its own yet has
an empty sprite, and screens show its faces in letters.
"""

from __future__ import annotations

import functools
import hashlib
import importlib

from skipyard.art import brand, icons
from skipyard.art.svg import Symbols, merged, tag
from skipyard.games import GAMES, game

HOUSE = "house"  # the mark and the signs on buttons
NAMES = (HOUSE, *GAMES)


@functools.cache
def symbols(name: str) -> Symbols:
    """The drawings of a game with those of its family, or of the house, by id."""
    if name == HOUSE:
        return merged([brand.symbols(), icons.symbols()])
    modules = [importlib.import_module(module) for module in game(name).companions("art")]
    return merged(module.symbols() for module in reversed(modules))


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
