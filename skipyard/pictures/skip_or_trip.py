"""Pictures of Skip or Trip: the track as a serpentine, and each player's cards below it.

Beside another scene, only the rows of the track with tokens and with squares that can be touched
are drawn. On a phone a row has eight squares, and a hand takes as many rows as it needs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from skipyard.art import skip_or_trip as art
from skipyard.games.scene import Item, Scene, Zone
from skipyard.pictures.canvas import FINGER, PHONE, Canvas

GOAL = 100
RATIO = 1.4  # how much higher than wide a card is
TOKEN = 34.0  # the size of a token


@dataclass(frozen=True)
class Measures:
    """Sizes."""

    squares: int  # in a row of the track
    cell: float
    card: float  # how wide


WIDE = Measures(13, 49, 40)
NARROW = Measures(8, PHONE / 8, FINGER)


def measures(canvas: Canvas) -> Measures:
    return NARROW if canvas.narrow else WIDE


def draw(canvas: Canvas, scene: Scene, beside: Scene | None = None) -> None:
    zones = {zone.id: zone for zone in scene.zones}
    names = drawings(zones["symbols"])
    squares = measures(canvas).squares
    rows = list(range(GOAL // squares, -1, -1))
    if beside is not None:
        busy = busy_rows([scene, beside], squares)
        rows = [row for row in rows if row in busy]
    y = track(canvas, zones["track"], rows, names)
    y = middle(canvas, zones, y + 12, names)
    for seat in order(scene):
        y = player(canvas, scene, seat, zones, y + 10, names)


def order(scene: Scene) -> list[int]:
    """The players, oneself last."""
    seats = len(scene.seats)
    mine = max(scene.me, 0)
    return [(mine + 1 + n) % seats for n in range(seats)]


def drawings(legend: Zone) -> dict[str, str]:
    """The drawing of each letter of this table's symbols: ours by name, else the letter itself."""
    return {
        item.id.split(".")[1]: f"symbol-{item.marks[0]}" if item.marks[0] in art.GLYPHS else ""
        for item in legend.items
    }


