"""The logo: a stone that skips over water and leaves three ripples."""

from __future__ import annotations

from skipyard.art.svg import INK, LIGHT, SKY, Symbols, fill, group, line, symbol, tag

STONE = "M20 36C20 25 36 18 56 20 72 22 82 29 80 38 78 48 62 53 45 51 30 49 20 45 20 36Z"
RIPPLES = ("M30 66C42 72 62 72 76 65", "M18 76C38 86 68 86 88 75", "M34 91C46 95 62 95 74 91")


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
