"""Skip or Trip: the track in rows of ten, the players in two columns, and my cards below."""

from __future__ import annotations

from skipyard.games.scene import Item
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.boards.drawing import GAP, Drawing
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.touching import Mark

CELLS = ((7, 1), (9, 2), (13, 3))  # columns and lines of a square, by scale
CARDS = ((6, 3), (8, 4), (11, 5))
SCALES = len(CELLS)
TEN, GOAL = 10, 100
MARGIN = 4  # columns of the numbers at the left
MOST_CARDS = 10  # in a hand drawn as cards; longer ones are chips
MOST_LINES = 4  # of players, one below the other, on a small screen
NUMBERED = 3  # lines of a square, from which it has its number on it
CHIP = 7  # columns of a card in a line


def draw(table: Drawing, scale: int) -> Canvas:
    """The track, the players, what was played, and my hand."""
    canvas = Canvas()
    y = track(table, canvas, scale)
    y = players(table, canvas, y, scale)
    y = cards(table, canvas, y, scale)
    return canvas


# The track ----------------------------------------------------------------------------------------
def track(table: Drawing, canvas: Canvas, scale: int) -> int:
    """A line for the start and the deck, then ten squares a row; the line after them."""
    squares: dict[int, Item] = {}
    tokens: dict[int, list[Item]] = {}
    for item in table.zones["track"].items:
        if item.kind == "square":
            squares[item.place] = item
        else:
            tokens.setdefault(item.place, []).append(item)
    start(table, canvas, tokens.get(0, []), scale)
    width, height = CELLS[scale]
    for number in range(1, GOAL + 1):
        row, column = divmod(number - 1, TEN)
        spot = MARGIN + column * width, 1 + row * height
        square(table, canvas, spot, squares.get(number), tokens.get(number, []), scale)
    for row in range(TEN if height < NUMBERED else 0):
        canvas.put(0, 1 + row * height, f"{row * TEN + 1:>2}", "soft")
    return 1 + TEN * height


def start(table: Drawing, canvas: Canvas, waiting: list[Item], scale: int) -> None:
    """The tokens at the start, and the deck with the number on top."""
    x = canvas.put(MARGIN, 0, f"{table.say('start')} ", "soft") if waiting else MARGIN
    for item in waiting:
        x = token(table, canvas, x, 0, item) + 1
    out = table.zones["out"].items
    if out:
        x = canvas.put(x + 1, 0, f"{table.say('out')} ", "soft")
        for item in out:
            x = token(table, canvas, x, 0, item)
    deck = table.zones["deck"]
    text = table.say("deck", n=deck.count)
    if deck.items:
        text += f" · {table.say('next')} {deck.items[0].face}"
    right = MARGIN + TEN * CELLS[scale][0]
    canvas.put(right - len(text), 0, text, "soft")
    canvas.area((deck.id,), deck.label, right - len(text), 0, len(text))


def sign(item: Item) -> str:
    """A token: 2 is player 2's, 2* the second one."""
    side = item.id.split(".")[1]
    return f"{int(side) + 1}{'*' if item.id.endswith('.1') else ''}"


def token_style(item: Item) -> str:
    return f"token-{item.id.split('.')[1]}"


def token(table: Drawing, canvas: Canvas, x: int, y: int, item: Item) -> int:
    """A token by itself; the column after it."""
    mark = table.mark(item.id)
    return pieces.chip(canvas, x, y, sign(item), token_style(item), mark, (item.id,), about(item))


def about(item: Item) -> str:
    return f"{item.label}. {item.about}" if item.about else item.label


