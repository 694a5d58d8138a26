"""Cells with named styles, and areas that belong to things, for hits and for the cursor."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from skipyard.terminal.screen.palette import Palette

ELLIPSIS = "…"


@dataclass(frozen=True)
class Area:
    """Where a thing lies, by the ids that a path may touch it with."""

    ids: tuple[str, ...]
    label: str
    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """In columns, with lines counted double as they are on a screen."""
        return self.x + self.width / 2, 2 * (self.y + self.height / 2)

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def cut(text: str, width: int) -> str:
    """A text that is at most so many columns wide."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + ELLIPSIS if width > 0 else ""


class Canvas:
    """A picture of a table in characters; it grows as it is drawn on."""

    def __init__(self) -> None:
        self.rows: list[list[tuple[str, str]]] = []  # a character and the name of its style
        self.areas: list[Area] = []
        self.width = 0

    @property
    def height(self) -> int:
        return len(self.rows)

    def put(self, x: int, y: int, text: str, style: str = "ink") -> int:
        """Write a text; the column after it."""
        while len(self.rows) <= y:
            self.rows.append([])
        row = self.rows[y]
        for character in text:
            wide = cell_len(character)
            if wide == 0:
                continue
            while len(row) < x + wide:
                row.append((" ", ""))
            row[x] = (character, style)
            if wide == 2:
                row[x + 1] = ("", style)
            x += wide
        self.width = max(self.width, x)
        return x

    def centre(self, x: int, y: int, width: int, text: str, style: str = "ink") -> None:
        """Write a text in the middle of so many columns."""
        shown = cut(text, width)
        self.put(x + (width - cell_len(shown)) // 2, y, shown, style)

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def area(
        self, ids: tuple[str, ...], label: str, x: int, y: int, width: int, height: int = 1
    ) -> None:
        self.areas.append(Area(ids, label, x, y, width, height))

    def at(self, x: int, y: int) -> Area | None:
        """The thing on top at a place."""
        return next((area for area in reversed(self.areas) if area.holds(x, y)), None)

    def paste(self, other: Canvas, x: int, y: int) -> None:
        """Draw another canvas here."""
        for line, row in enumerate(other.rows):
            for column, (character, style) in enumerate(row):
                if style or character != " ":
                    self.put(x + column, y + line, character, style)
        for one in other.areas:
            self.area(one.ids, one.label, x + one.x, y + one.y, one.width, one.height)

    def strip(self, y: int, left: int, width: int, palette: Palette) -> Strip:
        """A line as Textual shows it, `left` columns in."""
        segments = [Segment(" " * max(0, left), palette.style(""))]
        text, before = "", ""
        for character, style in self.rows[y] if 0 <= y < self.height else []:
            if style != before and text:
                segments.append(Segment(text, palette.style(before)))
                text = ""
            text, before = text + character, style
        segments.append(Segment(text, palette.style(before)))
        return Strip(segments).adjust_cell_length(width, palette.style(""))

    def text(self) -> str:
        """The picture without styles."""
        return "\n".join("".join(c for c, _ in row).rstrip() for row in self.rows)
