"""The pictures on the lids of the games' boxes, in one small sprite for the home page.

A lid is made of the game's own drawings, copied into it, so that the page need not load whole
sprites. A game without a picture here shows its `MINIATURE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from skipyard.art import miniature
from skipyard.art.miniature import Thing, card, square
from skipyard.art.svg import Symbols, dot, fill, group, line, tag

WIDTH, HEIGHT = 240, 156
SYMBOL = re.compile(r'<symbol id="[^"]*" viewBox="([^"]*)">(.*)</symbol>', re.DOTALL)
USE = re.compile(r'<use href="#([^"]+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/>')
SHADOW = {"fill": "#000", "opacity": ".28"}
DEEP, PALE = "#b98552", "#f1dfb9"  # the squares of a wooden board
SAND, SAND_EDGE = "#e6c58a", "#a87f42"
PATH = "M-90 150C-30 118 70 142 130 124S236 96 210 68 120 76 86 58 110 18 330 30"


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


def skipbo(drawn: Symbols) -> str:
    """A fan of cards."""
    fan = [("11", 30, 47, -17), ("12", 68, 35, -6), ("wild", 110, 35, 6), ("1", 150, 49, 17)]
    return laid(drawn, [card(face, x, y, turn, 64) for face, x, y, turn in fan])


def skipbo_mod(drawn: Symbols) -> str:
    """Two cards and the die."""
    cards = [card("5", 34, 41, -13, 64), card("8", 76, 37, 2, 64)]
    return laid(drawn, cards) + laid(drawn, [square("die-middle", 134, 54, 78, 10)], shadows=False)


def skip_or_trip(drawn: Symbols) -> str:
    """A path of stones that winds from the sea up to the lighthouse."""
    stones = [("S", 22, 125), ("DK", 64, 125), ("M", 108, 129), ("LB", 152, 118), ("K", 200, 96)]
    stones += [("SM", 205, 66), ("B", 160, 68), ("L", 114, 67), ("D", 84, 44), ("SK", 128, 24)]
    side = 36
    placed = [square(f"square-{face}", x - side / 2, y - side / 2, side) for face, x, y in stones]
    tokens = [square("token-1", 92, 88, 34), square("token-0", 144, 27, 34)]
    path = line(PATH, SAND_EDGE, 30) + line(PATH, SAND, 25)
    trees = group(tree(), x=36, y=92) + group(tree(), x=60, y=96, scale=0.8)
    ground = path + trees + group(boat(), x=30, y=44, scale=1.2)
    tower = group(lighthouse(), x=184, y=34)
    return ground + laid(drawn, placed, shadows=False) + tower + laid(drawn, tokens, shadows=False)


def tree() -> str:
    return fill("M-2 0H2V12H-2Z", "#7a5130") + dot(0, -4, 10, "#2c6c3c") + dot(-2, -6, 7, "#57a565")


def boat() -> str:
    hull = fill("M-12 4H12L8 11H-8Z", "#7a2f10")
    return hull + fill("M0-16V2H-10Z", "#fffaf0") + fill("M2-12V2H10Z", "#f0e442")


def lighthouse() -> str:
    beam = fill("M0-12 26-20V-4ZM0-12-26-20V-4Z", "#f0e442")
    tower = fill("M-7-4H7L10 34H-10Z", "#fffaf0")
    stripes = fill("M-8 4H8L9 13H-9ZM-9 21H9L10 30H-10Z", "#d55e00")
    lamp = fill("M-6-18H6V-4H-6Z", "#ffc531") + fill("M-8-18 0-26 8-18Z", "#22303c")
    return beam + tower + stripes + lamp


def flip_and_skip(drawn: Symbols) -> str:
    """A piece of the board with coins on it."""
    squares = [
        tag("rect", x=40 * n - 100, y=40 * row - 58, width=40, height=40, fill=colour)
        for row in range(3)
        for n in range(5)
        for colour in [(PALE, DEEP)[(n + row) % 2]]
    ]
    coins = [("dark.stone", -58, -56), ("dark.scroll", 22, -56), ("light.sword", -18, -16)]
    coins += [("light.stone", 62, 24), ("dark.sword", 62, -56), ("light.scroll", -98, 24)]
    placed = [square(f"coin-{face}", x, y, 36) for face, x, y in coins]
    rim = tag("rect", x=-108, y=-66, width=216, height=140, rx=8, fill="#4a2c14")
    return group(rim, *squares, laid(drawn, placed, shadows=False), x=120, y=74, turn=-5)


def skippity(drawn: Symbols) -> str:
    """A tray of pieces, and a jump over one of them."""
    rows = [
        ["Y.star", "R.circle", "B.square", "", "O.triangle"],
        ["B.square", "O.triangle", "", "R.circle", "G.diamond"],
        ["G.diamond", "Y.star", "R.circle", "O.triangle", "B.square"],
    ]
    pieces, holes = [], []
    for row, faces in enumerate(rows):
        for column, face in enumerate(faces):
            x, y = 26 + 39 * column, 14 + 44 * row
            if face:
                pieces.append(square(f"skipper-{face}", x, y, 38))
            else:
                holes.append(dot(x + 19, y + 20, 8, "#d9c49b"))
    tray = {"x": 14, "y": 8, "width": 212, "height": 140, "rx": 16}
    jump = "M45 78Q84 40 123 78"
    dashes = tag(
        "path",
        d=jump,
        fill="none",
        stroke="#12456a",
        stroke_width=3.5,
        stroke_dasharray="1 7",
        stroke_linecap="round",
    )
    return "".join(
        [
            tag("rect", **tray | {"y": 13}, fill="#000", opacity=".28"),
            tag("rect", **tray, fill="#f5e9cf"),
            tag("rect", **tray, fill="none", stroke="#fff", stroke_width=2, stroke_opacity=".6"),
            *holes,
            laid(drawn, pieces, shadows=False),
            line(jump, "#fff", 7),
            dashes,
            tag("circle", cx=123, cy=78, r=11, fill="#ffc531", stroke="#3d2c00", stroke_width=2.5),
        ]
    )


PICTURES: dict[str, Callable[[Symbols], str]] = {
    "skipbo": skipbo,
    "skipbo_mod": skipbo_mod,
    "skip_or_trip": skip_or_trip,
    "flip_and_skip": flip_and_skip,
    "skippity": skippity,
}


def lid(game: str, drawn: Symbols) -> Symbols:
    """The picture on a game's box, from the game's drawings."""
    name, draw = f"lid-{game}", PICTURES.get(game)
    picture = draw(drawn) if draw else laid(drawn, miniature.box(game))
    view = f"0 0 {WIDTH} {HEIGHT}"
    # A path may run out of its picture to the edge of the lid.
    return {name: tag("symbol", picture or " ", id=name, viewBox=view, overflow="visible")}
