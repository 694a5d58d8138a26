"""Pictures of Skip-Bo and MOD: building piles in the middle, a strip for each player.

The viewer is at the bottom. On a phone a hand is below its player's piles; others' hands are small.
"""

from __future__ import annotations

from skipyard.games.scene import Item, Scene, Zone
from skipyard.pictures.canvas import Canvas

WIDE, HIGH = 62.0, 87.0  # a card in the middle
SMALL = 0.78  # the scale of a player's cards
NARROW = 0.8  # the scale of cards in the middle on a phone
FAN = 15.0  # from one card to the next of a discard pile
PILES = 4


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    mine = max(scene.me, 0)
    seats = len(scene.seats)
    others = [(mine + n) % seats for n in range(1, seats)]
    y = 0.0
    for seat in others:
        y += strip(canvas, scene, seat, zones, y)
    y += middle(canvas, zones, y + 6)
    strip(canvas, scene, mine, zones, y)


def top(canvas: Canvas, zone: Zone, x: float, y: float, scale: float = 1) -> None:
    """The top card of a pile, or its empty place."""
    wide, high = WIDE * scale, HIGH * scale
    canvas.place(zone.id, x, y, wide, high)
    if zone.items:
        item = zone.items[-1]
        canvas.use(f"{item.kind}-{item.face}", x, y, wide, high)
        canvas.place(item.id, x, y, wide, high)
    else:
        canvas.panel(x, y, wide, high, "none", "var(--line)", 7, 2, dashed=True)


def middle(canvas: Canvas, zones: dict[str, Zone], y: float) -> float:
    """The draw pile, the building piles, cards set aside and the die; return the height."""
    scale = NARROW if canvas.narrow else 1.0
    wide, high = WIDE * scale, HIGH * scale
    left, step = (wide + 11, wide + 11) if canvas.narrow else (118.0, wide + 34)
    for n in range(PILES):
        zone, x = zones[f"build.{n}"], left + n * step
        top(canvas, zone, x, y, scale)
        if not zone.items:
            canvas.add('<g opacity=".35">')
            canvas.number(zone.needs, x + wide / 2, y + high / 2, 40 * scale)
            canvas.add("</g>")
        elif zone.items[-1].marks:
            canvas.badge(zone.items[-1].marks[0], x + wide / 2, y + high - 6)
        if zone.items and int(zone.needs) <= 12:
            canvas.words(
                f"→ {zone.needs}", x + wide / 2, y + high + 19, 14, "var(--soft)", "middle"
            )
    for name, x in (("draw", 0.0), ("spent", canvas.width - wide)):
        top(canvas, zones[name], x, y, scale)
        if zones[name].count:
            canvas.badge(zones[name].count, x + wide / 2, y + high - 4)
    if "die" not in zones:
        return high + 34
    if canvas.narrow:
        die(canvas, zones["die"].items[0], canvas.width / 2 - 27, y + high + 28)
        return high + 96
    die(canvas, zones["die"].items[0], left + PILES * step - 22, y + 16)
    return high + 34


def die(canvas: Canvas, item: Item, x: float, y: float) -> None:
    if "used" in item.marks:
        canvas.add('<g opacity=".45">')
    canvas.use(f"die-{item.face}", x, y, 54, 54)
    if "used" in item.marks:
        canvas.add("</g>")
    if "twice" in item.marks:
        canvas.badge(2, x + 52, y + 2)
    canvas.place(item.id, x, y, 54, 54)


def strip(canvas: Canvas, scene: Scene, seat: int, zones: dict[str, Zone], y: float) -> float:
    """A player's stock, hand and discard piles; return the height."""
    wide, high = WIDE * SMALL, HIGH * SMALL
    piles = [zones[f"discard.{seat}.{n}"] for n in range(PILES)]
    stock, hand = zones[f"stock.{seat}"], zones[f"hand.{seat}"]
    deepest = max([1, *(len(pile.items) for pile in piles)])
    fan = min(FAN, 60 / max(1, deepest - 1))
    tall = 44 + high + fan * (deepest - 1)
    shown = seat == scene.me or any(item.face != "back" for item in hand.items)
    below = HIGH + 10 if canvas.narrow and shown else 0.0  # the hand, with cards of full size
    canvas.panel(0, y, canvas.width, tall + below, "var(--strip)", "var(--line)", 12)
    canvas.name(scene.seats[seat].label, 12, y + 22, seat == scene.turn and not scene.over)
    top(canvas, stock, 14, y + 33, SMALL)
    canvas.badge(stock.count, 14 + wide, y + 36, "var(--reach)")
    if not canvas.narrow:
        canvas.place(hand.id, 96, y + 33, 246, high)
        row(canvas, hand.items, 96, y + 33, 246, SMALL)
    elif below:
        canvas.place(hand.id, 8, y + tall, canvas.width - 16, HIGH)
        row(canvas, hand.items, 8, y + tall, canvas.width - 16, 1)
    else:
        canvas.place(hand.id, 230, y + 4, 114, 26)
        row(canvas, hand.items, 230, y + 4, 114, 0.3)
    left, step = (96.0, wide + 15) if canvas.narrow else (366.0, wide + 19)
    for n, pile in enumerate(piles):
        x = left + n * step
        top(canvas, Zone(pile.id, pile.kind, "", []), x, y + 33, SMALL)
        for deep, item in enumerate(pile.items):
            top_y = y + 33 + deep * fan
            canvas.use(f"{item.kind}-{item.face}", x, top_y, wide, high)
            canvas.place(item.id, x, top_y, wide, high)
            canvas.place(pile.id, x, top_y, wide, high)
    return tall + below + 12


def row(canvas: Canvas, items: list[Item], x: float, y: float, room: float, scale: float) -> None:
    """Cards side by side, closer if there are many."""
    wide, high = WIDE * scale, HIGH * scale
    step = min(wide + 4, (room - wide) / max(1, len(items) - 1))
    for n, item in enumerate(items):
        canvas.use(f"{item.kind}-{item.face}", x + n * step, y, wide, high)
        canvas.place(item.id, x + n * step, y, wide, high)
