"""Skippity: the board, and beside it each player's five stacks with the sets they make."""

from __future__ import annotations

from skipyard.games.scene import Scene, Zone
from skipyard.server.pictures.canvas import Canvas

BOARD, EDGE = 360.0, 18.0
PANEL = 404.0  # where the players' things begin
STACK = 44.0  # from one stack to the next
SHAPES = {"R": "R.circle", "O": "O.triangle", "Y": "Y.star", "G": "G.diamond", "B": "B.square"}


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    board(canvas, zones["board"])
    for n, seat in enumerate(scene.seats):
        player(canvas, scene, seat.seat, zones, n * 96.0)


def board(canvas: Canvas, zone: Zone) -> None:
    """Rows and squares as their names have them: a1 is below on the left."""
    size = zone.columns
    cell = BOARD / size
    canvas.panel(EDGE - 6, -6, BOARD + 12, BOARD + 12, "var(--card)", "var(--line)", 12)
    for item in zone.items:
        row, column = divmod(item.place, size)
        x, y = EDGE + column * cell, row_top(item.id, row, size) * cell
        centre = (row + column) % 2
        if centre:
            canvas.panel(x, y, cell, cell, "var(--table)", radius=0)
        if "moving" in item.marks:
            canvas.panel(x + 1, y + 1, cell - 2, cell - 2, "none", "var(--reach)", 8, 3)
        canvas.use(f"{item.kind}-{item.face}", x + 2, y + 2, cell - 4, cell - 4)
        canvas.place(item.id, x, y, cell, cell)
        if column == 0:
            canvas.words(item.id[1:], 3, y + cell / 2 + 5, 12, "var(--soft)", "middle")
        if row_top(item.id, row, size) == size - 1:
            middle = x + cell / 2
            canvas.words(item.id[0], middle, BOARD + 22, 12, "var(--soft)", "middle")


def row_top(name: str, row: int, size: int) -> int:
    """How many rows are above a square: the highest number is on top."""
    return size - int(name[1:])


def player(canvas: Canvas, scene: Scene, seat: int, zones: dict[str, Zone], y: float) -> None:
    here = scene.seats[seat]
    canvas.panel(PANEL, y, canvas.width - PANEL, 88, "var(--strip)", "var(--line)", 12)
    canvas.name(here.label, PANEL + 12, y + 22, seat == scene.turn and not scene.over)
    counts = []
    for n, (letter, face) in enumerate(SHAPES.items()):
        zone = zones[f"captured.{seat}.{letter}"]
        counts.append(zone.count)
        x = PANEL + 12 + n * STACK
        canvas.place(zone.id, x, y + 30, 34, 34)
        if not zone.count:
            canvas.add('<g opacity=".25">')
        canvas.use(f"skipper-{face}", x, y + 30, 34, 34)
        if not zone.count:
            canvas.add("</g>")
        canvas.number(zone.count, x + 17, y + 75, 12)
    sets = min(counts)
    if sets:
        canvas.badge(f"{sets}", canvas.width - 18, y + 18, "var(--green)")
