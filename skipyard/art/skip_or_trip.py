"""Drawings of Skip or Trip: symbols, stepping stones, cards and tokens.

A symbol set can have symbols of its own, so cards and stones are composed of symbols; one without a
drawing is shown as its letter on a plate.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from skipyard.art import miniature, svg
from skipyard.art.lids import laid
from skipyard.art.miniature import square
from skipyard.art.numerals import text
from skipyard.art.svg import DARK, LIGHT, Symbols, dot, fill, line, merged, symbol

SIDE, HIGH = 100, 140  # of stones and tokens; a card is as wide and higher
NUMBERS, SIDES = 9, 6
PRINT = "var(--print)"  # printed things have one ink in both themes
OUTLINE = 'stroke="var(--print)" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"'

# Symbols: a colour and a shape each --------------------------------------------------------------
RAYS = "M50 6V18M50 82V94M6 50H18M82 50H94M19 19 27 27M73 73 81 81M81 19 73 27M27 73 19 81"
GLYPHS = {
    "sun": f'<path d="{RAYS}" fill="none"/><circle cx="50" cy="50" r="22" fill="var(--orange)"/>',
    "moon": '<path d="M64 10A42 42 0 1 0 92 66 34 34 0 0 1 64 10Z" fill="var(--sky)"/>',
    "leaf": (
        '<path d="M16 84C8 40 40 12 88 12 92 58 64 92 22 78Z" fill="var(--green)"/>'
        '<path d="M10 92 62 38M36 65 34 48M50 51 66 52" fill="none"/>'
    ),
    "diamond": (
        '<path d="M50 6 88 50 50 94 12 50Z" fill="var(--purple)"/>'
        '<path d="M50 28 69 50 50 72 31 50Z" fill="none"/>'
    ),
    "bolt": '<path d="M58 6 18 56H46L38 94 82 40H54Z" fill="var(--yellow)"/>',
    "key": (
        '<circle cx="32" cy="34" r="22" fill="var(--vermilion)"/>'
        '<circle cx="32" cy="34" r="7" fill="var(--paper)"/>'
        '<path d="M48 50 88 90M70 72 82 60M82 84 92 74" fill="none"/>'
    ),
}
LETTERS = dict(zip(GLYPHS, "SMLDBK", strict=True))  # in the sets that come with the game
WRITTEN = dict(zip(GLYPHS, "☀☾♣◆⚡⚷", strict=True))  # in a legend, where a face is a sign


def glyph(name: str) -> str:
    return f"<g {OUTLINE}>{GLYPHS[name]}</g>"


def letter_glyph(letter: str) -> str:
    """A symbol without a drawing: its letter on a plate."""
    return (
        f'<rect x="8" y="8" width="84" height="84" rx="22" fill="var(--paper)" {OUTLINE}/>'
        f'<text x="50" y="70" font-size="58" font-weight="700" text-anchor="middle"'
        f' font-family="system-ui,sans-serif" fill="var(--print)">{letter}</text>'
    )


# Stones -------------------------------------------------------------------------------------------
SHAPES = (
    "M14 26C24 8 48 5 66 8 88 11 97 30 95 52 93 78 78 95 50 95 24 95 6 82 5 56 4 44 8 34 14 26Z",
    "M20 14C38 4 64 5 80 14 95 24 97 46 93 64 88 86 68 96 46 95 22 93 7 78 5 54 4 36 8 22 20 14Z",
    "M10 36C14 16 36 5 56 6 80 7 95 22 95 46 95 62 92 76 80 86 64 97 36 97 20 86 6 76 5 54 10 36Z",
)


def stone(shape: int) -> str:
    """A stepping stone on its own edge."""
    return (
        f'<path d="{SHAPES[shape]}" fill="var(--stone-edge)" stroke="var(--stone-edge)"'
        ' stroke-width="3.5" transform="translate(0 3.5)"/>'
        f'<path d="{SHAPES[shape]}" fill="var(--stone)" stroke="var(--stone-edge)"'
        ' stroke-width="3.5" transform="translate(2 0) scale(0.96)"/>'
    )


START = (
    '<path d="M12 66H88M12 80H88" stroke="#6b4522" stroke-width="9"/>'
    '<path d="M24 58V92M50 58V92M76 58V92" stroke="#8a5a30" stroke-width="8"/>'
    f'<path d="M30 34H66M54 20 68 34 54 48" fill="none" stroke="{DARK}" stroke-width="7"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)
GOAL = (
    '<g stroke-linejoin="round">'
    '<path d="M6 97C14 84 34 80 50 81 66 80 86 84 94 97Z" fill="#8d9296"/>'
    '<path d="M62 24 96 12V42L62 31ZM38 24 4 12V42L38 31Z" fill="#ffe48a"/>'
    f'<g stroke="{DARK}" stroke-width="3.4"><path d="M31 92 37 36H63L69 92Z" fill="#fffaf0"/>'
    '<path d="M34.5 58H65.5L67.6 75H32.4Z" fill="#d55e00"/>'
    '<path d="M39 20H61V36H39Z" fill="#ffc531"/><path d="M33 36H67" fill="none"/>'
    '<path d="M35 20 50 5 65 20Z" fill="#d55e00"/></g>'
    f'<path d="M44 92V80A6 6 0 0 1 56 80V92Z" fill="{DARK}"/></g>'
)

# Tokens: one colour, one head and one number for each side ----------------------------------------
COLOURS = ("blue", "vermilion", "green", "purple", "orange", "sky")
HEADS = (
    '<circle cx="50" cy="24" r="17"/>',
    '<path d="M34 8H66V40H34Z"/>',
    '<path d="M50 3 71 40H29Z"/>',
    '<path d="M50 3 71 24 50 45 29 24Z"/>',
    '<path d="m50 3 6.5 13 14.5 2-10.5 10.2 2.5 14.3-13-6.7-13 6.7 2.5-14.3L29 18l14.5-2Z"/>',
    '<path d="M40 6H60L71 24 60 42H40L29 24Z"/>',
)
BODY = (
    '<path d="M50 36C64 36 68 52 74 74 76 80 82 82 82 90V95H18V90'
    'C18 82 24 80 26 74 32 52 36 36 50 36Z"/>'
)
WITH_LIGHT_NUMBERS = ("blue", "vermilion", "green")  # colours too dark for a dark number


def token(side: int, which: int | None = None) -> str:
    """A token with its side's number, or with its own if a side has two; heads differ by side."""
    colour = COLOURS[side]
    on = LIGHT if colour in WITH_LIGHT_NUMBERS else DARK
    number = side if which is None else which
    return (
        f'<g fill="var(--{colour})" stroke="{DARK}" stroke-width="9" stroke-linejoin="round">'
        f"{BODY}{HEADS[side]}</g>"
        f'<g fill="var(--{colour})" stroke="{LIGHT}" stroke-width="3" stroke-linejoin="round">'
        f"{BODY}{HEADS[side]}</g>"
        f"{text(str(number + 1), 50, 66, 24, on, brush=17)}"
    )


