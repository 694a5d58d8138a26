"""A canvas to draw a scene on, which remembers where each item and zone is."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from skipyard.art import numerals
from skipyard.art.svg import Symbols

FONT = "system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
USED = re.compile('href="#([^"]+)"')
LONGEST_NAME = 22
SHEET, PHONE = 640.0, 352.0  # the width of a drawing, and of one for a phone
FINGER = 44.0  # the least size of what can be touched on a phone, in its pixels
FAR = 1.6  # times the size of an item: then an arrow starts at its edge
Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass
class Canvas:
    """A drawing; later parts cover earlier ones."""

    symbols: Symbols
    width: float = SHEET
    height: float = 0
    parts: list[str] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)  # by the id of an item or a zone
    narrow: bool = False  # whether it is for a phone

    def add(self, part: str, low: float = 0) -> None:
        self.parts.append(part)
        self.height = max(self.height, low)

    # Shapes ---------------------------------------------------------------------------------------
    def use(self, symbol: str, x: float, y: float, width: float, height: float) -> None:
        """A symbol of the sprite."""
        assert symbol in self.symbols, symbol
        size = f'width="{width:g}" height="{height:g}"'
        self.add(f'<use href="#{symbol}" x="{x:g}" y="{y:g}" {size}/>', y + height)

    def panel(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 10,
        line: float = 2,
        dashed: bool = False,
    ) -> None:
        dash = ' stroke-dasharray="5 5"' if dashed else ""
        self.add(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"{dash}/>',
            y + height,
        )

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 15,
        colour: str = "var(--ink)",
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="700"' if bold else ""
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
            f' font-family="{FONT}" fill="{colour}"{weight}>{escape(text)}</text>',
            y + size / 3,
        )

    def number(
        self, value: object, x: float, y: float, height: float, colour: str = "var(--ink)"
    ) -> None:
        """A number in our own digits, centred."""
        drawn = numerals.text(str(value), x, y, height, colour, brush=16)
        self.add(drawn, y + height / 2)

    def badge(self, value: object, x: float, y: float, fill: str = "var(--ink)") -> None:
        """A count on a small plate, centred."""
        wide = 14 + 8 * len(str(value))
        self.panel(x - wide / 2, y - 10, wide, 20, fill, "var(--table)", 10)
        self.number(value, x, y, 11, "var(--table)")

    def name(self, text: str, x: float, y: float, turn: bool, size: float = 15) -> None:
        """A player's name; a filled mark means that it is their turn."""
        shown = text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
        mark = "var(--reach)" if turn else "none"
        self.add(
            f'<path d="M{x:g} {y - 11:g} {x + 9:g} {y - 5.5:g} {x:g} {y:g}Z" fill="{mark}"'
            f' stroke="{mark if turn else "var(--line)"}" stroke-width="2"'
            ' stroke-linejoin="round"/>'
        )
        self.words(shown, x + 16, y, size, bold=turn)

    def place(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Remember where an item or a zone is."""
        self.boxes[name] = (x, y, width, height)

    # Moves ----------------------------------------------------------------------------------------
    def show_path(self, touch: Sequence[str], refused: bool = False) -> None:
        """Outline what a move touches, with arrows from one to the next."""
        touched = [self.boxes[name] for name in touch if name in self.boxes]
        colour = "var(--vermilion)" if refused else "var(--reach)"
        for x, y, width, height in touched:
            radius = min(width, height) / 5
            self.panel(x - 3, y - 3, width + 6, height + 6, "none", colour, radius, 4, refused)
        for start, end in itertools.pairwise(touched):
            self.arrow(start, end, colour, refused)

    def arrow(self, start: Box, end: Box, colour: str, refused: bool) -> None:
        """An arc from one box to another."""
        (x1, y1), (x2, y2) = centre(start), centre(end)
        if math.hypot(x2 - x1, y2 - y1) > FAR * max(*start[2:], *end[2:]):
            x1, y1 = edge(start, x2, y2)  # so that the item itself can be seen
        length = math.hypot(x2 - x1, y2 - y1) or 1
        bend = min(40, length / 5)
        middle = (
            (x1 + x2) / 2 + (y2 - y1) / length * bend,
            (y1 + y2) / 2 - abs(x2 - x1) / length * bend,
        )
        angle = 0 if refused else math.degrees(math.atan2(y2 - middle[1], x2 - middle[0]))
        dash = ' stroke-dasharray="9 7"' if refused else ""
        for ink, wide in (("var(--table)", 9.0), (colour, 4.5)):
            self.add(
                f'<path d="M{x1:.1f} {y1:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {x2:.1f} {y2:.1f}"'
                f' fill="none" stroke="{ink}" stroke-width="{wide:g}"'
                f' stroke-linecap="round"{dash}/>'
            )
        head = "M-15-10 3 0-15 10Z" if not refused else "M-8-8 8 8M8-8-8 8"
        self.add(
            f'<path d="{head}" transform="translate({x2:.1f} {y2:.1f}) rotate({angle:.0f})"'
            f' fill="{colour}" stroke="{colour}" stroke-width="5" stroke-linejoin="round"'
            ' stroke-linecap="round"/>'
        )

    # The whole ------------------------------------------------------------------------------------
    def definitions(self) -> str:
        """The symbols that are used, and those that they use."""
        wanted, symbols = USED.findall("".join(self.parts)), dict[str, str]()
        while wanted:
            name = wanted.pop()
            if name not in symbols:
                symbols[name] = self.symbols[name]
                wanted += USED.findall(symbols[name])
        return "".join(symbols[name] for name in sorted(symbols))


def new_canvas(symbols: Symbols, narrow: bool = False) -> Canvas:
    """An empty canvas, for a phone or for a larger screen."""
    return Canvas(symbols, PHONE if narrow else SHEET, narrow=narrow)


def centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def edge(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where the line from the middle of a box to a point leaves the box."""
    middle_x, middle_y = centre(box)
    across = abs(x - middle_x) / (box[2] / 2 + 3)
    along = abs(y - middle_y) / (box[3] / 2 + 3)
    part = 1 / max(across, along)
    return middle_x + (x - middle_x) * part, middle_y + (y - middle_y) * part
