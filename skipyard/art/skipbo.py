"""Cards of Skip-Bo and MOD: a big numeral over water, with a pattern for each group of numbers.

1 to 4 are dots, 5 to 8 stripes, 9 to 12 a lattice; a wild is a ripple star.
"""

from __future__ import annotations

from skipyard.art import brand, miniature
from skipyard.art.lids import laid
from skipyard.art.miniature import card
from skipyard.art.numerals import text
from skipyard.art.svg import (
    LIGHT,
    ORANGE,
    SKY,
    YELLOW,
    Symbols,
    dot,
    fill,
    group,
    line,
    merged,
    star,
    symbol,
    tag,
)

WIDTH, HEIGHT, CORNER = 100, 140, 10
PAPER, EDGE, PRINT = "var(--paper)", "var(--paper-edge)", "var(--print)"
BANDS = ("dots", "stripes", "lattice")
COLOURS = {"dots": "var(--band-dots)", "stripes": "var(--band-stripes)"}
COLOURS["lattice"] = "var(--band-lattice)"
HIGHEST = 12
BOTTOM = "V130A10 10 0 0 1 90 140H10A10 10 0 0 1 0 130Z"  # a card's lower edge, with its corners
WAVE = "M0 104C12 96 25 96 37 102S60 110 72 102 90 96 100 101"
SMALL_WAVE = "M0 112C16 102 32 102 50 109S84 116 100 107"


def band_of(number: int) -> str:
    return BANDS[(number - 1) // 4]


def blank(colour: str, edge: str = EDGE) -> str:
    """A card's body: slightly rounded, with a thin edge."""
    return tag(
        "rect",
        x=0.6,
        y=0.6,
        width=WIDTH - 1.2,
        height=HEIGHT - 1.2,
        rx=CORNER,
        fill=colour,
        stroke=edge,
        stroke_width=1.2,
    )


def pattern(band: str) -> str:
    """The water's pattern, between the waves and the edge."""
    if band == "dots":
        rows = ((117, 12, 5), (128, 22, 4))
        return "".join(
            dot(start + 19 * i, y, 3.6, LIGHT) for y, start, count in rows for i in range(count)
        )
    if band == "stripes":
        return line("".join(f"M{x} 131 {x + 8} 114" for x in range(9, 87, 12)), LIGHT, 4.2)
    zigzag = "M8 114 22 130 36 114 50 130 64 114 78 130 92 114"
    return line(zigzag + "M8 130 22 114 36 130 50 114 64 130 78 114 92 130", LIGHT, 3)


def water(band: str) -> str:
    """The sea at a card's foot: a wave, a lighter one on it, and the group's pattern."""
    crest = tag("g", group(line(WAVE, LIGHT, 2), y=5), opacity=0.55)
    return fill(WAVE + BOTTOM, COLOURS[band]) + crest + pattern(band)


def mark(band: str, x: float, y: float, colour: str) -> str:
    """The pattern as a small mark in a corner, which shows when cards overlap."""
    if band == "dots":
        return "".join(dot(x + dx, y + dy, 2.9, colour) for dx in (-4, 4) for dy in (-4, 4))
    if band == "stripes":
        return "".join(
            line(f"M{x + dx - 2} {y + 6} {x + dx + 2} {y - 6}", colour, 3) for dx in (-6, 0, 6)
        )
    return line(f"M{x - 6} {y - 6} {x + 6} {y + 6}M{x - 6} {y + 6} {x + 6} {y - 6}", colour, 3)


def numbered(number: int) -> Symbols:
    """A card: its numeral is printed twice with a small offset, as in a cheap fine press."""
    band, written = band_of(number), str(number)
    colour = COLOURS[band]
    return symbol(
        f"card-{number}",
        WIDTH,
        HEIGHT,
        blank(PAPER),
        water(band),
        text(written, 53, 59.5, 70, colour, widest=76, brush=18.5),
        text(written, 50, 56, 70, PRINT, widest=76, brush=18.5),
        text(written, 14 if number < 10 else 18, 15, 16, PRINT, widest=22, brush=16),
        mark(band, 85, 15, colour),
    )


def small_numbered(number: int) -> Symbols:
    """The small drawing of a card, for widths below about 44 pixels: numeral and wave only."""
    return symbol(
        f"mini-{number}",
        WIDTH,
        HEIGHT,
        blank(PAPER),
        fill(SMALL_WAVE + BOTTOM, COLOURS[band_of(number)]),
        text(str(number), 50, 56, 80, PRINT, widest=84, brush=20),
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
    waves = "".join(
        tag(
            "g",
            line(
                f"M3 {y + 1}C14 {y - 7} 26 {y - 8} 38 {y}S64 {y + 8} 76 {y} 92 {y - 6} 97 {y - 5}",
                SKY,
                3.4,
            ),
            opacity=strong,
        )
        for y, strong in ((112, 0.95), (122, 0.7), (131, 0.45))
    )
    halo = tag("circle", cx=50, cy=58, r=45, fill="none", stroke=SKY, stroke_width=2, opacity=0.3)
    corners = fill(star(8, 9, 5, 15, 16), YELLOW) + fill(star(8, 9, 5, 85, 16), YELLOW)
    body = blank("var(--wild)", "var(--wild)")
    big = symbol("card-wild", WIDTH, HEIGHT, body, waves, halo, ripple_star(50, 58), corners)
    return big | symbol("mini-wild", WIDTH, HEIGHT, body, ripple_star(50, 66, 1.05))


def back() -> Symbols:
    """Water all over, and the logo in a frame."""
    rows = range(21, 130, 13)
    waves = line("".join(f"M2 {y}q12-11 24 0t24 0 24 0 24 0" for y in rows), LIGHT, 2.4)
    frame = tag(
        "rect",
        x=7,
        y=7,
        width=86,
        height=126,
        rx=8,
        fill="none",
        stroke=LIGHT,
        stroke_width=2,
        opacity=0.35,
    )
    body = blank("var(--back)", "var(--back)")
    pool = tag("ellipse", cx=50, cy=71, rx=34, ry=33, fill="var(--back)")
    big = symbol(
        "card-back",
        WIDTH,
        HEIGHT,
        body,
        tag("g", waves, opacity=0.16),
        frame,
        pool,
        brand.back(WIDTH, HEIGHT),
    )
    return big | symbol("mini-back", WIDTH, HEIGHT, body, frame, brand.back(WIDTH, HEIGHT))


def numeral(number: int) -> Symbols:
    """A number alone, for an empty pile that needs it next."""
    shape = text(str(number), 50, 70, 90, "currentColor", widest=86)
    return symbol(f"numeral-{number}", WIDTH, HEIGHT, shape)


def symbols() -> Symbols:
    numbers = range(1, HIGHEST + 1)
    cards = [*map(numbered, numbers), *map(small_numbered, numbers)]
    return merged([*cards, *map(numeral, numbers), wild(), back()])


# The game's box -----------------------------------------------------------------------------------
MINIATURE = [
    miniature.card("11", 26, 34, -12),
    miniature.card("12", 66, 24, -4),
    miniature.card("wild", 110, 24, 5),
    miniature.card("1", 152, 36, 13),
]


# The lid of the box -----------------------------------------------------------------------------
def lid(drawn: Symbols) -> str:
    """A fan of cards."""
    fan = [("11", 30, 47, -17), ("12", 68, 35, -6), ("wild", 110, 35, 6), ("1", 150, 49, 17)]
    return laid(drawn, [card(face, x, y, turn, 64) for face, x, y, turn in fan])