# Cards --------------------------------------------------------------------------------------------
FRAME = (
    '<rect x="1.5" y="1.5" width="97" height="137" rx="11" fill="var(--paper)"/>'
    '<path d="M1.5 88H98.5V127.5A11 11 0 0 1 87.5 138.5H12.5'
    'A11 11 0 0 1 1.5 127.5Z" fill="var(--paper-edge)" opacity=".45"/>'
    '<rect x="1.5" y="1.5" width="97" height="137" rx="11" fill="none"'
    ' stroke="var(--paper-edge)" stroke-width="3"/>'
)
BLACK = (
    '<rect x="2.5" y="2.5" width="95" height="135" rx="11" fill="#26323D" stroke="#55697A"'
    ' stroke-width="4"/>'
)
SECOND = "#d8b36a"  # numbers are printed twice, with a small offset


def back(value: int | str) -> str:
    """The side of a card that everybody sees: its number on black."""
    return BLACK + text(str(value), 50, 70, 88, LIGHT)


def figure(value: int | str, x: float, y: float, height: float) -> str:
    """The number of a card."""
    away = height / 28
    return text(str(value), x + away, y + away, height, SECOND) + text(
        str(value), x, y, height, PRINT
    )


def card(value: int | str, shown: str) -> str:
    """The side that its holder sees: the number, and symbols drawn in a box of 100 by 100."""
    return f"{FRAME}{figure(value, 50, 45, 58)}{shown}"


PLACES: Mapping[int, Sequence[tuple[float, float, float]]] = {  # x, y and size, in a box of 100
    1: ((25, 38, 50),),
    2: ((8, 42, 41), (51, 42, 41)),
    3: ((7, 36, 36), (57, 36, 36), (32, 60, 35)),
}
CARD_PLACES: Mapping[int, Sequence[tuple[float, float, float]]] = {
    1: ((30, 93, 40),),
    2: ((9, 94, 38), (53, 94, 38)),
}


def use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def group(names: Sequence[str]) -> str:
    """Up to three symbols side by side, by the names of their drawings."""
    places = PLACES.get(len(names), ())
    return "".join(use(name, *place) for name, place in zip(names, places, strict=False))


