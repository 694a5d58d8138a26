"""A picture of a game's figures as SVG: who wins by seat, and how long games are.

A row is a variant, a column a number of seats. Seats differ by colour, pattern and place; the
picture follows the reader's light or dark theme.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from skipyard.games import game

WIDTH, EDGE, LEFT = 1000, 20, 212  # LEFT: where the columns begin
HEAD, ROW, FOOT = 108, 46, 34
BAR, GAP = 20, 14  # the height of a bar, the space between columns
LINE = 31  # from the top of a row down to its line of lengths
NARROWEST = 15.5  # the width of a part that can hold its number
LONGEST_NAME = 25  # letters of a variant's name that fit left of the columns
LETTER = 6.2  # the width of a small letter
SEATS = 6
PATTERNS = (  # drawn over a seat's colour; the first is plain
    "",
    "M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4",
    "M2,2 h1.6 v1.6 h-1.6 z M6,6 h1.6 v1.6 h-1.6 z",
    "M0,2 h8 M0,6 h8",
    "M2,0 v8 M6,0 v8",
    "M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4",
)
STYLE = """
text { font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 13px; fill: #22303c }
text.title { font-size: 17px; font-weight: 600 }
text.small { font-size: 11px; fill: #5c6873 }
text.share { font-size: 11.5px; fill: #111111; stroke: #ffffff; stroke-opacity: .5;
  stroke-width: 2.5; paint-order: stroke }
text.lead { font-weight: 800 }
.share, .mid { text-anchor: middle }
.card { fill: #fffdf8; stroke: #b9ad99 }
.none { fill: #efe9dd }
.frame { fill: none; stroke: #b9ad99 }
.rule { stroke: #e2d9c8 }
.span { stroke: #7d8891; stroke-width: 2 }
.dot { fill: #22303c }
.over { stroke: #111111; stroke-opacity: .28; fill: none }
.seat1 { fill: #6bb8ea }
.seat2 { fill: #f0b13c }
.seat3 { fill: #4fc79c }
.seat4 { fill: #e39bc4 }
.seat5 { fill: #f2e35e }
.seat6 { fill: #f08a5d }
"""
DARK = """
text { fill: #e9e4da }
text.small { fill: #a9b3bc }
.card { fill: #1b232b; stroke: #58656f }
.none { fill: #2a343d }
.frame { stroke: #58656f }
.rule { stroke: #35414b }
.dot { fill: #e9e4da }
"""  # seats keep their colours, and so the dark numbers on them


def picture(reports: list[dict[str, Any]]) -> str:
    """The whole picture of one game; variants that change nothing at any table have no row."""
    changing = {report["variant"] for report in reports if not report["same"]}
    reports = [report for report in reports if report["variant"] in changing]
    variants = list(dict.fromkeys(report["variant"] for report in reports))
    columns = sorted({report["seats"] for report in reports})
    height = HEAD + ROW * len(variants) + FOOT
    scale = max(report["turns"]["p95"] for report in reports)
    parts = head(reports[0], columns, height)
    for row, variant in enumerate(variants):
        parts += name_of_row(variant, HEAD + row * ROW)
    for report in reports:
        row, column = variants.index(report["variant"]), columns.index(report["seats"])
        parts += cell(report, *place(column, len(columns)), HEAD + row * ROW, scale)
    parts.append(foot(reports, height))
    return "\n".join([*parts, "</svg>", ""])


def place(column: int, columns: int) -> tuple[float, float]:
    """Where a column begins, and how wide it is."""
    step = (WIDTH - EDGE - LEFT + GAP) / columns
    return LEFT + column * step, step - GAP


def head(report: dict[str, Any], columns: list[int], height: int) -> list[str]:
    """Title, legend and the names of the columns."""
    title = f"{report['title']}: who wins by seat, and how long games are"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(description(report))}</desc>',
        f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}</style>",
        "<defs>",
        *(pattern(number) for number in range(2, SEATS + 1)),
        "</defs>",
        f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="{EDGE}" y="34">{escape(title)}</text>',
        *legend(columns[-1]),
    ]
    for column, seats in enumerate(columns):
        left, width = place(column, len(columns))
        parts.append(f'<text class="mid" x="{left + width / 2:.1f}" y="94">{seats} seats</text>')
    return parts


def description(report: dict[str, Any]) -> str:
    """The picture in words, for those who cannot see it."""
    wins = ", ".join(f"seat {n} {side['share']:.0%}" for n, side in sides_of(report))
    return (
        f"One bar for each variant and number of seats, divided by who won; {report['games']:,} "
        f"games of greedy bots each. In the first, {report['seats']} seats by the book: {wins}. "
        "The data file beside the picture has all numbers."
    )


def sides_of(report: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The sides of a table, each with its seats as text."""
    return [("+".join(map(str, side["seats"])), side) for side in report["sides"]]


def pattern(number: int) -> str:
    return (
        f'<pattern id="over{number}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<path class="over" d="{PATTERNS[number - 1]}"/></pattern>'
    )


def filled(number: int, left: float, top: float, width: float, height: float) -> list[str]:
    """A rectangle in a seat's colour and pattern."""
    box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height}"'
    parts = [f'<rect class="seat{number}" {box}/>']
    if PATTERNS[number - 1]:
        parts.append(f'<rect fill="url(#over{number})" {box}/>')
    return parts


def legend(seats: int) -> list[str]:
    """What the colours, the pale rest, the line and the dot mean."""
    parts, left = [], float(EDGE)
    for number in range(1, seats + 1):
        parts += filled(number, left, 53, 22, 15)
        parts.append(f'<text class="small" x="{left + 28:.0f}" y="65">seat {number}</text>')
        left += 82
    parts.append(f'<rect class="none" x="{left:.0f}" y="53" width="22" height="15"/>')
    parts.append(f'<rect class="frame" x="{left:.0f}" y="53" width="22" height="15"/>')
    parts.append(f'<text class="small" x="{left + 28:.0f}" y="65">drawn</text>')
    left += 82
    parts += whisker(left, left + 40, left + 16, 61)
    text = "turns: 90 % of games; dot and number: median"
    return [*parts, f'<text class="small" x="{left + 48:.0f}" y="65">{text}</text>']


def name_of_row(variant: tuple[str, ...], top: int) -> list[str]:
    """A variant's settings, one below the other; long ones are cut."""
    names = [short(setting) for setting in variant] or ["the book"]
    first = top + (BAR + 10) / 2 - 7 * (len(names) - 1)
    parts = [f'<path class="rule" d="M{EDGE},{top - 6.5} H{WIDTH - EDGE}"/>']
    for line, name in enumerate(names):
        parts.append(f'<text x="{EDGE}" y="{first + 15 * line:.1f}">{escape(name)}</text>')
    return parts


def short(setting: str) -> str:
    if len(setting) <= LONGEST_NAME:
        return setting
    return setting[: LONGEST_NAME - 1].rstrip(",") + "…"


def cell(report: dict[str, Any], left: float, width: float, top: float, scale: float) -> list[str]:
    """One kind of table: its bar, and the length of its games."""
    if report["same"]:
        middle = left + width / 2
        return [f'<text class="small mid" x="{middle:.1f}" y="{top + 15}">nothing changes</text>']
    box = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{BAR}"'
    parts, at = [f'<rect class="none" {box}/>'], left
    for number, (seats, side) in enumerate(sides_of(report), 1):
        part = side["share"] * width
        low, high = side["interval"]
        title = f"seat {seats}: {side['share']:.2%} ({low:.2%} to {high:.2%})"
        parts += ["<g>", f"<title>{title}</title>", *filled(number, at, top, part, BAR)]
        if part >= NARROWEST:
            lead = "" if is_even(report, side) else " lead"
            parts.append(
                f'<text class="share{lead}" x="{at + part / 2:.1f}" y="{top + 14.5}">'
                f"{100 * side['share']:.0f}</text>"
            )
        parts.append("</g>")
        at += part
    parts.append(f'<rect class="frame" {box}/>')
    if report["admitted"]:
        parts.append(f'<text class="small" x="{left + width + 2:.1f}" y="{top + 9}">*</text>')
    return parts + length(report["turns"], left, width, top + LINE, scale)


def is_even(report: dict[str, Any], side: dict[str, Any]) -> bool:
    """Whether a side's share of the decided games is within chance of an even one."""
    even = (1 - report["draws"] / report["games"]) / len(report["sides"])
    low, high = side["interval"]
    return bool(low <= even <= high)


def length(turns: dict[str, float], left: float, width: float, y: float, scale: float) -> list[str]:
    """A line over nine games in ten, a dot at the median, and its number."""
    step = (width - 4 * LETTER) / scale
    low, high = left + turns["p5"] * step, left + turns["p95"] * step
    parts = whisker(low, high, left + turns["median"] * step, y)
    return [
        *parts,
        f'<text class="small" x="{high + 6:.1f}" y="{y + 4}">{turns["median"]:.0f}</text>',
    ]


def whisker(low: float, high: float, middle: float, y: float) -> list[str]:
    return [
        f'<path class="span" d="M{low:.1f},{y} H{high:.1f}"/>',
        f'<circle class="dot" cx="{middle:.1f}" cy="{y}" r="3.5"/>',
    ]


def foot(reports: list[dict[str, Any]], height: int) -> str:
    text = f"{reports[0]['games']:,} games of greedy bots in each bar, numbers in percent."
    if any(report["admitted"] for report in reports):
        text += f" * with {', '.join(game(reports[0]['game']).profile.study.admits)} as well."
    return f'<text class="small" x="{EDGE}" y="{height - 14}">{escape(text)}</text>'
