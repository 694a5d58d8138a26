"""Winning chances as a picture: a line for each side over the moves, costly ones marked."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from skipyard.lab.sentences import say
from skipyard.lab.studies.picture import DARK, STYLE

WIDTH, EDGE, LEFT = 1000, 20, 60
HEAD, PLOT, LINE = 84, 300, 19  # heights: above the plot, of it, of a sentence below
BLOCKS = "▁▂▃▄▅▆▇█"
COLUMNS = 40  # blocks in a line
DASHES = ("", "8 4", "2 4", "10 3 2 3", "5 2", "1 3")  # sides differ by more than colour
LINES = """
.side1 { stroke: #1f7fc0 }
.side2 { stroke: #b77600 }
.side3 { stroke: #178a62 }
.side4 { stroke: #b04f8a }
.side5 { stroke: #857800 }
.side6 { stroke: #c04f1d }
.side { fill: none; stroke-width: 2.5; stroke-linejoin: round }
.mark { fill: #c0392b; stroke: #fffdf8; stroke-width: 1.5 }
"""
DARK_LINES = """
.side1 { stroke: #6bb8ea }
.side2 { stroke: #f0b13c }
.side3 { stroke: #4fc79c }
.side4 { stroke: #e39bc4 }
.side5 { stroke: #f2e35e }
.side6 { stroke: #f08a5d }
.mark { fill: #ff8a7a; stroke: #1b232b }
"""


def spark(shares: list[float]) -> str:
    """Chances as a row of blocks."""
    step = max(1.0, len(shares) / COLUMNS)
    picked = [shares[min(int(n * step), len(shares) - 1)] for n in range(int(len(shares) / step))]
    return "".join(BLOCKS[min(int(share * len(BLOCKS)), len(BLOCKS) - 1)] for share in picked)


def picture(report: dict[str, Any], viewer: str, language: str) -> str:
    """The whole picture, by the mover's knowledge or by full knowledge (`all`)."""
    which = "known" if viewer == "all" else "mover"
    moves = report["moves"]
    worst = [move for n in report["worst"] for move in moves if move["number"] == n]
    height = HEAD + PLOT + 56 + LINE * len(worst)
    title = say(language, "analyse.title", title=report["title"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(say(language, f"analyse.by_{which}"))}</desc>',
        f"<style>{STYLE}{LINES}@media (prefers-color-scheme: dark) {{{DARK}{DARK_LINES}}}</style>",
        f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="{EDGE}" y="34">{escape(title)}</text>',
        *legend(report["sides"]),
        *grid(len(moves), language),
    ]
    for side in range(len(report["sides"])):
        parts.append(line(side, [move[which][side]["share"] for move in moves]))
    for rank, move in enumerate(worst, 1):
        parts += mark(report, move, which, rank)
    return "\n".join([*parts, *sentences(worst, language), "</svg>", ""])


def x_of(n: int, count: int) -> float:
    return LEFT + n * (WIDTH - EDGE - LEFT) / max(1, count - 1)


def y_of(share: float) -> float:
    return HEAD + PLOT * (1 - share)


def legend(sides: list[str]) -> list[str]:
    """Which line is whose."""
    parts, step = [], (WIDTH - 2 * EDGE) / len(sides)
    for side, name in enumerate(sides):
        left = EDGE + side * step
        parts.append(stroke(side, f"M{left:.0f},56 h34"))
        parts.append(f'<text class="small" x="{left + 42:.0f}" y="60">{escape(name[:28])}</text>')
    return parts


def stroke(side: int, path: str) -> str:
    dash = f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""
    return f'<path class="side side{side + 1}"{dash} d="{path}"/>'


def grid(count: int, language: str) -> list[str]:
    """Percent at the left, moves below."""
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = y_of(percent / 100)
        parts.append(f'<path class="rule" d="M{LEFT},{y:.1f} H{WIDTH - EDGE}"/>')
        parts.append(f'<text class="small" x="{EDGE}" y="{y + 4:.1f}">{percent} %</text>')
    for n in sorted({0, count // 4, count // 2, 3 * count // 4, count - 1}):
        x = x_of(n, count)
        parts.append(f'<text class="small mid" x="{x:.1f}" y="{HEAD + PLOT + 20}">{n}</text>')
    below = escape(say(language, "analyse.axis"))
    return [*parts, f'<text class="small" x="{LEFT}" y="{HEAD + PLOT + 40}">{below}</text>']


def line(side: int, shares: list[float]) -> str:
    """One side's chances."""
    points = [f"{x_of(n, len(shares)):.1f},{y_of(s):.1f}" for n, s in enumerate(shares)]
    return stroke(side, "M" + " L".join(points))


def mark(report: dict[str, Any], move: dict[str, Any], which: str, rank: int) -> list[str]:
    """A number on the line of who made a costly move."""
    moves = report["moves"]
    n, side = moves.index(move), move["seat"] % len(report["sides"])
    x, y = x_of(n, len(moves)), y_of(move[which][side]["share"])
    return [
        f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="6"/>',
        f'<text class="small mid" x="{x:.1f}" y="{y - 9:.1f}">{rank}</text>',
    ]


def sentences(worst: list[dict[str, Any]], language: str) -> list[str]:
    """The costly moves in words, below the plot."""
    parts, top = [], HEAD + PLOT + 62
    for rank, move in enumerate(worst, 1):
        text, y = escape(sentence(move, language)), top + LINE * (rank - 1)
        parts.append(f'<text class="small" x="{EDGE}" y="{y}">{rank}. {text}</text>')
    return parts


def sentence(move: dict[str, Any], language: str) -> str:
    """A costly move in words."""
    cost = move["cost"]
    facts = {"number": move["number"], "who": move["who"], "words": move["words"]}
    facts |= {"best": cost["best_words"], "cost": f"{100 * cost['share']:.0f}"}
    return say(language, "analyse.cost", margin=f"{100 * cost['margin']:.0f}", **facts)
