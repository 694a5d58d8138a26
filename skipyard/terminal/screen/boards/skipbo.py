"""Skip-Bo and Skip-Bo MOD: building piles in the middle, my cards below, the others in lines."""

from __future__ import annotations

from skipyard.games.scene import Item, Zone
from skipyard.games.skipbo.cards import PILES
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.boards.drawing import Drawing
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

CARDS = ((6, 3), (9, 5), (13, 7))  # columns and lines by scale
SCALES = len(CARDS)
WIDTHS = (78, 104, 152)  # of the whole board
AIR = (0, 1, 4)  # lines between the parts
BAND = 4  # numbers of one colour
CHIP = 6  # columns of a card in a line
NAME, BAR = (22, 24, 30), (8, 12, 20)
WIDE = 7  # columns, from which a card's name fits


def draw(table: Drawing, scale: int) -> Canvas:
    """The middle, then the others, then my own cards."""
    canvas = Canvas()
    y = middle(table, canvas, 0, scale) + AIR[scale]
    y = others(table, canvas, y, scale) + AIR[scale]
    y = mine(table, canvas, y, scale)
    table.buttons(canvas, 2, y)
    return canvas


# Cards --------------------------------------------------------------------------------------------
def face(item: Item, width: int) -> tuple[list[str], str]:
    """What a card shows in so many columns, and its style."""
    if item.face == "back":
        return ["░" * max(1, width - 2)], "back"
    if item.face == "wild":
        name = "Skip-Bo" if width >= WIDE else "W"
        stands = f"={item.marks[0]}" if item.marks else ""
        return ([name, stands] if stands and width >= WIDE else [name + stands]), "wild"
    band = f"paper band{(int(item.face) - 1) // BAND + 1}"
    return (pieces.large(item.face) if width >= WIDE else [item.face]), band


def card(
    table: Drawing, canvas: Canvas, x: int, y: int, size: tuple[int, int], zone: Zone, nth: int = -1
) -> None:
    """A card of a zone, or its empty place; it is touched as the card or as the place."""
    width, height = size
    is_pile = nth == -1
    if zone.items:
        item = zone.items[nth]
        ids: tuple[str, ...] = (item.id, zone.id) if is_pile else (item.id,)
        lines, style = face(item, width - 2)
        if height < 5:
            lines = lines[:1]
        label = f"{zone.label}: {item.label}" if is_pile else item.label
        back = style in ("back", "wild")
        badge = f"×{zone.count}" if is_pile and zone.count > 1 else ""
        surface = style if back else "paper"
        if style == "back":
            lines = lines * (height - 2)
        mark = table.mark(*ids)
        pieces.card(canvas, (x, y), size, lines, style, mark, ids, label, badge, surface)
        if back and mark is Mark.PLAIN:
            pieces.frame(canvas, x, y, width, height, mark, style, False)
            if badge:
                canvas.centre(x + 1, y + height - 1, width - 2, badge, style)
        return
    mark = table.mark(zone.id)
    needs = [zone.needs] if zone.needs else []
    pieces.card(canvas, (x, y), size, needs, "soft", mark, (zone.id,), zone.label, "", "")


def chip(table: Drawing, canvas: Canvas, x: int, y: int, zone: Zone) -> int:
    """The top card of somebody else's pile in a line; the column after it."""
    if not zone.items:
        mark = table.mark(zone.id)
        return pieces.chip(canvas, x, y, "–", "soft", mark, (zone.id,), zone.label, CHIP)
    item = zone.items[-1]
    lines, style = face(item, 1)
    ids = (item.id, zone.id)
    label = f"{zone.label}: {item.label}"
    text = "W" if item.face == "wild" else lines[0]
    return pieces.chip(canvas, x, y, text, style, table.mark(*ids), ids, label, CHIP)


