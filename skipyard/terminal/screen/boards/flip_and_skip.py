"""Flip & Skip: the board with row 8 at the top, and beside it hands and victory piles.

A coin is its colour and its type in letters, as the line mode has them; after a stroke is what is
known of its underside: /E to both, /e to this player only, /? to the other only.
"""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.games.flip_and_skip.options import sentences
from skipyard.games.scene import Item
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.boards.drawing import GAP, Drawing
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

CELLS = ((5, 2), (8, 3), (12, 6))  # columns and lines of a square, by scale
SCALES = len(CELLS)
ROWS = 8
MARGIN, PANEL = 2, 35  # columns: row numbers, players
TYPES = ("stone", "sword", "scroll")
LEGEND = 30  # lines of the board from which powers are explained beside it


def draw(table: Drawing, scale: int) -> Canvas:
    """The board, and at its right the players: mine below."""
    canvas, (width, height) = Canvas(), CELLS[scale]
    lying: dict[int, list[Item]] = {}
    for item in table.zones["board"].items:
        lying.setdefault(item.place, []).append(item)
    for place, items in lying.items():
        row, column = divmod(place, ROWS)
        spot = MARGIN + column * width, (ROWS - 1 - row) * height
        square(table, canvas, spot, items, scale)
    for n in range(ROWS):
        line = (ROWS - 1 - n) * height + (height - 1) // 2
        canvas.put(0, line, str(n + 1), "soft")
        canvas.centre(MARGIN + n * width, ROWS * height, width, "abcdefgh"[n], "soft")
    beside(table, canvas, MARGIN + ROWS * width + GAP, scale)
    return canvas


# Coins --------------------------------------------------------------------------------------------
def named(item: Item, language: str) -> str:
    """A coin in letters: LSt is a light Stone."""
    colour, _, kind = item.face.partition(".")
    letter = sentences().say(language, f"colour.{colour}", number="")
    return letter + sentences().say(language, f"sign.{kind.upper()}")


def underside(item: Item, language: str) -> str:
    """What is known of a coin's underside."""
    known = [mark.partition(":")[2] for mark in item.marks if mark.startswith("known:")]
    seen = any(mark.startswith("seen:") for mark in item.marks)
    if known:
        letter = sentences().say(language, f"sign.{known[0]}")
        return "/" + (letter if seen else letter.lower())
    return "/?" if seen else ""


def style_of(item: Item) -> str:
    return f"coin-{item.face.partition('.')[0]}"


