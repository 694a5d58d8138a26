"""The die of Skip-Bo MOD, a face for each of its sides."""

from __future__ import annotations

from skipyard.art import miniature
from skipyard.art.lids import laid
from skipyard.art.miniature import card, square
from skipyard.art.numerals import text
from skipyard.art.skipbo import BANDS, COLOURS, PRINT, mark, ripple_star
from skipyard.art.svg import LIGHT, Symbols, fill, group, line, merged, symbol, tag

RANGES = {"low": ("1–4", BANDS[0]), "middle": ("5–8", BANDS[1]), "high": ("9–12", BANDS[2])}


def body(colour: str = "var(--die)") -> str:
    """A cube seen slightly from above: its front and its bottom edge."""
    under = tag("rect", x=6, y=10, width=88, height=88, rx=18, fill="var(--die-edge)")
    front = tag("rect", x=6, y=3, width=88, height=88, rx=18, fill=colour)
    return under + front


def face(name: str, *parts: str) -> Symbols:
    return symbol(f"die-{name}", 100, 100, body(), *parts)


def numbers(name: str) -> Symbols:
    """A group of numbers, as digits and as its pattern."""
    span, band = RANGES[name]
    signs = "".join(
        group(mark(band, 0, 0, COLOURS[band]), x=x, y=67, scale=1.4) for x in (28, 50, 72)
    )
    return face(name, text(span, 50, 35, 34, PRINT, widest=72), signs)


def small_card(x: float, y: float, turn: float = 0) -> str:
    shape = tag("rect", x=-13, y=-18, width=26, height=36, rx=5, fill="var(--back)")
    return group(
        shape, line("M-6 3C-3 0 3 0 6 3M-3 9C-1 7 1 7 3 9", LIGHT, 2.5), x=x, y=y, turn=turn
    )


def discard_two() -> Symbols:
    arrow = line("M50 62V82M40 73 50 83 60 73", PRINT, 6)
    return face("discard_two", small_card(36, 36, -10), small_card(64, 36, 10), arrow)


def opponent_draws() -> Symbols:
    """A card on its way to somebody else."""
    person = tag("circle", cx=72, cy=34, r=10, fill=PRINT) + fill(
        "M54 66C54 50 90 50 90 66Z", PRINT
    )
    arrow = line("M30 78H66M57 70 66 78 57 86", "var(--vermilion)", 5)
    return face("opponent_draws", small_card(30, 44, -8), person, arrow)


def symbols() -> Symbols:
    return merged(
        [
            *(numbers(name) for name in RANGES),
            face("wild", ripple_star(50, 47, 0.9)),
            discard_two(),
            opponent_draws(),
        ]
    )


# The game's box -----------------------------------------------------------------------------------
MINIATURE = [
    miniature.card("5", 30, 34, -10),
    miniature.card("8", 74, 26, -1),
    miniature.square("die-middle", 136, 44, 70, 9),
]


# The lid of the box -----------------------------------------------------------------------------
def lid(drawn: Symbols) -> str:
    """Two cards and the die."""
    cards = [card("5", 34, 41, -13, 64), card("8", 76, 37, 2, 64)]
    return laid(drawn, cards) + laid(drawn, [square("die-middle", 134, 54, 78, 10)], shadows=False)
