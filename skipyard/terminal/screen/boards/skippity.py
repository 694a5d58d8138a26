"""Skippity: the board with a shape and a letter for each skipper, and beside it what each has."""

from __future__ import annotations

from skipyard.games.scene import Item
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.boards.drawing import Drawing
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

CELLS = ((3, 1), (4, 2), (6, 3), (10, 5))  # columns and lines of a square, by scale
SCALES = len(CELLS)
MARGIN, GAP, PANEL = 3, 3, 28  # columns: row numbers, between board and players, players
SHAPES = {"circle": "●", "triangle": "▲", "star": "★", "diamond": "◆", "square": "■"}
LARGE = {  # for squares of five lines; the letter goes into the middle
    "circle": ("▗▟██▙▖", "██████", "▝▜██▛▘"),
    "square": ("██████", "██████", "██████"),
    "diamond": (" ▗▟▙▖ ", "▐████▌", " ▝▜▛▘ "),
    "triangle": ("  ▟▙  ", " ▟██▙ ", "▟████▙"),
    "star": ("  ▟▙  ", "▜████▛", " ▟▀▀▙ "),
}
FEW = "·"
HEIGHT_OF_SHAPE = 3


def draw(table: Drawing, scale: int) -> Canvas:
    """The board, and the players at its right."""
    canvas, zone = Canvas(), table.zones["board"]
    width, height = CELLS[scale]
    size = zone.columns
    for item in zone.items:
        row, column = divmod(item.place, size)
        square(table, canvas, MARGIN + column * width, row * height, item, scale)
    for n in range(size):
        canvas.put(0, n * height + (height - 1) // 2, f"{n + 1:>2}", "soft")
        letter = chr(ord("a") + n)
        canvas.centre(MARGIN + n * width, size * height, width, letter, "soft")
    players(table, canvas, MARGIN + size * width + GAP, size * height + 1)
    return canvas


# The board ----------------------------------------------------------------------------------------
def square(table: Drawing, canvas: Canvas, x: int, y: int, item: Item, scale: int) -> None:
    """A square with its skipper, or empty."""
    width, height = CELLS[scale]
    column, row = x // width, y // height
    field = "field" if (column + row) % 2 else "field-other"
    mark = table.mark(item.id)
    canvas.fill(x, y, width, height, field)
    canvas.area((item.id,), item.label, x, y, width, height)
    letter, _, shape = item.face.partition(".")
    middle = y + (height - 1) // 2
    if not shape:
        canvas.centre(x, middle, width, FEW, field)
    elif height > HEIGHT_OF_SHAPE:
        for n, line in enumerate(LARGE[shape]):
            canvas.centre(x, y + 1 + n, width, line, f"{field} {letter}")
        canvas.centre(x, middle, width, letter, f"{field} {letter} reverse")
    else:
        text = SHAPES[shape] + (letter if width > HEIGHT_OF_SHAPE else "")
        style = "cursor" if mark is Mark.CURSOR else f"{field} {letter}"
        canvas.centre(x, middle, width, text, style)
    if mark is not Mark.PLAIN or "moving" in item.marks:
        brackets(canvas, x, y, width, height, mark, field)


def brackets(
    canvas: Canvas, x: int, y: int, width: int, height: int, mark: Mark, field: str
) -> None:
    """What can be touched is between brackets; on large squares, between corners."""
    style = "cursor" if mark is Mark.CURSOR else f"{field} {mark.value}"
    if height > HEIGHT_OF_SHAPE:
        top_left, top_right, low_right, low_left, across, _ = pieces.FRAMES[mark]
        for line, left, right in ((0, top_left, top_right), (height - 1, low_left, low_right)):
            canvas.put(x, y + line, left + across, style)
            canvas.put(x + width - 2, y + line, across + right, style)
        return
    left, right = pieces.BRACKETS[mark]
    canvas.put(x, y + (height - 1) // 2, left, style)
    canvas.put(x + width - 1, y + (height - 1) // 2, right, style)


# The players --------------------------------------------------------------------------------------
def players(table: Drawing, canvas: Canvas, x: int, height: int) -> None:
    """What each player has captured; with room, a line between them."""
    seats = table.scene.seats
    lines = 4 if 4 * len(seats) + 2 <= height else 3
    y = max(0, (height - lines * len(seats) - 2) // 2) if lines == 4 else 0
    for seat in seats:
        table.name(canvas, x, y, seat.seat, PANEL)
        at = x + 2
        for letter, shape in letters(table, seat.seat):
            canvas.put(at, y + 1, f"{SHAPES.get(shape, ' ')}{letter}", letter)
            count = table.zones[f"captured.{seat.seat}.{letter}"].count
            at = canvas.put(at + 2, y + 1, f"{count:<2} ", "strong" if count else "soft")
        facts = pieces.fitted(table.with_total(seat.seat), PANEL - 2, ", ")
        canvas.put(x + 2, y + 2, cut(facts, PANEL - 2), "soft")
        y += lines
    table.buttons(canvas, x, y)


def letters(table: Drawing, seat: int) -> list[tuple[str, str]]:
    """The letter and the shape of each colour, in the order of the captured piles."""
    ids = [zone for zone in table.zones if zone.startswith(f"captured.{seat}.")]
    items = [item for zone in table.scene.zones for item in zone.items if "." in item.face]
    shapes = {item.face.partition(".")[0]: item.face.partition(".")[2] for item in items}
    return [(zone.rpartition(".")[2], shapes.get(zone.rpartition(".")[2], "")) for zone in ids]
