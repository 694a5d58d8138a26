"""Any scene: zones as rows of chips, grids and tracks as squares; for games without a board."""

from __future__ import annotations

from rich.cells import cell_len

from skipyard.games.scene import NOWHERE, Item, Zone
from skipyard.seats import NOBODY
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.boards.drawing import BUTTONS, Drawing
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

SCALES = 1
TRACK_COLUMNS = 13  # squares of a track in a line
LEFT, LABEL = 2, 30  # columns
NARROWEST = 3  # columns of a square


def draw(table: Drawing, scale: int) -> Canvas:
    """The middle of the table, then each player."""
    canvas, y = Canvas(), 0
    for zone in table.scene.zones:
        if zone.seat == NOBODY and zone.id != BUTTONS:
            y = draw_zone(table, canvas, y, zone)
    for seat in table.scene.seats:
        table.name(canvas, 0, y, seat.seat, LABEL)
        facts = pieces.fitted(table.with_total(seat.seat), table.width - LABEL - LEFT)
        canvas.put(LABEL + LEFT, y, facts, "soft")
        y += 1
        for zone in table.scene.zones:
            if zone.seat == seat.seat:
                y = draw_zone(table, canvas, y, zone)
    table.buttons(canvas, LEFT, y)
    return canvas


def draw_zone(table: Drawing, canvas: Canvas, y: int, zone: Zone) -> int:
    """One zone; the line after it."""
    if zone.kind in ("grid", "track") and any(item.place != NOWHERE for item in zone.items):
        return draw_grid(table, canvas, y, zone)
    mark = table.mark(zone.id)
    pieces.chip(canvas, LEFT, y, cut(zone.label, LABEL - 4), "soft", mark, (zone.id,), zone.label)
    x = LEFT + LABEL
    for item in zone.items:
        text = cut(item.label, 24)
        if x + cell_len(text) + 2 > table.width:
            x, y = LEFT + LABEL, y + 1
        x = pieces.chip(canvas, x, y, text, "ink", table.mark(item.id), (item.id,), item.label)
    if zone.count > len(zone.items):
        canvas.put(x + 1, y, f"×{zone.count}", "soft")
    return y + 1


def draw_grid(table: Drawing, canvas: Canvas, y: int, zone: Zone) -> int:
    """Squares in rows, each with the face of what lies there."""
    canvas.put(LEFT, y, zone.label, "soft")
    columns = zone.columns or TRACK_COLUMNS
    squares: dict[int, list[Item]] = {}
    for item in zone.items:
        squares.setdefault(item.place, []).append(item)
    faces = {place: face_of(items) for place, items in squares.items()}
    wide = 2 + max(NARROWEST - 2, *map(cell_len, faces.values()))
    wide = max(NARROWEST, min(wide, (table.width - LEFT) // columns))
    for place, items in squares.items():
        ids = tuple(item.id for item in reversed(items))
        label = "; ".join(item.label for item in reversed(items))
        x, line = LEFT + place % columns * wide, y + 1 + place // columns
        mark = table.mark(*ids)
        style = "soft" if faces[place] == "·" and mark is Mark.PLAIN else "ink"
        pieces.chip(canvas, x, line, cut(faces[place], wide - 2), style, mark, ids, label, wide)
    return y + 2 + max(squares) // columns


def face_of(items: list[Item]) -> str:
    """What lies on a square, not counting the square itself."""
    return "+".join(item.face for item in items if item.kind != "square") or "·"
