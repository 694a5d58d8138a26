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

BOARD = [
    square(f"square-{('light', 'dark')[(row + column) % 2]}", 40 * column, 40 * row - 10, 40)
    for row in range(4)
    for column in range(6)
]
COINS = [
    square("coin-dark.stone", 43, 33, 34),
    square("coin-dark.scroll", 123, 33, 34),
    square("coin-light.sword", 83, 73, 34),
    square("coin-light.stone", 163, 73, 34),
    square("coin-dark.sword", 203, -7, 34),
    square("coin-light.scroll", 3, 113, 34),
]
WALK = [
    square("square-start", 4, 84, 46, -6),
    square("square-S", 52, 90, 46),
    square("square-DK", 100, 82, 46, 4),
    square("square-M", 146, 66, 46),
    square("square-LB", 180, 30, 46, -4),
    square("square-K", 132, 8, 46, 3),
    square("square-goal", 82, 8, 46),
    square("token-1", 101, 62, 46),
    square("token-0", 181, 10, 46),
    card("4-SM", 12, 6, -9, 46),
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
    "skip_or_trip": WALK,
    "flip_and_skip": BOARD + COINS,
}
