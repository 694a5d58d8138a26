"""Our own digits and letters, as paths for a broad stroke.

A figure is in a box of 60 by 90; strokes reach 8 beyond their path. The thin light line inside a
big numeral makes it look carved.
"""

from __future__ import annotations

from skipyard.art.svg import group, line, tag

WIDTH, HEIGHT, BRUSH = 60, 90, 19
FIGURES = {
    "0": "M30 9C46 9 52 26 52 45S46 81 30 81 8 64 8 45 14 9 30 9Z",
    "1": "M15 25 33 10V81M15 81H51",
    "2": "M9 28C9 3 51 3 51 28 51 48 20 58 9 81H53",
    "3": "M10 10H48L27 37C57 36 59 81 28 81 18 81 10 76 7 69",
    "4": "M41 81V10L7 60H54",
    "5": "M49 10H16L12 42C22 33 53 33 53 57 53 84 19 88 7 72",
    "6": "M44 10C20 20 8 42 8 58 8 74 18 81 30 81 43 81 53 72 53 59S44 37 31 37C19 37 9 46 8 58",
    "7": "M8 10H52C38 32 28 56 25 81M16 48H41",
    "8": "M30 43C16 40 12 32 12 25 12 15 20 9 30 9S48 15 48 25C48 32 44 40 30 43 14 46 7 54 7 63"
    " 7 75 17 81 30 81S53 75 53 63C53 54 46 46 30 43Z",
    "9": "M16 80C40 70 52 48 52 32 52 16 42 9 30 9 17 9 7 18 7 31S16 53 29 53C41 53 51 44 52 32",
    "R": "M12 81V10H30C58 10 58 48 30 48H12M32 48 52 81",
    "O": "M30 9C46 9 54 26 54 45S46 81 30 81 6 64 6 45 14 9 30 9Z",
    "Y": "M7 10 30 45 53 10M30 45V81",
    "G": "M51 22C42 4 7 4 7 45S42 90 52 70V50H34",
    "B": "M12 10V81H32C58 81 58 44 32 44H12M32 44C54 44 54 10 32 10H12",
    "J": "M44 10V58C44 87 12 87 9 64",
    "V": "M7 10 30 81 53 10",
    "–": "M14 48H46",
}
GAP = {"1": -6.0}  # a narrow figure is closer to its neighbours


def width_of(text: str) -> float:
    """How wide a text is, in the units of its figures."""
    return sum(WIDTH + 8 + GAP.get(sign, 0) for sign in text) - 8


def text(
    written: str,
    x: float,
    y: float,
    height: float,
    colour: str,
    inside: str = "",
    widest: float = 1e9,
    brush: float = BRUSH,
) -> str:
    """Figures centred on x and y; `inside` is the colour of the carved line."""
    wide = width_of(written)
    tall = height / HEIGHT
    narrow = min(tall, widest / wide)
    parts = []
    at = 0.0
    for sign in written:
        at += GAP.get(sign, 0) / 2
        path = FIGURES[sign]
        strokes = line(path, colour, brush)
        if inside:
            strokes += line(path, inside, brush / 6)
        parts.append(group(strokes, x=at))
        at += WIDTH + 8 + GAP.get(sign, 0) / 2
    left, top = x - wide * narrow / 2, y - height / 2
    place = f"translate({left:.2f} {top:.2f}) scale({narrow:.3f} {tall:.3f})"
    return tag("g", *parts, transform=place)