def square(
    table: Drawing,
    canvas: Canvas,
    spot: tuple[int, int],
    item: Item | None,
    tokens: list[Item],
    scale: int,
) -> None:
    """A square's symbols, and who stands there."""
    (x, y), (width, height) = spot, CELLS[scale]
    place = item.id if item else ""
    ids = (*(one.id for one in tokens), *([place] if place else []))
    label = about(tokens[0]) if tokens else item.label if item else ""
    mark = table.mark(*ids)
    symbols = item.face if item else ""
    if not symbols.isupper() and item is not None:
        symbols = "⌂" if item.place == GOAL else ""
    left, right = pieces.BRACKETS[mark]
    row = (item.place - 1) // TEN if item else 0
    field = "field" if row % 2 else "field-other"
    ground = "cursor" if mark is Mark.CURSOR else field
    edge = ground if mark is Mark.CURSOR else f"{field} {mark.value}"
    canvas.fill(x, y, width - 1, height, ground)
    canvas.put(x, y, left, edge)
    end = canvas.put(x + 1, y, symbols, ground if mark is Mark.CURSOR else f"{field} field-ink")
    line = y if height == 1 else y + 1
    at = end if height == 1 else x + 1
    for one in tokens[:2]:
        at = canvas.put(at, line, sign(one), token_style(one))
    canvas.put(x + width - 2, y, right, edge)
    if height >= NUMBERED and item is not None:
        number = str(item.place)
        canvas.put(x + width - 2 - len(number), y + height - 1, number, ground)
    canvas.area(ids, label, x, y, width - 1, height)


# The players --------------------------------------------------------------------------------------
def players(table: Drawing, canvas: Canvas, y: int, scale: int) -> int:
    """A name, the squares of the tokens, the numbers of the hand; the line after.

    Many players stand in two columns.
    """
    seats = [*table.others, table.me]
    columns = 2 if len(seats) > MOST_LINES and scale == 0 else 1
    wide = (MARGIN + TEN * CELLS[scale][0]) // columns
    name = 18 if columns == 2 else 28
    y += scale > 0
    for n, seat in enumerate(seats):
        x, line = n % columns * wide, y + n // columns
        table.name(canvas, x, line, seat, name)
        numbers = "".join(item.face[0] for item in table.zones[f"hand.{seat}"].items)
        where = " ".join(places(table, seat))
        key = "place" if columns == 1 else "place_short"
        text = table.say(key, square=where, count=len(numbers), numbers=numbers)
        canvas.put(x + name + 1, line, cut(text, wide - name - 2), "soft")
    return y + -(-len(seats) // columns)


def places(table: Drawing, seat: int) -> list[str]:
    """The squares of a player's tokens."""
    side = str(table.seat(seat).side)
    tokens = [item for item in table.zones["track"].items if item.id.startswith(f"token.{side}.")]
    return [f"{item.place}" for item in tokens] or [table.say("out")]


# My cards -----------------------------------------------------------------------------------------
def cards(table: Drawing, canvas: Canvas, y: int, scale: int) -> int:
    """What was played in this turn, then my hand; the line after them."""
    y += scale > 0
    played = table.zones["played"]
    x = GAP
    if played.items or played.needs:
        x = canvas.put(x, y, f"{table.say('played')} ", "soft")
        for item in played.items:
            x = canvas.put(x, y, item.face, "strong") + 1
        if played.needs:
            x = canvas.put(x, y, table.say("to_match", symbols=played.needs), "held")
        x += GAP
    table.buttons(canvas, x, y)
    y += 1
    hand = table.zones[f"hand.{table.me}"].items
    width, height = CARDS[scale]
    room = MARGIN + TEN * CELLS[scale][0]
    if len(hand) > MOST_CARDS or "-" not in "".join(item.face for item in hand):
        x = GAP
        for item in hand:
            if x + CHIP > room:
                x, y = GAP, y + 1
            text, mark = item.face.replace("-", " "), table.mark(item.id)
            x = pieces.chip(canvas, x, y, text, "paper", mark, (item.id,), item.label, CHIP) + 1
        return y + 1
    x = max(0, (room - len(hand) * (width + 1)) // 2)
    for item in hand:
        number, _, symbols = item.face.partition("-")
        lines = [f"{number} {symbols}"] if height == 3 else [number, symbols]
        if height > 4:
            lines = pieces.large(number)
            lines = [lines[0] + " " * 4, f"{lines[1]} {symbols:<3}", lines[2] + " " * 4]
        spot, mark = (x, y), table.mark(item.id)
        pieces.card(
            canvas, spot, (width, height), lines, "paper bold", mark, (item.id,), item.label
        )
        x += width + 1
    return y + height
