"""The SVG elements that drawings are made of, as text."""

from __future__ import annotations

import math
from collections.abc import Iterable

Symbols = dict[str, str]  # an id such as card-7, and its <symbol>

INK, CARD, EDGE = "var(--ink)", "var(--card)", "var(--edge)"
BLUE, SKY, GREEN = "var(--blue)", "var(--sky)", "var(--green)"
ORANGE, YELLOW, VERMILION, PURPLE = (
    "var(--orange)",
    "var(--yellow)",
    "var(--vermilion)",
    "var(--purple)",
)
DARK, LIGHT = "#22303C", "#FFFDF8"  # on accent colours, which are the same in every theme


def number(value: object) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """One element; stroke_width becomes stroke-width."""
    written = "".join(
        f' {key.replace("_", "-")}="{number(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def symbol(name: str, width: int, height: int, *parts: str) -> Symbols:
    return {name: tag("symbol", *parts, id=name, viewBox=f"0 0 {width} {height}")}


def group(*parts: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Parts translated, then rotated and scaled around their new origin."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1:
        steps.append(f"scale({number(scale)})")
    return tag("g", *parts, transform=" ".join(steps))


def fill(path: str, colour: str) -> str:
    return tag("path", d=path, fill=colour)


def line(path: str, colour: str, width: float) -> str:
    """A stroke with round ends and corners."""
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def dot(x: float, y: float, radius: float, colour: str) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=colour)


def star(points: int, outer: float, inner: float, x: float, y: float) -> str:
    """The outline of a star."""
    corners = []
    for i in range(2 * points):
        radius = inner if i % 2 else outer
        angle = math.pi * i / points - math.pi / 2
        corners.append(f"{x + radius * math.cos(angle):.1f} {y + radius * math.sin(angle):.1f}")
    return "M" + "L".join(corners) + "Z"


def merged(many: Iterable[Symbols]) -> Symbols:
    """Several dictionaries of symbols as one; no two may have the same id."""
    symbols: Symbols = {}
    for some in many:
        assert symbols.keys().isdisjoint(some)
        symbols |= some
    return symbols
