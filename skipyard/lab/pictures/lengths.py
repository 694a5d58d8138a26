"""How long games are: one ridge for each kind of table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skipyard.lab.pictures.drawing import (
    EDGE,
    HEAD,
    WIDTH,
    Drawing,
    drawing,
    path,
    ticks,
    tops,
    words,
)
from skipyard.lab.pictures.games import Group, labels, shared

LEFT, RIGHT, ROW, GAP, FOOT = 200, 136, 44, 14, 44
HIGH = 40  # the height of the highest ridge
BINS = 120  # at most so many steps of a ridge


def lengths(groups: Sequence[Group]) -> Drawing:
    """The distribution of lengths in turns; a mark at each median."""
    longest = max(group.percentile(0.995) for group in groups)
    wide = max(1, int(np.ceil(longest / BINS)))  # turns in one step
    scale = (WIDTH - LEFT - RIGHT) / longest
    *rows, bottom = tops([group.game for group in groups], HEAD, ROW, GAP)
    parts = []
    for tick in ticks(0, longest, 9):
        x = LEFT + tick * scale
        parts.append(path("grid", f"M{x:.1f},{HEAD - 6} V{bottom + 4}"))
        parts.append(words(f"{tick:.0f}", x, bottom + 22, "small mid"))
    parts.append(words("turns", WIDTH - RIGHT + 16, bottom + 22, "small"))
    for top, group, name in zip(rows, groups, labels(groups), strict=True):
        parts += ridge(group, name, top + ROW, longest, wide, scale)
    title = ": ".join(filter(None, [shared(groups), "how long games are"]))
    title = title[0].upper() + title[1:]
    subtitle = (
        "A hill shows how many games had so many turns, the mark is the median. On the right: the "
        "median, and the span of nine games in ten."
    )
    return drawing(title, subtitle, described(groups), bottom + FOOT, parts)


def ridge(
    group: Group, name: str, base: float, longest: float, wide: int, scale: float
) -> list[str]:
    """One group: its name, its hill, its median."""
    games = np.bincount((group.lengths // wide).astype(int), group.counts)
    steps = games[: int(longest // wide) + 1] / group.games
    top = steps.max()
    points = [
        f"{LEFT + (n + 0.5) * wide * scale:.1f},{base - HIGH * step / top:.1f}"
        for n, step in enumerate(steps)
        if step > 0
    ]
    first = LEFT + np.flatnonzero(steps)[0] * wide * scale
    last = LEFT + (np.flatnonzero(steps)[-1] + 1) * wide * scale
    crest = " L".join([f"{first:.1f},{base:.1f}", *points, f"{last:.1f},{base:.1f}"])
    median = group.percentile(0.5)
    x = LEFT + (median + 0.5) * scale
    low, high = group.percentile(0.05), group.percentile(0.95)
    tip = f"{name}: median {median:.0f}, 90 % between {low:.0f} and {high:.0f}"
    return [
        path("grid", f"M{LEFT},{base} H{WIDTH - RIGHT}"),
        path("area", f"M{crest} Z", tip),
        path("crest", f"M{crest}"),
        f'<rect class="mark" x="{x - 1:.1f}" y="{base - 14:.1f}" width="2" height="14"/>',
        words(name, EDGE, base - 6),
        words(f"{median:.0f}", WIDTH - RIGHT + 44, base - 6, "end clear"),
        words(f"{low:.0f} to {high:.0f}", WIDTH - EDGE, base - 6, "small end"),
    ]


def described(groups: Sequence[Group]) -> str:
    """The medians in words."""
    medians = [
        f"{name} {group.percentile(0.5):.0f} turns"
        for group, name in zip(groups, labels(groups), strict=True)
    ]
    return f"Medians: {'; '.join(medians)}."
