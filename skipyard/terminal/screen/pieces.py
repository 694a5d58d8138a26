"""Cards, chips, buttons and bars on a canvas; a frame says what can be touched, not only colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

FRAMES = {  # corners from the top left, clockwise; then across and down
    Mark.PLAIN: tuple("┌┐┘└─│"),
    Mark.NEW: tuple("╭╮╯╰─│"),
    Mark.CAN: tuple("┏┓┛┗━┃"),
    Mark.CURSOR: tuple("╔╗╝╚═║"),
    Mark.HELD: tuple("▛▜▟▙▀▌"),
}
EMPTY = tuple("┌┐┘└╌╎")
BRACKETS = {
    Mark.PLAIN: (" ", " "),
    Mark.NEW: ("·", "·"),
    Mark.CAN: ("‹", "›"),
    Mark.CURSOR: ("[", "]"),
    Mark.HELD: ("{", "}"),
}
DIGITS = {
    "0": "█▀█ █ █ ▀▀▀",
    "1": "▀█   █  ▀▀▀",
    "2": "▀▀█ █▀▀ ▀▀▀",
    "3": "▀▀█  ▀█ ▀▀▀",
    "4": "█ █ ▀▀█   ▀",
    "5": "█▀▀ ▀▀█ ▀▀▀",
    "6": "█▀▀ █▀█ ▀▀▀",
    "7": "▀▀█   █   ▀",
    "8": "█▀█ █▀█ ▀▀▀",
    "9": "█▀█ ▀▀█ ▀▀▀",
}
DIGIT = 3  # columns and lines of a large digit
FULL, HALF, REST = "━", "╸", "─"


def large(text: str) -> list[str]:
    """A number in large digits; other texts as they are."""
    if not text.isdecimal():
        return [text]
    glyphs = [DIGITS[digit] for digit in text]
    starts = range(0, 4 * DIGIT, 4)
    return [" ".join(glyph[at : at + DIGIT] for glyph in glyphs) for at in starts]


def frame_style(mark: Mark, surface: str) -> str:
    """The style of a frame on paper, or on the table itself."""
    if mark is Mark.PLAIN:
        return "edge" if surface == "paper" else "line"
    if mark is Mark.CURSOR:
        return "cursor"
    return f"{mark.value}-paper" if surface == "paper" else f"{surface} {mark.value}"


def frame(
    canvas: Canvas, x: int, y: int, width: int, height: int, mark: Mark, style: str, dashed: bool
) -> None:
    """A frame; the held one has its own right and lower edges."""
    top_left, top_right, low_right, low_left, across, down = (
        EMPTY if dashed and mark is Mark.PLAIN else FRAMES[mark]
    )
    held = mark is Mark.HELD
    canvas.put(x, y, top_left + across * (width - 2) + top_right, style)
    below = "▄" if held else across
    canvas.put(x, y + height - 1, low_left + below * (width - 2) + low_right, style)
    for line in range(y + 1, y + height - 1):
        canvas.put(x, line, down, style)
        canvas.put(x + width - 1, line, "▐" if held else down, style)


def card(
    canvas: Canvas,
    at: tuple[int, int],
    size: tuple[int, int],
    lines: Sequence[str],
    style: str,
    mark: Mark,
    ids: tuple[str, ...] = (),
    label: str = "",
    badge: str = "",
    surface: str = "paper",
) -> None:
    """A card with some lines in its middle, and a badge in its lower edge."""
    (x, y), (width, height) = at, size
    if mark is Mark.CURSOR:
        surface_style = style = "cursor"
    else:
        surface_style = surface
    if surface:
        canvas.fill(x, y, width, height, surface_style)
    edge = frame_style(mark, surface)
    frame(canvas, x, y, width, height, mark, edge, not surface)
    first = y + 1 + max(0, (height - 2 - len(lines)) // 2)
    for n, line in enumerate(lines[: height - 2]):
        canvas.centre(x + 1, first + n, width - 2, line, style)
    if badge:
        canvas.centre(x + 1, y + height - 1, width - 2, badge, edge)
    if ids:
        canvas.area(ids, label, x, y, width, height)


def chip(
    canvas: Canvas,
    x: int,
    y: int,
    text: str,
    style: str,
    mark: Mark,
    ids: tuple[str, ...] = (),
    label: str = "",
    width: int = 0,
) -> int:
    """A thing in one line, between brackets if it can be touched; the column after it."""
    left, right = BRACKETS[mark]
    shown = style if mark in (Mark.PLAIN, Mark.NEW) else f"{style} {mark.value}"
    inner = f"{text:^{max(0, width - 2)}}"
    end = canvas.put(x, y, left, shown)
    end = canvas.put(end, y, inner, "cursor" if mark is Mark.CURSOR else style)
    end = canvas.put(end, y, right, shown)
    if ids:
        canvas.area(ids, label, x, y, end - x)
    return end


def button(
    canvas: Canvas, x: int, y: int, text: str, mark: Mark, ids: tuple[str, ...], label: str
) -> int:
    """A move that touches nothing on the table; the column after it."""
    style = {Mark.CURSOR: "cursor", Mark.HELD: "held"}.get(mark, "can")
    left, right = ("▐", "▌") if mark is Mark.CURSOR else ("[", "]")
    end = canvas.put(x, y, f"{left} {text} {right}", style)
    canvas.area(ids, label, x, y, end - x)
    return end


def bar(canvas: Canvas, x: int, y: int, left: int, whole: int, width: int) -> int:
    """How much of something is left; the column after it."""
    full = -(-left * width // max(1, whole, left))
    end = canvas.put(x, y, FULL * full, "bar")
    return canvas.put(end, y, REST * (width - full), "line")


def fitted(texts: Sequence[str], width: int, gap: str = " · ") -> str:
    """As many of the texts as fit."""
    shown = ""
    for text in texts:
        longer = f"{shown}{gap}{text}" if shown else text
        if cell_len(longer) > width:
            break
        shown = longer
    return shown or cut(texts[0], width) if texts else ""
