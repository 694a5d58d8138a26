"""The logo, a stone that skips over water and leaves three ripples; and titles in our letters."""

from __future__ import annotations

from skipyard.art.numerals import BRUSH, FIGURES
from skipyard.art.svg import INK, LIGHT, SKY, Symbols, fill, group, line, symbol, tag

STONE = "M20 36C20 25 36 18 56 20 72 22 82 29 80 38 78 48 62 53 45 51 30 49 20 45 20 36Z"
RIPPLES = ("M30 66C42 72 62 72 76 65", "M18 76C38 86 68 86 88 75", "M34 91C46 95 62 95 74 91")

# Letters as strokes in a box of 60 by 90, like the figures of numerals.py.
LETTERS = FIGURES | {
    "A": "M6 81 30 10 54 81M15 58H45",
    "C": "M51 22C42 4 7 4 7 45S42 86 52 68",
    "D": "M12 10V81H26C62 81 62 10 26 10Z",
    "E": "M50 10H12V81H50M12 44H42",
    "F": "M12 81V10H50M12 44H42",
    "H": "M11 10V81M49 10V81M11 45H49",
    "I": "M11 10V81",
    "J": "M46 10V60C46 88 12 88 9 66",
    "K": "M12 10V81M50 10 14 52M26 39 52 81",
    "L": "M12 10V81H48",
    "M": "M8 81V10L33 52 58 10V81",
    "N": "M10 81V10L50 81V10",
    "P": "M12 81V10H32C58 10 58 53 32 53H12",
    "Q": "M30 9C46 9 54 26 54 45S46 81 30 81 6 64 6 45 14 9 30 9ZM36 62 54 84",
    "S": "M50 22C44 4 10 5 10 27 10 48 52 41 52 64 52 87 13 86 7 68",
    "T": "M6 10H54M30 10V81",
    "U": "M9 10V55C9 90 51 90 51 55V10",
    "V": "M7 10 30 81 53 10",
    "W": "M4 10 17 81 31 34 45 81 58 10",
    "X": "M9 10 51 81M51 10 9 81",
    "Z": "M9 10H51L9 81H52",
    "&": "M54 81 17 31C8 15 22 7 31 9 43 13 42 29 28 38 4 52 4 81 28 81 42 81 53 68 54 52",
    "-": "M8 48H34",
    "!": "M11 10V56M11 81V81.01",
    "’": "M11 10V24",
}
NARROW = {"I": 22, "M": 66, "W": 62, "-": 42, "!": 22, "’": 22}
SPACE, APART, LETTER = 26, 8, 60


def stone(body: str, water: str) -> str:
    """The logo in two colours, in a square of 100."""
    ripples = "".join(line(path, water, 6) for path in RIPPLES)
    return fill(STONE, body) + line("M34 31C42 26 54 26 62 29", water, 4) + ripples


def symbols() -> Symbols:
    return symbol("brand-stone", 100, 100, stone(INK, SKY))


def icon() -> str:
    """The logo as a file of its own, for tabs and home screens."""
    body = tag("rect", width=100, height=100, rx=22, fill="#14202B") + stone(LIGHT, "#56B4E9")
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100")


def back(width: int, height: int) -> str:
    """The logo on the back of a card."""
    scale = 0.62 * width / 100
    x, y = (width - 100 * scale) / 2, (height - 100 * scale) / 2
    return group(stone(LIGHT, SKY), x=x, y=y, scale=scale)


def lettering(title: str) -> str:
    """A title as a drawing in the colour of its text; empty where a letter is not drawn."""
    at, strokes = 0.0, []
    for sign in title.upper():
        if sign == " ":
            at += SPACE + APART
            continue
        if sign not in LETTERS:
            return ""
        strokes.append(tag("path", d=LETTERS[sign], transform=f"translate({at:g} 0)"))
        at += NARROW.get(sign, LETTER) + APART
    pen = {"fill": "none", "stroke": "currentColor", "stroke_width": BRUSH}
    letters = tag("g", *strokes, **pen, stroke_linecap="round", stroke_linejoin="round")
    view = f"-14 -8 {at - APART + 28:g} 106"
    return tag("svg", letters, viewBox=view, **{"class": "lettering", "aria-hidden": "true"})
