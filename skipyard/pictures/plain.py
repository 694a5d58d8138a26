"""Pictures of any game: others' zones above, the middle, the viewer's own below.

An item is shown as its drawing if the game has one, else as a box with its face as text.
"""

from __future__ import annotations

from collections.abc import Iterator

from skipyard.games.scene import NOWHERE, Item, Scene, Zone
from skipyard.pictures.canvas import Canvas
from skipyard.seats import NOBODY

WIDTH, HEIGHT, GAP = 46.0, 60.0, 8.0  # of an item, and between two
LABEL, SMALL = 18.0, 12.0  # a line of text, and the height of its letters
TRACK_COLUMNS = 13
LETTER = 0.62  # the width of a letter, in heights


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    y = 0.0
    for seat in order(scene):
        if seat != NOBODY:
            on_turn = seat == scene.turn and not scene.over
            canvas.name(scene.seats[seat].label, 0, y + 16, on_turn)
            y = facts(canvas, scene, seat, y + 24)
        zones = [zone for zone in scene.zones if zone.seat == seat and zone.id != "buttons"]
        y = draw_zones(canvas, zones, y)


def order(scene: Scene) -> Iterator[int]:
    """The others, the middle, and the viewer; a watcher has everybody above."""
    yield from (seat.seat for seat in scene.seats if seat.seat != scene.me)
    yield NOBODY
    yield from (seat.seat for seat in scene.seats if seat.seat == scene.me)


def facts(canvas: Canvas, scene: Scene, seat: int, y: float) -> float:
    """A player's facts, under the name; return where the next line begins."""
    for fact in scene.seats[seat].facts:
        canvas.words(fact, 16, y + 10, 13, "var(--soft)")
        y += LABEL
    return y


def draw_zones(canvas: Canvas, zones: list[Zone], y: float) -> float:
    """Zones side by side, in as many lines as needed; return where the next line begins."""
    x, low = 0.0, y
    for zone in zones:
        wide = min(width_of(canvas, zone), canvas.width)
        if x and x + wide > canvas.width:
            x, y = 0.0, low
        low = max(low, draw_zone(canvas, zone, x, y, wide) + GAP)
        x += wide + 2 * GAP
    return low


def width_of(canvas: Canvas, zone: Zone) -> float:
    """The width of a zone and its label; a grid takes the whole canvas."""
    if is_grid(zone):
        return canvas.width
    row_width = max(1, len(zone.items)) * (WIDTH + GAP) - GAP
    return max(row_width, LETTER * SMALL * len(zone.label))


def is_grid(zone: Zone) -> bool:
    return zone.kind in ("grid", "track") and any(item.place != NOWHERE for item in zone.items)


def draw_zone(canvas: Canvas, zone: Zone, x: float, y: float, wide: float) -> float:
    """A zone under its label; return where it ends."""
    canvas.words(zone.label, x, y + SMALL, SMALL, "var(--soft)")
    top = y + LABEL
    low = grid(canvas, zone, top) if is_grid(zone) else row(canvas, zone, x, top, wide)
    canvas.place(zone.id, x, top, wide, low - top)
    return low


def row(canvas: Canvas, zone: Zone, x: float, top: float, wide: float) -> float:
    """Items side by side, in as many lines as needed; a count if not all are shown."""
    fit = int((wide + GAP) // (WIDTH + GAP))
    for nth, item in enumerate(zone.items):
        line, column = divmod(nth, fit)
        draw_item(
            canvas, item, x + column * (WIDTH + GAP), top + line * (HEIGHT + GAP), WIDTH, HEIGHT
        )
    if not zone.items:
        canvas.panel(x, top, WIDTH, HEIGHT, "none", "var(--line)", dashed=True)
    low = top + max(1, -(-len(zone.items) // fit)) * (HEIGHT + GAP) - GAP
    if zone.count > len(zone.items):
        canvas.badge(zone.count, x + WIDTH - 6, low - 8)
    return low


def grid(canvas: Canvas, zone: Zone, top: float) -> float:
    """Squares in rows, with items on them."""
    columns = zone.columns or TRACK_COLUMNS
    side = min(canvas.width / columns, HEIGHT)
    rows = -(-(max(item.place for item in zone.items) + 1) // columns)
    for place in range(rows * columns):
        line, column = divmod(place, columns)
        canvas.panel(column * side, top + line * side, side, side, "none", "var(--line)", 0, 1)
    for item in zone.items:
        line, column = divmod(item.place, columns)
        draw_item(canvas, item, column * side + 2, top + line * side + 2, side - 4, side - 4)
    return top + rows * side


def draw_item(canvas: Canvas, item: Item, x: float, y: float, width: float, height: float) -> None:
    canvas.place(item.id, x, y, width, height)
    symbol = f"{item.kind}-{item.face}"
    if symbol in canvas.symbols:
        canvas.use(symbol, x, y, width, height)
        return
    if item.kind != "square":
        canvas.panel(x, y, width, height, "var(--card)", "var(--edge)", 6)
    size = min(18.0, width / (LETTER * max(1, len(item.face))))
    canvas.words(item.face, x + width / 2, y + height / 2 + size / 3, size, anchor="middle")
