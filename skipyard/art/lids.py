"""The pictures on the lids of the games' boxes, in one small sprite for the home page.

A lid is made of the game's own drawings, copied into it, so that the page need not load whole
sprites: its art module draws it in `lid(drawn)`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable

from skipyard.art import miniature
from skipyard.art.miniature import Thing
from skipyard.art.svg import Symbols, tag
from skipyard.games import game

WIDTH, HEIGHT = 240, 156
SYMBOL = re.compile(r'<symbol id="[^"]*" viewBox="([^"]*)">(.*)</symbol>', re.DOTALL)
USE = re.compile(r'<use href="#([^"]+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/>')
SHADOW = {"fill": "#000", "opacity": ".28"}


def copied(drawn: Symbols, name: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing of a sprite at a place, with whatever it refers to; nothing if it is unknown."""
    match = SYMBOL.fullmatch(drawn.get(name, ""))
    if match is None:
        return ""
    view, inside = match.groups()
    whole = USE.sub(lambda use: copied(drawn, use[1], *map(float, use.groups()[1:])), inside)
    return tag("svg", whole, x=x, y=y, width=width, height=height, viewBox=view)


def laid(drawn: Symbols, things: Iterable[Thing], shadows: bool = True) -> str:
    """Things where they lie, each over its shadow."""
    parts = []
    for thing in things:
        picture = copied(drawn, thing.symbol, thing.x, thing.y, thing.width, thing.height)
        box = {"x": thing.x, "y": thing.y + 3, "width": thing.width, "height": thing.height}
        shadow = tag("rect", **box, rx=thing.width * 0.12, **SHADOW) if shadows else ""
        turn = f"rotate({thing.turn} {thing.x + thing.width / 2} {thing.y + thing.height / 2})"
        parts.append(tag("g", shadow, picture, transform=turn) if thing.turn else shadow + picture)
    return "".join(parts)


def lid(name: str, drawn: Symbols) -> Symbols:
    """The picture on a game's box: `lid` of its art module, or else its `MINIATURE`."""
    module = game(name).companion("art")
    draw = getattr(importlib.import_module(module), "lid", None) if module else None
    picture = draw(drawn) if draw else laid(drawn, miniature.box(name))
    view = f"0 0 {WIDTH} {HEIGHT}"
    # A path may run out of its picture to the edge of the lid.
    inside = picture or " "
    return {
        f"lid-{name}": tag("symbol", inside, id=f"lid-{name}", viewBox=view, overflow="visible")
    }