def busy_rows(scenes: Iterable[Scene], squares: int) -> set[int]:
    """The rows with tokens or with squares that can be touched, and the next one if all are in one
    row."""
    places = [place for scene in scenes for place in busy_places(scene)]
    rows = {place // squares for place in places} or {0}
    return rows | {min(max(rows) + 1, GOAL // squares)} if len(rows) == 1 else rows


def busy_places(scene: Scene) -> Iterator[int]:
    """The squares with tokens, and those where a card can take one."""
    reached = {thing for path in scene.paths for thing in path.touch}
    track = next(zone for zone in scene.zones if zone.id == "track")
    return (item.place for item in track.items if item.kind == "token" or item.id in reached)


# The track ----------------------------------------------------------------------------------------
def spot(place: int, rows: Sequence[int], size: Measures) -> tuple[float, float] | None:
    """The position of a square: rows go right and left in turn, the first at the bottom."""
    row, column = divmod(place, size.squares)
    if row not in rows:
        return None
    across = column if row % 2 == 0 else size.squares - 1 - column
    return across * size.cell, rows.index(row) * (size.cell + 4)


def track(canvas: Canvas, zone: Zone, rows: Sequence[int], names: dict[str, str]) -> float:
    size = measures(canvas)
    high = len(rows) * (size.cell + 4)
    canvas.panel(-6, -6, canvas.width + 12, high + 10, "var(--water)", radius=16)
    for above, row in itertools.pairwise(rows):
        if above - row > 1:  # squares between are left out
            y = (rows.index(above) + 1) * (size.cell + 4) - 2
            canvas.add(
                f'<path d="M0 {y:g}H{canvas.width:g}" stroke="var(--stone-edge)" stroke-width="2"'
                ' stroke-dasharray="2 8" stroke-linecap="round"/>'
            )
    standing: dict[int, list[Item]] = {}
    for item in zone.items:
        at = spot(item.place, rows, size)
        if item.kind == "token":
            standing.setdefault(item.place, []).append(item)
        elif at is not None:
            stone(canvas, item, *at, names)
    for place, tokens in standing.items():
        at = spot(place, rows, size)
        if at is not None:
            draw_tokens(canvas, tokens, *at)
    return high


def stone(canvas: Canvas, item: Item, x: float, y: float, names: dict[str, str]) -> None:
    cell = measures(canvas).cell
    canvas.place(item.id, x, y, cell, cell)
    if item.face in ("start", "goal"):
        canvas.use(f"square-{item.face}", x, y, cell, cell)
        return
    canvas.use(f"stone-{item.place % len(art.SHAPES)}", x, y, cell, cell)
    scale = cell / 100
    canvas.add(f'<g transform="translate({x:g} {y:g}) scale({scale:g})">')
    canvas.add(art.stone_number(item.place))
    glyphs(canvas, item.face, names, art.PLACES[len(item.face)])
    canvas.add("</g>")


def glyphs(
    canvas: Canvas,
    letters: str,
    names: dict[str, str],
    places: Sequence[tuple[float, float, float]],
) -> None:
    """Symbols in their places; a symbol without a drawing is its letter."""
    for letter, (x, y, size) in zip(letters, places, strict=False):
        if names.get(letter):
            canvas.add(art.use(names[letter], x, y, size))
        else:
            scale = size / 100
            canvas.add(
                f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
                f"{art.letter_glyph(letter)}</g>"
            )


def draw_tokens(canvas: Canvas, tokens: Sequence[Item], x: float, y: float) -> None:
    """The tokens on one square, side by side; a single one can be touched anywhere on it."""
    cell = measures(canvas).cell
    step = min(TOKEN * 0.7, (cell - 20) / max(1, len(tokens) - 1)) if len(tokens) > 1 else 0
    left = x + (cell - TOKEN - step * (len(tokens) - 1)) / 2
    for n, item in enumerate(tokens):
        at, top = left + n * step, y + 8
        if item.marks:
            colour = "var(--green)" if item.marks == ["mercy"] else "var(--reach)"
            canvas.panel(at - 2, top - 2, TOKEN + 4, TOKEN + 4, "none", colour, 10, 3)
        canvas.use(f"token-{item.face}", at, top, TOKEN, TOKEN)
        if len(tokens) == 1 and canvas.narrow:
            canvas.place(item.id, x, y, cell, cell)
        else:
            canvas.place(item.id, at, top, TOKEN, TOKEN)


# Cards --------------------------------------------------------------------------------------------
def card(
    canvas: Canvas, item: Item, x: float, y: float, names: dict[str, str], wide: float
) -> None:
    """A card: its back, or its number and symbols."""
    value, _, letters = item.face.partition("-")
    canvas.place(item.id, x, y, wide, wide * RATIO)
    if not letters:
        canvas.use(f"card-{value}", x, y, wide, wide * RATIO)
        return
    canvas.use(f"front-{value}", x, y, wide, wide * RATIO)
    canvas.add(f'<g transform="translate({x:g} {y:g}) scale({wide / 100:g})">')
    glyphs(canvas, letters, names, art.CARD_PLACES[len(letters)])
    canvas.add("</g>")


def middle(canvas: Canvas, zones: dict[str, Zone], y: float, names: dict[str, str]) -> float:
    """The deck, the discards, the cards played for a trip and what it still needs."""
    wide = measures(canvas).card
    high = wide * RATIO
    for name, x in (("deck", 0.0), ("discards", wide + 22)):
        zone = zones[name]
        canvas.place(zone.id, x, y, wide, high)
        if zone.items:
            card(canvas, zone.items[-1], x, y, names, wide)
            canvas.badge(zone.count, x + wide, y + high - 6)
        else:
            canvas.panel(x, y, wide, high, "none", "var(--line)", 6, 2, dashed=True)
    played = zones["played"]
    x = 140.0
    for item in played.items:
        card(canvas, item, x, y, names, wide)
        x += wide + 6
    if played.needs:
        needed(canvas, played.needs, x, y, names)
    out = zones["out"]
    for n, item in enumerate(out.items):
        canvas.use(f"token-{item.face}", canvas.width - (n + 1) * 40, y + 8, TOKEN, TOKEN)
    return y + high


def needed(canvas: Canvas, letters: str, x: float, y: float, names: dict[str, str]) -> None:
    """The symbols that are missing for a trip."""
    canvas.words("+", x + 4, y + 38, 26, "var(--soft)")
    for n, letter in enumerate(letters):
        canvas.panel(x + 26 + n * 42, y + 9, 38, 38, "none", "var(--reach)", 9, 2, dashed=True)
        glyphs(canvas, letter, names, ((x + 31 + n * 42, y + 14, 28.0),))


def player(
    canvas: Canvas,
    scene: Scene,
    seat: int,
    zones: dict[str, Zone],
    y: float,
    names: dict[str, str],
) -> float:
    """A name and the cards in a hand."""
    here, hand, down = scene.seats[seat], zones[f"hand.{seat}"], zones[f"down.{seat}"]
    wide = measures(canvas).card * (1 if seat == scene.me else 0.72)
    tall = wide * RATIO + 16
    spread = canvas.narrow and seat == scene.me  # in rows below the name
    left = 8.0 if spread else 176.0 if canvas.narrow else 214.0
    room = canvas.width - left - (8 if canvas.narrow and not down.count else 70)
    step = wide + 5 if spread else min(wide + 5, (room - wide) / max(1, len(hand.items) - 1))
    a_row = max(1, int((room + 5) // step)) if spread else len(hand.items)
    rows = -(-len(hand.items) // a_row) if spread and hand.items else 1
    top = y + 42 if spread else y + 8
    low = top + rows * (tall - 8) - y if spread else tall
    middle_y = 20.0 if spread else tall / 2
    canvas.panel(0, y, canvas.width, low, "var(--strip)", "var(--line)", 10)
    canvas.use(f"token-{here.side}", 8, y + middle_y - 13, 26, 26)
    canvas.name(here.label, 42, y + middle_y + 5, seat == scene.turn and not scene.over)
    canvas.place(hand.id, left, top, room, low - (top - y) - 8)
    for n, item in enumerate(hand.items):
        across, deep = n % max(1, a_row), n // max(1, a_row)
        card(canvas, item, left + across * step, top + deep * (tall - 8), names, wide)
    if down.count:
        card(canvas, down.items[-1], canvas.width - wide - 8, top, names, wide)
        canvas.badge(down.count, canvas.width - wide - 8, top + tall - 22)
    return y + low
