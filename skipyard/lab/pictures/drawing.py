"""A drawing: SVG text that a notebook shows, in the colours of the reader's theme."""

from __future__ import annotations

import pathlib
import zlib
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

WIDTH, EDGE = 1000, 24
HEAD = 92  # title and subtitle
# Light and dark. The rules name a class of our own, because a page may contain several drawings.
COLOURS = {
    "text": ("fill", "#22303c", "#e9e4da"),
    ".small": ("fill", "#5c6873", "#a9b3bc"),
    ".card": ("fill", "#fffdf8", "#1b232b"),
    ".edge": ("stroke", "#d9cfbd", "#3a4651"),
    ".grid": ("stroke", "#eae2d3", "#2b353f"),
    ".zero": ("stroke", "#9aa3aa", "#6b7780"),
    ".area": ("fill", "#7cbce6", "#2f7fb5"),
    ".crest": ("stroke", "#0072b2", "#7cc4f2"),
    ".mark": ("fill", "#22303c", "#f2ede2"),
    ".more": ("fill", "#3f94cb", "#4a9bd1"),
    ".less": ("fill", "#e5883a", "#d9822f"),
    ".pale": ("fill", "#eee7da", "#2b353f"),
    ".before": ("fill", "#9aa3aa", "#7d8891"),
    ".way": ("stroke", "#9aa3aa", "#7d8891"),
    ".on": ("fill", "#10202c", "#0d161d"),
}
SHAPES = """\
.skipyard-drawing text { font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 13px }
.skipyard-drawing text.title { font-size: 19px; font-weight: 650 }
.skipyard-drawing text.small { font-size: 11.5px }
.skipyard-drawing text.clear { font-weight: 700 }
.skipyard-drawing .mid { text-anchor: middle }
.skipyard-drawing .end { text-anchor: end }
.skipyard-drawing .edge, .skipyard-drawing .crest, .skipyard-drawing .way { fill: none }
.skipyard-drawing .crest { stroke-width: 1.4; stroke-linejoin: round }
.skipyard-drawing .way { stroke-width: 2.5 }
svg.skipyard-drawing { max-width: 100%; height: auto }
svg.skipyard-drawing:root { color-scheme: light dark }
"""  # a file of its own asks for both themes; inside a page the page decides


class Drawing(str):
    """SVG as text; the last line of a notebook's cell is shown as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: str | pathlib.Path) -> None:
        """Write it to a file."""
        pathlib.Path(file).write_text(str(self), "utf-8")


def style() -> str:
    """The rules for all drawings; the plain colour before `light-dark()` is for older programs."""
    rules = [SHAPES]
    for name, (what, light, dark) in COLOURS.items():
        values = f"{what}: {light}; {what}: light-dark({light}, {dark})"
        rules.append(f".skipyard-drawing {name} {{ {values} }}\n")
    return "".join(rules)


def drawing(
    title: str, subtitle: str, description: str, height: float, parts: list[str]
) -> Drawing:
    """A card with a title, a line that says how to read it, and its parts."""
    mark = f"d{zlib.crc32((title + subtitle + description).encode()):08x}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="skipyard-drawing" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" role="img" '
        f'aria-labelledby="{mark}t {mark}d">',
        f'<title id="{mark}t">{escape(title)}</title>',
        f'<desc id="{mark}d">{escape(description)}</desc>',
        f"<style>{style()}</style>",
        f'<rect class="card" width="{WIDTH}" height="{height:.0f}" rx="10"/>',
        f'<rect class="edge" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:.0f}" rx="10"/>',
        words(title, EDGE, 40, "title"),
        words(subtitle, EDGE, 64, "small"),
        *parts,
        "</svg>",
        "",
    ]
    return Drawing("\n".join(lines))


def words(text: str, x: float, y: float, kind: str = "", tip: str = "") -> str:
    """One line of text."""
    kinds = f' class="{kind}"' if kind else ""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<text{kinds} x="{x:.1f}" y="{y:.1f}">{title}{escape(text)}</text>'


def path(kind: str, d: str, tip: str = "") -> str:
    """A line or an area."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f"<path class={quoteattr(kind)} d={quoteattr(d)}>{title}</path>"


def box(kind: str, x: float, y: float, width: float, height: float, tip: str = "") -> str:
    """A rectangle with slightly round corners."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    size = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" {size} rx="3">{title}</rect>'


def dot(kind: str, x: float, y: float, tip: str = "") -> str:
    """A point."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5">{title}</circle>'


def tops(names: Sequence[str], first: float, row: float, gap: float) -> list[float]:
    """Where each row begins, and the last one ends, with a gap wherever the name changes."""
    found = [first]
    for name, after in zip(names, [*names[1:], None], strict=True):
        found.append(found[-1] + row + gap * (after not in (name, None)))
    return found


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, at most so many."""
    span = max(high - low, 1e-9)
    step = next(
        one * 10**power
        for power in range(-4, 9)
        for one in (1, 2, 5)
        if span / (one * 10**power) <= most - 1
    )
    first = int(-(-low // step))
    return [n * step for n in range(first, int(high // step) + 1)]
