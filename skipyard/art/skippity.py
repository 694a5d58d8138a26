"""Drawings of Skippity: skippers in five colours, each with a shape and a letter; empty squares.

Letters are a setting: they show where --letters is 1, and as in French where --french is 1, too.
"""

from __future__ import annotations

from skipyard.art import miniature
from skipyard.art.lids import laid
from skipyard.art.miniature import square
from skipyard.art.numerals import text
from skipyard.art.svg import (
    BLUE,
    DARK,
    GREEN,
    LIGHT,
    ORANGE,
    VERMILION,
    YELLOW,
    Symbols,
    dot,
    fill,
    line,
    merged,
    star,
    symbol,
    tag,
)

CIRCLE = "M50 10A38 38 0 1 1 49.9 10Z"
TRIANGLE = "M50 14 86 78H14Z"
DIAMOND = "M50 8 90 48 50 88 10 48Z"
SQUARE = "M18 16H82V80H18Z"
# Colour and the deeper one of the edge, shape, the letter's colour and height.
SHAPES: dict[str, tuple[str, str, str, str, float]] = {
    "R.circle": (VERMILION, "#8f3d00", CIRCLE, LIGHT, 48),
    "O.triangle": (ORANGE, "#8f6100", TRIANGLE, DARK, 57),
    "Y.star": (YELLOW, "#857d10", star(5, 42, 21, 50, 51), DARK, 51),
    "G.diamond": (GREEN, "#00634a", DIAMOND, LIGHT, 48),
    "B.square": (BLUE, "#004a75", SQUARE, LIGHT, 48),
}
FRENCH = {"Y": "J", "G": "V"}  # jaune, vert: the other letters are the same
LETTERS, IN_ENGLISH, IN_FRENCH = (
    "var(--letters,0)",
    "calc(var(--letters,0)*(1 - var(--french,0)))",
    "calc(var(--letters,0)*var(--french,0))",
)


def skipper(face: str) -> Symbols:
    """A wooden piece: its edge below, a deep rim, its top, a light groove, its letter."""
    colour, deep, shape, ink, middle = SHAPES[face]
    edge = tag("g", fill(shape, deep) + line(shape, deep, 9), transform="translate(0 8)")
    top = line(shape, deep, 12) + fill(shape, colour) + line(shape, colour, 7)
    groove = tag(
        "path",
        d=shape,
        fill="none",
        stroke="#fff",
        stroke_width=3,
        stroke_opacity=0.5,
        stroke_linejoin="round",
        transform="translate(50 49) scale(.86) translate(-50 -50)",
    )
    return symbol(f"skipper-{face}", 100, 100, edge, top, groove, letters(face[0], middle, ink))


def letters(letter: str, middle: float, ink: str) -> str:
    """A piece's letter in both languages; which of them shows is up to the page."""
    shown = (
        {letter: IN_ENGLISH, FRENCH[letter]: IN_FRENCH} if letter in FRENCH else {letter: LETTERS}
    )
    return "".join(
        tag("g", text(each, 50, middle, 34, ink, brush=15), opacity=opacity)
        for each, opacity in shown.items()
    )


def symbols() -> Symbols:
    """The pieces, and a hollow in the wood: dark above, where its edge throws a shadow."""
    hole = tag("circle", cx=50, cy=50, r=21, fill="var(--hollow)")
    shadow = tag(
        "path", d="M29 50A21 21 0 0 1 71 50 21 17 0 0 0 29 50Z", fill="#3c280a", opacity=0.35
    )
    return merged(
        [*(skipper(face) for face in SHAPES), symbol("square-empty", 100, 100, hole, shadow)]
    )


# The game's box -----------------------------------------------------------------------------------
SKIPPERS = ("R.circle", "O.triangle", "Y.star", "G.diamond", "B.square")
MINIATURE = [
    miniature.square(
        f"skipper-{SKIPPERS[(2 * row + 3 * column) % 5]}", 8 + 32 * column, 8 + 32 * row, 28
    )
    for row in range(4)
    for column in range(7)
    if (row, column) not in {(1, 3), (2, 4), (2, 1)}
]


# The lid of the box -----------------------------------------------------------------------------
def lid(drawn: Symbols) -> str:
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
