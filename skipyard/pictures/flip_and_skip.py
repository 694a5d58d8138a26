"""Pictures of Flip & Skip: the board, and beside it each player's hand and victory pile.

On a phone the other player is above the board and the viewer below it.
"""

from __future__ import annotations

from dataclasses import dataclass

from skipyard.games.scene import Item, Scene, Zone
from skipyard.pictures.canvas import FINGER, PHONE, Canvas

ROWS = 8
TYPES, THREE = ("stone", "sword", "scroll"), 3
FILES = "abcdefgh"


@dataclass(frozen=True)
class Measures:
    """Sizes and positions."""

    cell: float  # of the board
    left: float  # of the board: room for the numbers of its rows
    panel: float  # where the players' panels begin
    coin: float  # in a hand, with the gap to the next
    slot: float  # for a coin of the victory pile
    slots: float  # where they begin in the panel
    high: float  # the height of a panel


WIDE = Measures(45, 18, 400, 33, 31, 124, 176)
NARROW = Measures(PHONE / ROWS, 0, 0, 48, FINGER, 204, 188)


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    mine = max(scene.me, 0)
    if canvas.narrow:
        tops = {1 - mine: 0.0, mine: NARROW.high + ROWS * NARROW.cell + 36}
        board(canvas, zones["board"], NARROW, NARROW.high + 8)
    else:
        tops = {1 - mine: 0.0, mine: 200.0}
        board(canvas, zones["board"], WIDE, 0)
    for seat, y in tops.items():
        player(canvas, scene, seat, zones, y)
    action(canvas, zones["action"], tops[mine] + 88 if canvas.narrow else 166.0)


def board(canvas: Canvas, zone: Zone, size: Measures, top: float) -> None:
    """Row 1 is at the bottom, as the squares' names have it."""
    cell, left = size.cell, size.left
    wide = ROWS * cell
    canvas.panel(left - 4, top - 4, wide + 8, wide + 8, "var(--coin-light-rim)", radius=8)
    for item in zone.items:
        x, y = left + item.place % ROWS * cell, top + (ROWS - 1 - item.place // ROWS) * cell
        if item.kind == "square":
            canvas.use(f"square-{item.face}", x, y, cell, cell)
            canvas.place(item.id, x, y, cell, cell)
        else:
            coin(canvas, item, x + 2.5, y + 2.5, cell - 5)
            canvas.place(item.id, x, y, cell, cell)
    for n, letter in enumerate(FILES):
        middle = (n + 0.5) * cell
        canvas.words(letter, left + middle, top + wide + 20, 13, "var(--soft)", "middle")
        if left:
            canvas.words(str(ROWS - n), 5, top + middle + 5, 13, "var(--soft)", "middle")
        else:  # there is no room beside the board
            canvas.words(str(ROWS - n), 2, top + n * cell + 11, 10, "var(--coin-light-cut)")


def coin(canvas: Canvas, item: Item, x: float, y: float, size: float) -> None:
    """A coin, with its underside in a corner if this viewer knows it."""
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
    """A name, the hand, and three rows of three slots for the coins needed to win."""
    here, size = scene.seats[seat], NARROW if canvas.narrow else WIDE
    canvas.panel(
        size.panel, y, canvas.width - size.panel, size.high, "var(--strip)", "var(--line)", 12
    )
    canvas.name(here.label, size.panel + 14, y + 26, seat == scene.turn and not scene.over)
    hand, pile = zones[f"hand.{seat}"], zones[f"pile.{seat}"]
    top, across = y + 42, THREE * size.coin
    canvas.place(hand.id, size.panel + 8, top - 4, across + 1, size.high - 46)
    for n, item in enumerate(hand.items[:9]):
        x = size.panel + 12 + n % THREE * size.coin
        coin(canvas, item, x, top + n // THREE * size.coin, size.coin - 3)
    if len(hand.items) > 9:
        canvas.badge(f"{len(hand.items)}", size.panel + across + 3, y + size.high - 20)
    left, step = size.panel + size.slots, size.slot + 4
    canvas.place(pile.id, left - 4, top - 4, THREE * step + 7, size.high - 46)
    for row, kind in enumerate(TYPES):
        won = [item for item in pile.items if item.face.endswith(kind)]
        line = top + row * (size.coin if canvas.narrow else step + 2)
        for slot in range(THREE):
            x = left + slot * step
            canvas.panel(
                x, line, size.slot, size.slot, "var(--table)", "var(--line)", size.slot / 2, 1.5
            )
            if slot < len(won):
                coin(canvas, won[slot], x, line, size.slot)
            else:
                canvas.add('<g opacity=".22">')
                canvas.use(f"engraved-{kind}", x, line, size.slot, size.slot)
                canvas.add("</g>")
        if len(won) > THREE:
            canvas.badge(len(won), left + 2.5 * size.slot + 20, line + size.slot)


def action(canvas: Canvas, zone: Zone, y: float) -> None:
    """The action to carry out, between the players or beside the hand."""
    for item in zone.items:
        x = 158.0 if canvas.narrow else WIDE.panel + 98
        canvas.panel(x, y, FINGER, FINGER, "var(--yellow)", "#22303C", 22, 3)
        canvas.add('<g color="#22303C">')
        canvas.use(f"icon-{item.face}", x + 7, y + 7, 30, 30)
        canvas.add("</g>")
        canvas.place(item.id, x, y, FINGER, FINGER)
