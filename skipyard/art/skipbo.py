"""Cards of Skip-Bo and MOD: a big numeral over water, with a pattern for each group of numbers.

1 to 4 are dots, 5 to 8 stripes, 9 to 12 a lattice; a wild is a ripple star.
"""

from __future__ import annotations

from skipyard.art import brand, miniature
from skipyard.art.numerals import text
from skipyard.art.svg import (
    CARD,
    EDGE,
    INK,
    LIGHT,
    ORANGE,
    SKY,
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

WIDTH, HEIGHT, CORNER = 100, 140, 11
BANDS = ("dots", "stripes", "lattice")
COLOURS = {"dots": "var(--band-dots)", "stripes": "var(--band-stripes)"}
COLOURS["lattice"] = "var(--band-lattice)"
HIGHEST = 12
WATER = (
    "M3 107C14 99 26 99 37 105S60 113 72 105 90 99 97 104"
    "V127A10 10 0 0 1 87 137H13A10 10 0 0 1 3 127Z"
)


def band_of(number: int) -> str:
    return BANDS[(number - 1) // 4]


def blank(colour: str) -> str:
    """A card's body: thick, slightly rounded, with a printed edge."""
    return tag(
        "rect",
        x=1.5,
        y=1.5,
        width=WIDTH - 3,
        height=HEIGHT - 3,
        rx=CORNER,
        fill=colour,
        stroke=EDGE,
        stroke_width=2,
    )


def pattern(band: str, colour: str) -> str:
    """The water's pattern, between the waves and the edge."""
    if band == "dots":
        rows = ((117, 12, 5), (128, 22, 4))
        return "".join(
            dot(start + 19 * i, y, 3.6, colour) for y, start, count in rows for i in range(count)
        )
    if band == "stripes":
        return "".join(line(f"M{x} 131 {x + 8} 114", colour, 4.2) for x in range(9, 87, 12))
    zigzag = "M8 114 22 130 36 114 50 130 64 114 78 130 92 114"
    return line(zigzag + "M8 130 22 114 36 130 50 114 64 130 78 114 92 130", colour, 3)


def mark(band: str, x: float, y: float, colour: str) -> str:
    """The pattern as a small mark in a corner, which shows when cards overlap."""
    if band == "dots":
        return "".join(dot(x + dx, y + dy, 2.6, colour) for dx in (-4, 4) for dy in (-4, 4))
    if band == "stripes":
        return "".join(
            line(f"M{x + dx - 2} {y + 6} {x + dx + 2} {y - 6}", colour, 3) for dx in (-6, 0, 6)
        )
    return line(f"M{x - 6} {y - 6} {x + 6} {y + 6}M{x - 6} {y + 6} {x + 6} {y - 6}", colour, 3)


def numbered(number: int) -> Symbols:
    band = band_of(number)
    colour = COLOURS[band]
    return symbol(
        f"card-{number}",
        WIDTH,
        HEIGHT,
        blank(CARD),
        fill(WATER, colour),
        pattern(band, CARD),
        text(str(number), 50, 59, 64, INK, CARD, widest=78),
        text(str(number), 15 if number < 10 else 18, 16, 16, INK, widest=20, brush=15),
        mark(band, 84, 16, colour),
    )


def ripple_star(x: float, y: float, scale: float = 1) -> str:
    """Three stars inside one another, like ripples."""
    rings = ((40, 27, YELLOW), (27, 18, ORANGE), (15, 9.5, LIGHT))
    parts = []
    for outer, inner, colour in rings:
        path = star(8, outer * scale, inner * scale, x, y)
        parts.append(fill(path, colour) + line(path, colour, 4 * scale))
    return "".join(parts)


def wild() -> Symbols:
    small = star(8, 9, 5, 15, 16)
    waves = "".join(
        line(
            f"M10 {y}C22 {y - 7} 30 {y - 7} 42 {y}S66 {y + 7} 78 {y} 86 {y - 5} 90 {y - 4}", SKY, 3
        )
        for y in (116, 127)
    )
    return symbol(
        "card-wild",
        WIDTH,
        HEIGHT,
        blank("var(--wild)"),
        waves,
        ripple_star(50, 64),
        fill(small, YELLOW),
    )


def back() -> Symbols:
    """Water all over, and the logo."""
    waves = "".join(
        line(
            f"M12 {y}q9-9 19 0t19 0 19 0 19 0",
            "var(--back-line)",
            2,
        )
        for y in (18, 30, 110, 122)
    )
    return symbol(
        "card-back", WIDTH, HEIGHT, blank("var(--back)"), waves, brand.back(WIDTH, HEIGHT)
    )


def numeral(number: int) -> Symbols:
    """A number alone, for an empty pile that needs it next."""
    return symbol(f"numeral-{number}", WIDTH, HEIGHT, text(str(number), 50, 70, 90, INK, widest=86))


def symbols() -> Symbols:
    numbers = range(1, HIGHEST + 1)
    return merged([*map(numbered, numbers), *map(numeral, numbers), wild(), back()])


# The game's box -----------------------------------------------------------------------------------
MINIATURE = [
    miniature.card("11", 26, 34, -12),
    miniature.card("12", 66, 24, -4),
    miniature.card("wild", 110, 24, 5),
    miniature.card("1", 152, 36, 13),
]
