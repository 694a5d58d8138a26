"""Which seat wins more than its share: a field for each seat of each kind of table."""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.lab.pictures.drawing import EDGE, HEAD, WIDTH, Drawing, box, drawing, tops, words
from skipyard.lab.pictures.games import Group, labels, shared

LEFT, ROW, GAP, FOOT = 200, 38, 6, 26
STRONGEST = 0.10  # an advantage that is drawn in the full colour
FAINTEST = 0.22


def seats(groups: Sequence[Group]) -> Drawing:
    """Each seat's share of the decided games above or below an even one, in points."""
    columns = max(len(group.wins) for group in groups)
    wide = min((WIDTH - LEFT - EDGE) / columns, 190)
    parts = [
        words(f"seat {seat}", LEFT + (seat - 0.5) * wide, HEAD + 8, "small mid")
        for seat in range(1, columns + 1)
    ]
    *rows, bottom = tops([group.game for group in groups], HEAD + 18, ROW, 10)
    for top, group, name in zip(rows, groups, labels(groups), strict=True):
        parts.append(words(name, EDGE, top + 21))
        for side in range(len(group.wins)):
            parts += field(group, side, LEFT + side * wide, top, wide - GAP)
    title = ": ".join(filter(None, [shared(groups), "which seat wins more than its share"]))
    title = title[0].upper() + title[1:]
    subtitle = (
        "Percentage points above (blue) or below (orange) an even share of the decided games; "
        "pale: no more than chance explains (95 %)."
    )
    return drawing(title, subtitle, described(groups), bottom + FOOT, parts)


def field(group: Group, side: int, left: float, top: float, wide: float) -> list[str]:
    """One seat: its colour says which way, its strength how much, its text the points."""
    edge, low, high = group.edge(side)
    tip = f"{name_of(group, side)}: {100 * edge:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
    text = f"{100 * edge:+.1f}".replace("-", "−")
    middle, base = left + wide / 2, top + 20.5
    if low <= 0 <= high:
        return [box("pale", left, top, wide, ROW - GAP, tip), words(text, middle, base, "mid", tip)]
    strength = FAINTEST + (1 - FAINTEST) * min(abs(edge) / STRONGEST, 1)
    colour = "more" if edge > 0 else "less"
    filled = box(colour, left, top, wide, ROW - GAP, tip)
    filled = filled.replace(" rx=", f' fill-opacity="{strength:.2f}" rx=', 1)
    strong = " on" if strength > 0.75 else ""  # dark letters on a light colour
    return [filled, words(text, middle, base, f"mid clear{strong}", tip)]


def name_of(group: Group, side: int) -> str:
    """A seat, or the seats of a team."""
    mine = range(side + 1, group.seats + 1, len(group.wins))
    return "seat " + "+".join(map(str, mine))


def described(groups: Sequence[Group]) -> str:
    """The best seat of each group in words."""
    best = []
    for group, name in zip(groups, labels(groups), strict=True):
        edge, side = max((group.edge(side)[0], side) for side in range(len(group.wins)))
        best.append(f"{name}: {name_of(group, side)}, {100 * edge:+.1f} points")
    return f"The best seat of each: {'; '.join(best)}."
