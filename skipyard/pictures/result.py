"""The result of a game as a picture to share: the winner, the ranks, the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skipyard.art import sprite
from skipyard.pictures import AUTO, framed
from skipyard.pictures.canvas import LONGEST_NAME, Canvas, new_canvas

HIGH = 440.0
MOST_BLOCKS = 6
BLOCK_HEIGHTS = (118.0, 86.0, 62.0, 44.0, 36.0, 30.0)  # by rank
FLOOR = 300.0  # where the podium stands
WOOD, GRAIN, DEEP = "#d9a763", "#f3d3a0", "#5a3410"


class Ranked(NamedTuple):
    """A player and the rank; 0 where nobody was ranked behind the winners."""

    name: str
    rank: int


class Told(NamedTuple):
    """A figure in words."""

    value: int
    label: str
    name: str


def result(
    game_title: str,
    headline: str,
    ranked: Sequence[Ranked],
    told: Sequence[Told],
    theme: str = AUTO,
) -> str:
    """A whole SVG."""
    canvas = new_canvas(sprite.symbols(sprite.HOUSE), False)
    canvas.height = HIGH
    canvas.use("brand-stone", 0, -6, 44, 44)
    canvas.words(game_title, 54, 26, 20, bold=True)
    canvas.words("Skipyard", canvas.width, 26, 16, "var(--soft)", "end")
    size = min(40.0, 1.75 * canvas.width / max(len(headline), 1))
    canvas.words(headline, canvas.width / 2, 92, size, anchor="middle", bold=True)
    podium(canvas, ranked[:MOST_BLOCKS])
    panels(canvas, told)
    alt = f"{headline} {', '.join(f'{one.value} {one.label}' for one in told)}"
    return framed(canvas, game_title, alt, theme)


def podium(canvas: Canvas, ranked: Sequence[Ranked]) -> None:
    """Blocks of wood, as high as the rank; the first stands in the middle."""
    order = [*reversed(ranked[1::2]), *ranked[0::2]]
    wide = min(150.0, (canvas.width - 12 * (len(order) - 1)) / max(len(order), 1))
    left = (canvas.width - len(order) * wide - 12 * (len(order) - 1)) / 2
    for nth, (name, rank) in enumerate(order):
        high = BLOCK_HEIGHTS[min(rank or len(BLOCK_HEIGHTS), len(BLOCK_HEIGHTS)) - 1]
        x, top = left + nth * (wide + 12), FLOOR - high
        canvas.panel(x, top, wide, high, WOOD, radius=6)
        canvas.panel(x, top, wide, 6, GRAIN, radius=3)
        if rank:
            canvas.number(rank, x + wide / 2, top + high / 2 + 3, min(38.0, high - 14), DEEP)
        if rank == 1:
            crown(canvas, x + wide / 2, top - 46)
        most = max(4, int(wide / 9))
        shown = name if len(name) <= min(most, LONGEST_NAME) else f"{name[: most - 1]}…"
        canvas.words(shown, x + wide / 2, top - 10, 17, anchor="middle", bold=rank == 1)


def crown(canvas: Canvas, x: float, y: float) -> None:
    canvas.add(
        f'<path d="M{x - 20:g} {y + 18:g} {x - 22:g} {y:g} {x - 10:g} {y + 8:g} {x:g} {y - 5:g} '
        f'{x + 10:g} {y + 8:g} {x + 22:g} {y:g} {x + 20:g} {y + 18:g}Z" fill="#ffc531" '
        'stroke="#8a6100" stroke-width="2.5" stroke-linejoin="round"/>'
    )


def panels(canvas: Canvas, told: Sequence[Told]) -> None:
    """The figures side by side."""
    if not told:
        return
    wide = (canvas.width - 12 * (len(told) - 1)) / len(told)
    for nth, (value, label, name) in enumerate(told):
        x, middle = nth * (wide + 12), nth * (wide + 12) + wide / 2
        canvas.panel(x, FLOOR + 18, wide, HIGH - FLOOR - 18, "var(--panel)", "var(--line)", 12, 1)
        canvas.number(value, middle, FLOOR + 50, 34)
        size = min(15.0, 1.8 * wide / max(len(label), 1))
        canvas.words(label, middle, FLOOR + 92, max(size, 11), anchor="middle")
        canvas.words(name[:LONGEST_NAME], middle, FLOOR + 118, 15, anchor="middle", bold=True)
