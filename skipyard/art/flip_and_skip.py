"""Drawings of Flip & Skip: wooden coins with engraved tops, the icons of their undersides, squares.

Light coins have a smooth rim and dark ones a milled rim, so that nothing depends on colour alone.
"""

from __future__ import annotations

from skipyard.art import miniature
from skipyard.art.lids import laid
from skipyard.art.svg import Symbols, group, merged, symbol, tag

SIDE = 100
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'

# Engravings: lines, in a colour that fits the wood ------------------------------------------------
STONE = (
    '<path d="M24 62 29 43 44 31 62 33 76 47 77 61 66 71 35 72Z"/>'
    '<path d="M29 43 46 48 62 33M46 48 43 72M46 48 77 61"/>'
)
SWORD = (
    '<path d="M72 23 70 36 44 62 38 56 64 30Z"/><path d="M66 34 45 55"/>'
    '<path d="M31 51 49 69"/><path d="M40 60 29 71"/><circle cx="26.5" cy="73.5" r="4.5"/>'
)
SCROLL = (
    '<path d="M34 30H66M34 70H66M38 37V63M62 37V63M45 44H55M45 50H55M45 56H51"/>'
    '<path d="M34 30a6 6 0 1 0 0 7H66a6 6 0 1 0 0-7M34 63a6 6 0 1 0 0 7M66 70a6 6 0 1 0 0-7H34"/>'
)
TOPS = {"stone": STONE, "sword": SWORD, "scroll": SCROLL}

ICONS = {
    "HAND": (
        '<path d="M35 83C28 76 22 66 17 57c-2-4 3-8 7-5l10 9V27c0-6 9-6 9 0v-8c0-6 9-6 9 0v7'
        'c0-6 9-6 9 0v7c0-5 8-5 8 0v27c0 12-5 18-8 23Z"/><path d="M43 27V48M52 26V47M61 33V48"/>'
    ),
    "BOARD": (
        '<path d="M18 18H82V82H18ZM50 18V82M18 50H82"/>'
        '<circle cx="66" cy="34" r="9"/><path d="M22 78 34 66M34 66H25M34 66V75"/>'
    ),
    "AXES": (
        '<path d="M24 84 68 28M76 84 32 28"/>'
        '<path d="M60 20 80 36C88 28 86 16 80 12 74 10 66 12 60 20Z"/>'
        '<path d="M40 20 20 36C12 28 14 16 20 12 26 10 34 12 40 20Z"/>'
    ),
    "WREATH": (
        '<path d="M44 86C22 80 14 60 20 38M56 86C78 80 86 60 80 38"/>'
        '<path d="M20 40c-7-6-7-15-2-22 6 6 7 15 2 22ZM19 56c-9-2-12-9-11-17 8 2 12 9 11 17Z'
        "M25 71c-9 0-14-6-15-14 9 0 14 6 15 14ZM22 47c0-8 5-13 12-15 1 8-4 14-12 15Z"
        'M24 63c3-8 9-11 16-10-2 8-8 11-16 10Z"/>'
        '<path d="M80 40c7-6 7-15 2-22-6 6-7 15-2 22ZM81 56c9-2 12-9 11-17-8 2-12 9-11 17Z'
        "M75 71c9 0 14-6 15-14-9 0-14 6-15 14ZM78 47c0-8-5-13-12-15-1 8 4 14 12 15Z"
        'M76 63c-3-8-9-11-16-10 2 8 8 11 16 10Z"/><path d="M44 86 56 80M56 86 44 80"/>'
    ),
    "MONSTER": (
        '<path d="M26 40C12 34 10 22 14 12 20 20 28 24 36 25 45 22 55 22 64 25 72 24 80 20 86 12'
        ' 90 22 88 34 74 40 82 58 76 84 50 86 24 84 18 58 26 40Z"/>'
        '<path d="M32 44 44 50M68 44 56 50M34 53a5 5 0 0 0 9 1M66 53a5 5 0 0 1-9 1"/>'
        '<path d="M30 66 38 74 44 66 50 74 56 66 62 74 70 66"/>'
    ),
    "EYE": (
        '<path d="M10 54C26 32 74 32 90 54 74 76 26 76 10 54Z"/><circle cx="50" cy="54" r="14"/>'
        '<path d="M46 54a4 4 0 0 1 4-4M30 30 25 20M50 26V14M70 30 75 20"/>'
    ),
}

# Woods --------------------------------------------------------------------------------------------
LIGHT = ("var(--coin-light)", "var(--coin-light-rim)", "var(--coin-light-cut)")
DARK = ("var(--coin-dark)", "var(--coin-dark-rim)", "var(--coin-dark-cut)")
UNDERSIDE = ("var(--coin-under)", "var(--coin-dark-rim)", "var(--coin-under-cut)")
WOODS = {"light": LIGHT, "dark": DARK}
GRAIN = (
    '<path d="M16 40C34 32 62 46 85 36M13 58C34 66 62 52 87 62M22 76C42 70 58 80 76 75"'
    ' fill="none" stroke-width="1.5" opacity=".35"/>'
)