# The middle ---------------------------------------------------------------------------------------
def middle(table: Drawing, canvas: Canvas, y: int, scale: int) -> int:
    """The building piles with what each needs, the draw pile and the die; the line after them."""
    width, height = CARDS[scale]
    step = width + 3 + scale
    x = (WIDTHS[scale] - 6 * step - (10 if "die" in table.zones else 0)) // 2
    for n in range(PILES):
        zone = table.zones[f"build.{n}"]
        canvas.centre(x - 1, y, width + 2, table.say("pile", n=n + 1), "soft")
        card(table, canvas, x, y + 1, CARDS[scale], zone)
        if zone.items:
            needs = table.say("needs", face=zone.needs)
            canvas.centre(x - 1, y + 1 + height, width + 3, needs, "ink")
        x += step
    x += scale
    for name in ("draw", "spent"):
        canvas.centre(x - 2, y, width + 4, table.say(name), "soft")
        card(table, canvas, x, y + 1, CARDS[scale], table.zones[name])
        x += step
    if "die" in table.zones:
        die(table, canvas, x, y, scale)
    return y + height + 2 + scale


def die(table: Drawing, canvas: Canvas, x: int, y: int, scale: int) -> None:
    """The die, with how often it can still be used."""
    zone = table.zones["die"]
    item = zone.items[0]
    width, height = max(12, CARDS[scale][0]), CARDS[scale][1]
    canvas.centre(x, y, width, zone.label, "soft")
    lines = [cut(item.label, width - 2)]
    if item.marks:
        used = table.say(f"die_{item.marks[0]}")
        if height > 3:
            lines.append(used)
        else:
            canvas.centre(x, y + 1 + height, width, used, "soft")
    ids, label = (item.id, zone.id), f"{item.label}. {item.about}"
    spot, size = (x, y + 1), (width, height)
    pieces.card(canvas, spot, size, lines, "paper bold", table.mark(*ids), ids, label)


# The players --------------------------------------------------------------------------------------
def others(table: Drawing, canvas: Canvas, y: int, scale: int) -> int:
    """A line for each other player: the race, the hand, the discard piles; the line after."""
    name, wide = NAME[scale], BAR[scale]
    left = (WIDTHS[scale] - name - wide - 5 * CHIP - 17) // 2
    columns = {
        "stock": left + name,
        "hand": left + name + CHIP + wide + 5,
        "discards": left + name + CHIP + wide + 12,
    }
    for key, x in columns.items():
        canvas.put(x, y, table.say(key), "soft")
    for seat in table.others:
        y += 1 + (scale > 1)
        table.name(canvas, left, y, seat, name - 1)
        player = table.seat(seat)
        x = chip(table, canvas, columns["stock"], y, table.zones[f"stock.{seat}"])
        x = canvas.put(x, y, f"{player.left:>3} ", "strong")
        pieces.bar(canvas, x, y, player.left, player.whole, wide)
        canvas.put(columns["hand"], y, f"{table.zones[f'hand.{seat}'].count:^4}", "ink")
        x = columns["discards"]
        for own in range(PILES):
            x = chip(table, canvas, x, y, table.zones[f"discard.{seat}.{own}"])
    return y + 2


def mine(table: Drawing, canvas: Canvas, y: int, scale: int) -> int:
    """My stock, discard piles and hand; the line after them."""
    seat, (width, height) = table.me, CARDS[scale]
    player = table.seat(seat)
    step = width + 1
    hand = table.zones[f"hand.{seat}"]
    cards = max(5, len(hand.items))
    x = max(0, (WIDTHS[scale] - (1 + PILES + cards) * step - 2 * (2 + scale)) // 2)
    end = table.name(canvas, max(0, x - 2), y, seat, NAME[2])
    end = pieces.bar(canvas, end + 2, y, player.left, player.whole, BAR[scale])
    facts = pieces.fitted(table.with_total(seat), WIDTHS[scale] - end - 2)
    canvas.put(end + 2, y, facts, "soft")
    y += 1 + (scale > 0)
    canvas.centre(x - 1, y, width + 2, table.say("stock"), "soft")
    card(table, canvas, x, y + 1, CARDS[scale], table.zones[f"stock.{seat}"])
    x += step + 2 + scale
    canvas.centre(x, y, PILES * step, table.say("discards"), "soft")
    for own in range(PILES):
        card(table, canvas, x, y + 1, CARDS[scale], table.zones[f"discard.{seat}.{own}"])
        x += step
    x += 2 + scale
    canvas.centre(x, y, cards * step, table.say("hand"), "soft")
    for nth in range(len(hand.items)):
        card(table, canvas, x, y + 1, CARDS[scale], hand, nth)
        x += step
    return y + height + 1
