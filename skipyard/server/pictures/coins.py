"""Flip & Skip: the board, and beside it what each player holds and has won."""

from __future__ import annotations

from skipyard.games.scene import Item, Scene, Zone
from skipyard.server.pictures.canvas import Canvas

CELL, EDGE, ROWS = 45.0, 18.0, 8
PANEL = 400.0  # where the players' things begin
TYPES, THREE = ("stone", "sword", "scroll"), 3
SLOT = 31.0
FILES = "abcdefgh"


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    board(canvas, zones["board"])
    mine = max(scene.me, 0)
    for seat, y in ((1 - mine, 0.0), (mine, 200.0)):
        player(canvas, scene, seat, zones, y)
    action(canvas, zones["action"])


def board(canvas: Canvas, zone: Zone) -> None:
    """Row 1 is at the bottom, as the squares' names have it."""
    canvas.panel(EDGE - 4, -4, ROWS * CELL + 8, ROWS * CELL + 8, "var(--coin-light-rim)", radius=8)
    for item in zone.items:
        x, y = EDGE + item.place % ROWS * CELL, (ROWS - 1 - item.place // ROWS) * CELL
        if item.kind == "square":
            canvas.use(f"square-{item.face}", x, y, CELL, CELL)
            canvas.place(item.id, x, y, CELL, CELL)
        else:
            coin(canvas, item, x + 2.5, y + 2.5, CELL - 5)
    for n, letter in enumerate(FILES):
        middle = (n + 0.5) * CELL
        canvas.words(letter, EDGE + middle, ROWS * CELL + 20, 13, "var(--soft)", "middle")
        canvas.words(str(ROWS - n), 5, middle + 5, 13, "var(--soft)", "middle")


def coin(canvas: Canvas, item: Item, x: float, y: float, size: float) -> None:
    """A coin, in its corner the underside where this viewer knows it."""
    busy = {"flipped", "used", "picked", "chain"} & set(item.marks)
    if busy:
        canvas.panel(x - 2, y - 2, size + 4, size + 4, "none", "var(--reach)", size / 2 + 2, 3)
    canvas.use(f"coin-{item.face}", x, y, size, size)
    canvas.place(item.id, x, y, size, size)
    for mark in item.marks:
        kind, _, value = mark.partition(":")
        if kind == "known":
            corner(canvas, f"icon-{value}", x + size * 0.58, y + size * 0.58, size * 0.5)
        elif kind == "seen" and not any(other.startswith("known") for other in item.marks):
            corner(canvas, "icon-EYE", x + size * 0.62, y - size * 0.06, size * 0.42)


def corner(canvas: Canvas, icon: str, x: float, y: float, size: float) -> None:
    canvas.panel(x, y, size, size, "var(--card)", "var(--ink)", size / 2, 1.5)
    canvas.use(icon, x + size * 0.14, y + size * 0.14, size * 0.72, size * 0.72)


def player(canvas: Canvas, scene: Scene, seat: int, zones: dict[str, Zone], y: float) -> None:
    """A name, the hand, and three rows of three slots: what is still needed to win."""
    here = scene.seats[seat]
    canvas.panel(PANEL, y, canvas.width - PANEL, 176, "var(--strip)", "var(--line)", 12)
    canvas.name(here.label, PANEL + 14, y + 26, seat == scene.turn and not scene.over)
    hand, pile = zones[f"hand.{seat}"], zones[f"pile.{seat}"]
    canvas.place(hand.id, PANEL + 8, y + 38, 100, 130)
    for n, item in enumerate(hand.items[:9]):
        coin(canvas, item, PANEL + 12 + n % 3 * 33, y + 42 + n // 3 * 33, 30)
    if len(hand.items) > 9:
        canvas.badge(f"{len(hand.items)}", PANEL + 102, y + 156)
    left = PANEL + 124
    canvas.place(pile.id, left - 4, y + 38, 112, 130)
    for row, kind in enumerate(TYPES):
        won = [item for item in pile.items if item.face.endswith(kind)]
        for slot in range(THREE):
            x, top = left + slot * (SLOT + 4), y + 42 + row * (SLOT + 6)
            canvas.panel(x, top, SLOT, SLOT, "var(--table)", "var(--line)", SLOT / 2, 1.5)
            if slot < len(won):
                coin(canvas, won[slot], x, top, SLOT)
            else:
                canvas.add('<g opacity=".22">')
                canvas.use(f"engraved-{kind}", x, top, SLOT, SLOT)
                canvas.add("</g>")
        if len(won) > THREE:
            canvas.badge(len(won), left + 2.5 * SLOT + 20, y + 42 + row * (SLOT + 6) + SLOT)


def action(canvas: Canvas, zone: Zone) -> None:
    """The action to be carried out, between the players."""
    for item in zone.items:
        x, y = PANEL + 98, 166.0
        canvas.panel(x, y, 44, 44, "var(--yellow)", "#22303C", 22, 3)
        canvas.add('<g color="#22303C">')
        canvas.use(f"icon-{item.face}", x + 7, y + 7, 30, 30)
        canvas.add("</g>")
        canvas.place(item.id, x, y, 44, 44)
