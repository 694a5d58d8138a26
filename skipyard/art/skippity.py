"""Drawings of Skippity: skippers in five colours, each with a shape and a letter; empty squares."""

from __future__ import annotations

from skipyard.art import miniature
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
SHAPES: dict[str, tuple[str, str, str, float]] = {  # colour, shape, letter's colour and height
    "R.circle": (VERMILION, CIRCLE, LIGHT, 48),
    "O.triangle": (ORANGE, TRIANGLE, DARK, 57),
    "Y.star": (YELLOW, star(5, 42, 21, 50, 51), DARK, 51),
    "G.diamond": (GREEN, DIAMOND, LIGHT, 48),
    "B.square": (BLUE, SQUARE, LIGHT, 48),
}


def skipper(face: str) -> Symbols:
    """A wooden piece: its edge below, its top, a turned groove, its letter."""
    colour, shape, ink, middle = SHAPES[face]
    edge = tag("g", fill(shape, DARK) + line(shape, DARK, 9), transform="translate(0 7)")
    top = fill(shape, colour) + line(shape, colour, 8)
    rim = tag("path", d=shape, fill="none", stroke=DARK, stroke_width=2, stroke_opacity=0.55)
    letter = text(face[0], 50, middle, 30, ink, brush=15)
    return symbol(f"skipper-{face}", 100, 100, edge, top, rim, letter)


def symbols() -> Symbols:
    hole = tag("circle", cx=50, cy=50, r=13, fill="var(--hollow)")
    return merged([*(skipper(face) for face in SHAPES), symbol("square-empty", 100, 100, hole)])


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
