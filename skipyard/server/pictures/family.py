"""Skip-Bo and MOD: building piles in the middle, one strip for each player, mine at the bottom."""

from __future__ import annotations

from skipyard.games.scene import Item, Scene, Zone
from skipyard.server.pictures.canvas import Canvas

WIDE, HIGH = 62.0, 87.0  # a card in the middle
SMALL = 0.78  # a card of a player beside it
STRIP = 122.0
FAN, CLIMB = 15.0, 9.0  # from one card to the next of a discard pile, of all of them at most
PILES = 4


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    mine = max(scene.me, 0)
    seats = len(scene.seats)
    others = [(mine + n) % seats for n in range(1, seats)]
    y = 0.0
    for seat in others:
        y += strip(canvas, scene, seat, zones, y)
    middle(canvas, zones, y + 6)
    strip(canvas, scene, mine, zones, y + HIGH + 40)


def top(canvas: Canvas, zone: Zone, x: float, y: float, scale: float = 1) -> None:
    """A pile: its top card and how many lie there; or the place where it will be."""
    wide, high = WIDE * scale, HIGH * scale
    canvas.place(zone.id, x, y, wide, high)
    if zone.items:
        item = zone.items[-1]
        canvas.use(f"{item.kind}-{item.face}", x, y, wide, high)
        canvas.place(item.id, x, y, wide, high)
    else:
        canvas.panel(x, y, wide, high, "none", "var(--line)", 7, 2, dashed=True)


def middle(canvas: Canvas, zones: dict[str, Zone], y: float) -> None:
    left = 118.0
    for n in range(PILES):
        zone, x = zones[f"build.{n}"], left + n * (WIDE + 34)
        top(canvas, zone, x, y)
        if not zone.items:
            canvas.add('<g opacity=".35">')
            canvas.number(zone.needs, x + WIDE / 2, y + HIGH / 2, 40)
            canvas.add("</g>")
        elif zone.items[-1].marks:
            canvas.badge(zone.items[-1].marks[0], x + WIDE / 2, y + HIGH - 6)
        if zone.items and int(zone.needs) <= 12:
            canvas.words(
                f"→ {zone.needs}", x + WIDE / 2, y + HIGH + 19, 14, "var(--soft)", "middle"
            )
    for name, x in (("draw", 0.0), ("spent", canvas.width - WIDE)):
        top(canvas, zones[name], x, y)
        if zones[name].count:
            canvas.badge(zones[name].count, x + WIDE / 2, y + HIGH - 4)
    if "die" in zones:
        item = zones["die"].items[0]
        x = left + PILES * (WIDE + 34) - 22
        if "used" in item.marks:
            canvas.add('<g opacity=".45">')
        canvas.use(f"die-{item.face}", x, y + 16, 54, 54)
        if "used" in item.marks:
            canvas.add("</g>")
        if "twice" in item.marks:
            canvas.badge(2, x + 52, y + 18)
        canvas.place(item.id, x, y + 16, 54, 54)


def strip(canvas: Canvas, scene: Scene, seat: int, zones: dict[str, Zone], y: float) -> float:
    """A player's stock, hand and discard piles; how high it is."""
    wide, high = WIDE * SMALL, HIGH * SMALL
    piles = [zones[f"discard.{seat}.{n}"] for n in range(PILES)]
    deepest = max([1, *(len(pile.items) for pile in piles)])
    fan = min(FAN, 60 / max(1, deepest - 1))
    tall = 44 + high + fan * (deepest - 1)
    canvas.panel(0, y, canvas.width, tall, "var(--strip)", "var(--line)", 12)
    here = scene.seats[seat]
    canvas.name(here.label, 12, y + 22, seat == scene.turn and not scene.over)
    stock, hand = zones[f"stock.{seat}"], zones[f"hand.{seat}"]
    top(canvas, stock, 14, y + 33, SMALL)
    canvas.badge(stock.count, 14 + wide, y + 36, "var(--reach)")
    row(canvas, hand.items, 96, y + 33, 246)
    canvas.place(hand.id, 96, y + 33, 246, high)
    for n, pile in enumerate(piles):
        x = 366 + n * (wide + 19)
        top(canvas, Zone(pile.id, pile.kind, "", []), x, y + 33, SMALL)
        for deep, item in enumerate(pile.items):
            top_y = y + 33 + deep * fan
            canvas.use(f"{item.kind}-{item.face}", x, top_y, wide, high)
            canvas.place(item.id, x, top_y, wide, high)
            canvas.place(pile.id, x, top_y, wide, high)
    return tall + 12


def row(canvas: Canvas, items: list[Item], x: float, y: float, room: float) -> None:
    """Cards side by side, closer where there are many."""
    wide, high = WIDE * SMALL, HIGH * SMALL
    step = min(wide + 4, (room - wide) / max(1, len(items) - 1))
    for n, item in enumerate(items):
        canvas.use(f"{item.kind}-{item.face}", x + n * step, y, wide, high)
        canvas.place(item.id, x + n * step, y, wide, high)
