"""Pictures of Skippity: the board, and beside it each player's five stacks and complete sets.

On a phone the picture is as wide as a board whose squares a finger can touch, and scrolls.
"""

from __future__ import annotations

from skipyard.games.scene import Scene, Zone
from skipyard.pictures.canvas import FINGER, Canvas

BOARD, EDGE = 360.0, 18.0
PANEL = 404.0  # where the players' panels begin
STACK = 44.0  # from one stack to the next
SHAPES = {"R": "R.circle", "O": "O.triangle", "Y": "Y.star", "G": "G.diamond", "B": "B.square"}


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    if canvas.narrow:
        size = zones["board"].columns
        canvas.width = max(canvas.width, size * FINGER)
        board(canvas, zones["board"], 0, canvas.width)
        for n, seat in enumerate(scene.seats):
            player(canvas, scene, seat.seat, zones, 0, canvas.width + 30 + n * 96.0)
        return
    board(canvas, zones["board"], EDGE, BOARD)
    for n, seat in enumerate(scene.seats):
        player(canvas, scene, seat.seat, zones, PANEL, n * 96.0)


def board(canvas: Canvas, zone: Zone, left: float, wide: float) -> None:
    """The squares; a1 is in the top left corner, as in the terminal."""
    size = zone.columns
    cell = wide / size
    canvas.panel(left - 6, -6, wide + 12, wide + 12, "var(--card)", "var(--line)", 12)
    for item in zone.items:
        row, column = divmod(item.place, size)
        x, y = left + column * cell, row * cell
        if (row + column) % 2:
            canvas.panel(x, y, cell, cell, "var(--table)", radius=0)
        if "moving" in item.marks:
            canvas.panel(x + 1, y + 1, cell - 2, cell - 2, "none", "var(--reach)", 8, 3)
        canvas.use(f"{item.kind}-{item.face}", x + 2, y + 2, cell - 4, cell - 4)
        canvas.place(item.id, x, y, cell, cell)
        if column == 0 and left:
            canvas.words(item.id[1:], 3, y + cell / 2 + 5, 12, "var(--soft)", "middle")
        elif column == 0:  # there is no room beside the board
            canvas.words(item.id[1:], 1, y + 10, 10, "var(--soft)")
        if row == size - 1:
            canvas.words(item.id[0], x + cell / 2, wide + 22, 12, "var(--soft)", "middle")


def player(
    canvas: Canvas, scene: Scene, seat: int, zones: dict[str, Zone], left: float, y: float
) -> None:
    """A name, the captured skippers of each colour, and the number of sets."""
    canvas.panel(left, y, canvas.width - left, 88, "var(--strip)", "var(--line)", 12)
    canvas.name(scene.seats[seat].label, left + 12, y + 22, seat == scene.turn and not scene.over)
    counts = []
    for n, (letter, face) in enumerate(SHAPES.items()):
        zone = zones[f"captured.{seat}.{letter}"]
        counts.append(zone.count)
        x = left + 12 + n * STACK
        canvas.place(zone.id, x, y + 30, 34, 34)
        if not zone.count:
            canvas.add('<g opacity=".25">')
        canvas.use(f"skipper-{face}", x, y + 30, 34, 34)
        if not zone.count:
            canvas.add("</g>")
        canvas.number(zone.count, x + 17, y + 75, 12)
    if min(counts):
        canvas.badge(f"{min(counts)}", canvas.width - 18, y + 18, "var(--green)")
