"""A small picture of each game for lists: symbols of its sprite, laid out by hand.

A game's art module has it as `MINIATURE`; without one the picture is empty.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import NamedTuple

from skipyard.games import game


class Thing(NamedTuple):
    """A symbol in a picture of 240 by 140."""

    symbol: str
    x: float
    y: float
    width: float
    height: float
    turn: float = 0


def card(face: str, x: float, y: float, turn: float = 0, width: float = 62) -> Thing:
    return Thing(f"card-{face}", x, y, width, width * 1.4, turn)


def square(symbol: str, x: float, y: float, side: float, turn: float = 0) -> Thing:
    return Thing(symbol, x, y, side, side, turn)


def box(name: str) -> Sequence[Thing]:
    """The symbols in the picture of a game."""
    module = game(name).companion("art")
    things: Sequence[Thing] = (
        getattr(importlib.import_module(module), "MINIATURE", ()) if module else ()
    )
    return things