def square(
    table: Drawing, canvas: Canvas, spot: tuple[int, int], items: Sequence[Item], scale: int
) -> None:
    """A square, with its coin if there is one."""
    (x, y), (width, height) = spot, CELLS[scale]
    ground, coin = items[0], items[-1] if len(items) > 1 else None
    field = f"square-{ground.face}"
    canvas.fill(x, y, width, height, field)
    if coin is None:
        mark = table.mark(ground.id)
        canvas.area((ground.id,), ground.label, x, y, width, height)
        if mark in (Mark.PLAIN, Mark.NEW):
            canvas.centre(
                x, y + (height - 1) // 2, width, ":" if ground.face == "dark" else "·", field
            )
        elif height > CELLS[0][1]:
            frame_style = "cursor" if mark is Mark.CURSOR else f"{field} {mark.value}"
            pieces.frame(canvas, x, y, width, height, mark, frame_style, False)
        else:
            left, right = pieces.BRACKETS[mark]
            style = "cursor" if mark is Mark.CURSOR else f"{field} bold"
            canvas.centre(x, y, width, f"{left} · {right}", style)
        return
    ids, label = (coin.id, ground.id), coin.label
    mark, under = table.mark(*ids), underside(coin, table.language)
    canvas.area(ids, label, x, y, width, height)
    text = named(coin, table.language)
    if height == CELLS[0][1]:
        left, right = pieces.BRACKETS[mark]
        style = "cursor" if mark is Mark.CURSOR else style_of(coin)
        canvas.put(x, y, f"{left}{text}{right}", style)
        canvas.centre(x, y + 1, width, under, f"{field} bold")
        return
    size = (width - 2, height - (height > CELLS[1][1]))
    lines = [text + under] if height == CELLS[1][1] else [text, under] if under else [text]
    surface = style_of(coin)
    at = (x + 1, y + (height - size[1]) // 2)
    pieces.card(canvas, at, size, lines, surface, mark, (), "", "", surface)
    if mark is not Mark.CURSOR:
        pieces.frame(canvas, *at, *size, mark, surface, False)


def chips(table: Drawing, canvas: Canvas, x: int, y: int, title: str, items: Sequence[Item]) -> int:
    """Coins off the board, in lines that fit beside it; the line after them."""
    start = canvas.put(x, y, f"{title} ", "soft")
    at, right = start, x + PANEL
    for item in items:
        text = named(item, table.language) + underside(item, table.language)
        if at + len(text) + 2 > right:
            at, y = start, y + 1
        mark = table.mark(item.id)
        at = pieces.chip(canvas, at, y, text, style_of(item), mark, (item.id,), item.label) + 1
    if not items:
        canvas.put(start, y, "–", "soft")
    return y + 1


# Beside the board ---------------------------------------------------------------------------------
def beside(table: Drawing, canvas: Canvas, x: int, scale: int) -> None:
    """The other player, what has to be done, and me."""
    y = player(table, canvas, x, 0, table.others[0]) + scale
    action = table.zones["action"]
    for item in action.items:
        ids = (item.id, action.id)
        pieces.chip(
            canvas, x + 1, y, item.label[: PANEL - 4], "strong", table.mark(*ids), ids, item.label
        )
        y += 1
    steps = table.zones["steps"]
    if steps.count:
        canvas.put(x + 2, y, steps.label, "ink")
        y += 1
    y = player(table, canvas, x, y + scale, table.me)
    buttons(table, canvas, x + 2, y + scale)
    if scale == SCALES - 1:
        legend(table, canvas, x + 2, y + 4)


def player(table: Drawing, canvas: Canvas, x: int, y: int, seat: int) -> int:
    """A name, the hand and the victory pile by type; the line after them."""
    table.name(canvas, x, y, seat, PANEL)
    hand = table.zones[f"hand.{seat}"].items
    y = chips(table, canvas, x + 2, y + 1, table.say("hand"), hand)
    pile = table.zones[f"pile.{seat}"].items
    for kind in TYPES:
        coins = [item for item in pile if item.face.endswith(kind)]
        sign = sentences().say(table.language, f"sign.{kind.upper()}")
        if coins or kind == TYPES[0] or len(pile) == 0:
            y = chips(table, canvas, x + 2, y, f"{sign} {len(coins)}/3", coins)
        else:
            canvas.put(x + 2, y, f"{sign} 0/3 –", "soft")
            y += 1
    return y


def buttons(table: Drawing, canvas: Canvas, x: int, y: int) -> None:
    """The moves that touch nothing, one a line."""
    zone = table.zones.get("buttons")
    for n, item in enumerate(zone.items if zone else []):
        text = cut(item.label, PANEL - 6)
        pieces.button(canvas, x, y + n, text, table.mark(item.id), (item.id,), item.label)


def legend(table: Drawing, canvas: Canvas, x: int, y: int) -> None:
    """Who skips whom, and what undersides do."""
    for item in table.zones["skips"].items:
        canvas.put(x, y, cut(item.about, PANEL), "soft")
        y += 1
    y += 1
    for item in table.zones["powers"].items:
        letter = sentences().say(table.language, f"sign.{item.face}")
        canvas.put(x, y, f"/{letter} {item.label}", "ink")
        canvas.area((item.id,), item.about, x, y, PANEL)
        y += 1
