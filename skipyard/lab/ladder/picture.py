"""Ladders as a picture: a bot is a dot on its game's line, its interval around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from skipyard.lab.sentences import say
from skipyard.lab.studies.picture import DARK, STYLE, whisker

WIDTH, EDGE, LEFT, RIGHT = 1000, 20, 190, 90
HEAD, TITLE, ROW, GAP = 56, 30, 26, 14


def picture(reports: Sequence[dict[str, Any]], language: str) -> str:
    """All ladders, one below the other; those without results are left out."""
    shown = [report for report in reports if report["ratings"]]
    height = HEAD + sum(TITLE + ROW * len(report["ratings"]) + GAP for report in shown)
    title = say(language, "ladder.title")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(say(language, "ladder.desc"))}</desc>',
        f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}</style>",
        f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="{EDGE}" y="34">{escape(title)}</text>',
    ]
    top = HEAD
    for report in shown:
        parts += ladder(report, top, language)
        top += TITLE + ROW * len(report["ratings"]) + GAP
    return "\n".join([*parts, "</svg>", ""])


def ladder(report: dict[str, Any], top: float, language: str) -> list[str]:
    """One game: its name, and a row for each bot, the strongest first."""
    rated = report["ratings"]
    low, high = min(n["low"] for n in rated), max(n["high"] for n in rated)
    scale = (WIDTH - LEFT - RIGHT - EDGE) / max(high - low, 1e-9)
    head = say(language, "ladder.head", title=report["title"], seats=report["seats"])
    parts = [
        f'<path class="rule" d="M{EDGE},{top} H{WIDTH - EDGE}"/>',
        f'<text x="{EDGE}" y="{top + 20}">{escape(head)}</text>',
    ]
    for row, bot in enumerate(rated):
        y = top + TITLE + ROW * row + ROW / 2
        left, right, middle = (LEFT + (bot[n] - low) * scale for n in ("low", "high", "rating"))
        number = f"{bot['rating']:.0f}" if high - low > 100 else f"{bot['rating']:.1f}"
        parts.append(f'<text class="small" x="{EDGE}" y="{y + 4}">{escape(bot["bot"])}</text>')
        parts += whisker(left, right, middle, y)
        parts.append(f'<text class="small" x="{right + 10:.1f}" y="{y + 4}">{number}</text>')
    return parts
