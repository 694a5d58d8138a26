"""The curve of a training run as a picture: shares of wins against bots, by samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.lab.pictures.drawing import EDGE, WIDTH, Drawing, dot, drawing, path, ticks, words

TOP, HEIGHT, LEFT, RIGHT = 100, 320, 70, 150
MILLION = 1e6


def curve(title: str, rows: Sequence[Any]) -> Drawing:
    """A line for each opponent; rows are those of the run's `curve`."""
    most = max(row["samples"] for row in rows) / MILLION

    def at(samples: float, share: float) -> tuple[float, float]:
        wide = WIDTH - LEFT - RIGHT
        return LEFT + wide * samples / max(most, 1e-9), TOP + HEIGHT * (1 - share)

    parts = []
    for tenth in range(0, 11, 2):
        (x, y), (end, _) = at(0, tenth / 10), at(most, tenth / 10)
        parts.append(path("zero" if tenth == 5 else "grid", f"M{x:.1f} {y:.1f}H{end:.1f}"))
        parts.append(words(f"{tenth * 10} %", x - 8, y + 4, "small end"))
    for samples in ticks(0, most, 8):
        x, y = at(samples, 0)
        parts.append(words(f"{samples:g}", x, y + 22, "small mid"))
    parts.append(words("million samples", WIDTH - RIGHT, TOP + HEIGHT + 42, "small end"))
    last = list[tuple[float, str, float]]()
    for bot in dict.fromkeys(bot for row in rows for bot in row["shares"]):
        known = [row for row in rows if bot in row["shares"]]
        points = [at(row["samples"] / MILLION, row["shares"][bot]) for row in known]
        parts.append(path("crest", "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)))
        for row, (x, y) in zip(known, points, strict=True):
            told = f"{row['samples']:,} samples: {row['shares'][bot]:.1%} against {bot}"
            parts.append(dot("more", x, y, told))
        last.append((points[-1][1], bot, known[-1]["shares"][bot]))
    floor = 0.0
    for y, bot, share in sorted(last):
        floor = max(y + 4, floor + 16)  # labels do not cover each other
        parts.append(words(f"{bot} {share:.0%}", WIDTH - RIGHT + 14, floor, "small"))
    said = "; ".join(f"{share:.1%} against {bot}" for _, bot, share in sorted(last))
    subtitle = f"Shares of wins by samples, the best move of one look; now {said}."
    height = TOP + HEIGHT + 42 + EDGE
    return drawing(f"{title}: a network learns", subtitle, subtitle, height, parts)
