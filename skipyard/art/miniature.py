"""A small picture of each game for its box: symbols of its sprite, laid out by hand."""

from __future__ import annotations

from typing import NamedTuple


class Thing(NamedTuple):
    """A symbol in a box of 240 by 140."""

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


SKIPPERS = ("R.circle", "O.triangle", "Y.star", "G.diamond", "B.square")
FIELD = [
    square(f"skipper-{SKIPPERS[(2 * row + 3 * column) % 5]}", 8 + 32 * column, 8 + 32 * row, 28)
    for row in range(4)
    for column in range(7)
    if (row, column) not in {(1, 3), (2, 4), (2, 1)}
]

BOXES: dict[str, list[Thing]] = {
    "skipbo": [
        card("11", 26, 34, -12),
        card("12", 66, 24, -4),
        card("wild", 110, 24, 5),
        card("1", 152, 36, 13),
    ],
    "skipbo_mod": [
        card("5", 30, 34, -10),
        card("8", 74, 26, -1),
        square("die-middle", 136, 44, 70, 9),
    ],
    "skippity": FIELD,
    "skip_or_trip": [],
    "flip_and_skip": [],
}