def coin(colour: str, engraving: str) -> str:
    """A wooden coin with an engraving, seen a little from below so that its edge shows."""
    wood, rim, cut = WOODS[colour]
    milled = ' stroke-dasharray="5.2 3.2"' if colour == "dark" else ""
    return (
        f'<circle cx="50" cy="54" r="44" fill="{rim}"/>'
        f'<circle cx="50" cy="47" r="43" fill="{wood}" stroke="{rim}" stroke-width="4"/>'
        f'<g transform="translate(0 -3)"><g stroke="{rim}">{GRAIN}</g>'
        f'<circle cx="50" cy="50" r="36" fill="none" stroke="{cut}" stroke-width="2.5"'
        f' opacity=".7"{milled}/>'
        f'<g fill="none" stroke="{cut}" stroke-width="4.4" {ROUND}>{engraving}</g></g>'
    )


def underside(drawing: str) -> str:
    """The underside of a coin of either colour, with its icon burnt in."""
    wood, rim, cut = UNDERSIDE
    return (
        f'<circle cx="50" cy="54" r="44" fill="{rim}"/>'
        f'<circle cx="50" cy="47" r="43" fill="{wood}" stroke="{rim}" stroke-width="4"/>'
        f'<g stroke="{rim}" transform="translate(0 -3)">{GRAIN}</g>'
        f'<g fill="none" stroke="{cut}" stroke-width="7" {ROUND}'
        f' transform="translate(21 17) scale(.58)">{drawing}</g>'
    )


def icon(drawing: str) -> str:
    """An icon in the colour of the text around it."""
    return f'<g fill="none" stroke="currentColor" stroke-width="6" {ROUND}>{drawing}</g>'


def square(colour: str) -> str:
    """A square of the board, with a few lines of grain."""
    wood, grain = f"var(--square-{colour})", f"var(--square-{colour}-grain)"
    lines = (
        "M0 18C30 10 60 27 100 16M0 37C34 44 62 30 100 40"
        "M0 59C26 53 70 66 100 57M0 82C34 89 66 74 100 84"
    )
    return (
        f'<path d="M0 0H100V100H0Z" fill="{wood}"/>'
        f'<path d="{lines}" fill="none" stroke="{grain}" stroke-width="1.6"/>'
    )


def symbols() -> Symbols:
    """Every drawing by kind and face; a back is an underside that nobody has seen.

    An engraving without a coin marks the place of a coin still to be won.
    """
    drawn: dict[str, str] = {}
    for colour in WOODS:
        for name, engraving in TOPS.items():
            drawn[f"coin-{colour}.{name}"] = coin(colour, engraving)
        drawn[f"coin-{colour}.back"] = coin(colour, "")
        drawn[f"square-{colour}"] = square(colour)
    drawn |= {f"engraved-{name}": icon(drawing) for name, drawing in TOPS.items()}
    drawn |= {f"icon-{name}": icon(drawing) for name, drawing in ICONS.items()}
    drawn |= {f"coin-{name}": underside(drawing) for name, drawing in ICONS.items()}
    return merged(symbol(name, SIDE, SIDE, drawing) for name, drawing in drawn.items())


# The game's box -----------------------------------------------------------------------------------
SQUARES = [
    miniature.square(
        f"square-{('light', 'dark')[(row + column) % 2]}", 40 * column, 40 * row - 10, 40
    )
    for row in range(4)
    for column in range(6)
]
COINS = [
    miniature.square("coin-dark.stone", 43, 33, 34),
    miniature.square("coin-dark.scroll", 123, 33, 34),
    miniature.square("coin-light.sword", 83, 73, 34),
    miniature.square("coin-light.stone", 163, 73, 34),
    miniature.square("coin-dark.sword", 203, -7, 34),
    miniature.square("coin-light.scroll", 3, 113, 34),
]
MINIATURE = SQUARES + COINS


# The lid of the box -----------------------------------------------------------------------------
DEEP, PALE = "#b98552", "#f1dfb9"  # the squares of the board on the lid


def lid(drawn: Symbols) -> str:
    """A piece of the board with coins on it."""
    squares = [
        tag("rect", x=40 * n - 100, y=40 * row - 58, width=40, height=40, fill=colour)
        for row in range(3)
        for n in range(5)
        for colour in [(PALE, DEEP)[(n + row) % 2]]
    ]
    coins = [("dark.stone", -58, -56), ("dark.scroll", 22, -56), ("light.sword", -18, -16)]
    coins += [("light.stone", 62, 24), ("dark.sword", 62, -56), ("light.scroll", -98, 24)]
    placed = [miniature.square(f"coin-{face}", x, y, 36) for face, x, y in coins]
    rim = tag("rect", x=-108, y=-66, width=216, height=140, rx=8, fill="#4a2c14")
    return group(rim, *squares, laid(drawn, placed, shadows=False), x=120, y=74, turn=-5)
