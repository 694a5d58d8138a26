"""Sprites: a game's drawings as one SVG file, named after a digest of its content.

A symbol's id is {kind}-{face}, from the items of scenes. A game without drawings has an empty
sprite, and screens show its faces as text.
"""

from __future__ import annotations

import functools
import hashlib
import importlib

from skipyard.art import brand, icons, lids
from skipyard.art.svg import Symbols, merged, tag
from skipyard.games import GAMES, game

HOUSE = "house"  # the sprite with the logo and the icons of buttons
LIDS = "lids"  # the sprite with the pictures on the games' boxes
NAMES = (HOUSE, LIDS, *GAMES)


@functools.cache
def symbols(name: str) -> Symbols:
    """The drawings of a game and its family by id; or those that belong to no game."""
    if name == HOUSE:
        return merged([brand.symbols(), icons.symbols()])
    if name == LIDS:
        return merged(lids.lid(each, symbols(each)) for each in GAMES)
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
    """The sprite's address on a server, which changes with its content."""
    return f"/static/art/{name}.{digest(name)}.svg"