def shown_on_card(names: Sequence[str]) -> str:
    """One or two symbols in the lower half of a card."""
    places = CARD_PLACES[len(names)]
    return "".join(use(name, *place) for name, place in zip(names, places, strict=True))


def stone_number(square: int) -> str:
    return text(str(square), 50, 25, 19, PRINT, brush=13)


def symbols() -> Symbols:
    """Every drawing by kind and face: all cards and squares with our own symbols, and the parts.

    The number on a square is not part of the square's drawing.
    """
    drawn = {f"symbol-{name}": glyph(name) for name in GLYPHS}
    drawn |= {f"symbol-{sign}": glyph(name) for name, sign in WRITTEN.items()}
    drawn |= {f"stone-{shape}": stone(shape) for shape in range(len(SHAPES))}
    drawn |= {"square-start": stone(0) + START, "square-goal": GOAL}
    drawn |= {f"figure-{n}": figure(n, 49, 49, 88) for n in range(1, NUMBERS + 1)}
    for side in range(SIDES):
        drawn[f"token-{side}"] = token(side)
        drawn |= {f"token-{side}.{which}": token(side, which) for which in range(2)}
    backs = [symbol(f"card-{n}", SIDE, HIGH, back(n)) for n in range(1, NUMBERS + 1)]
    parts = [symbol(name, SIDE, SIDE, part) for name, part in drawn.items()]
    return merged([*parts, *backs, *whole_squares(), *whole_cards()])


def letters_of(size: int) -> list[tuple[str, list[str]]]:
    """Every group of our symbols as letters, with the names of its drawings."""
    groups = itertools.combinations_with_replacement(GLYPHS, size)
    return [
        ("".join(LETTERS[n] for n in names), [f"symbol-{n}" for n in names]) for names in groups
    ]


def whole_squares() -> list[Symbols]:
    """Squares, and the symbols alone for what a trip still needs."""
    squares = []
    for size in PLACES:
        for letters, names in letters_of(size):
            stone_under = use("stone-0", 0, 0, SIDE)
            squares.append(symbol(f"square-{letters}", SIDE, SIDE, stone_under, group(names)))
            squares.append(symbol(f"numeral-{letters}", SIDE, SIDE, group(names)))
    return squares


def whole_cards() -> list[Symbols]:
    fronts = [symbol(f"front-{n}", SIDE, HIGH, card(n, "")) for n in range(1, NUMBERS + 1)]
    for value in range(1, NUMBERS + 1):
        front = f'<use href="#front-{value}" width="{SIDE}" height="{HIGH}"/>'
        fronts += [
            symbol(f"card-{value}-{letters}", SIDE, HIGH, front + shown_on_card(names))
            for size in CARD_PLACES
            for letters, names in letters_of(size)
        ]
    return fronts


# The game's box -----------------------------------------------------------------------------------
MINIATURE = [
    miniature.square("square-start", 4, 84, 46, -6),
    miniature.square("square-S", 52, 90, 46),
    miniature.square("square-DK", 100, 82, 46, 4),
    miniature.square("square-M", 146, 66, 46),
    miniature.square("square-LB", 180, 30, 46, -4),
    miniature.square("square-K", 132, 8, 46, 3),
    miniature.square("square-goal", 82, 8, 46),
    miniature.square("token-1", 101, 62, 46),
    miniature.square("token-0", 181, 10, 46),
    miniature.card("4-SM", 12, 6, -9, 46),
]


# The lid of the box -----------------------------------------------------------------------------
SAND, SAND_EDGE = "#e6c58a", "#a87f42"  # the path on the lid
PATH = "M-90 150C-30 118 70 142 130 124S236 96 210 68 120 76 86 58 110 18 330 30"


def lid(drawn: Symbols) -> str:
    """A path of stones that winds from the sea up to the lighthouse."""
    stones = [("S", 22, 125), ("DK", 64, 125), ("M", 108, 129), ("LB", 152, 118), ("K", 200, 96)]
    stones += [("SM", 205, 66), ("B", 160, 68), ("L", 114, 67), ("D", 84, 44), ("SK", 128, 24)]
    side = 36
    placed = [square(f"square-{face}", x - side / 2, y - side / 2, side) for face, x, y in stones]
    tokens = [square("token-1", 92, 88, 34), square("token-0", 144, 27, 34)]
    path = line(PATH, SAND_EDGE, 30) + line(PATH, SAND, 25)
    trees = svg.group(tree(), x=36, y=92) + svg.group(tree(), x=60, y=96, scale=0.8)
    ground = path + trees + svg.group(boat(), x=30, y=44, scale=1.2)
    tower = svg.group(lighthouse(), x=184, y=34)
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
