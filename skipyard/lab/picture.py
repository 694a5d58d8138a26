"""Pictures of figures, as SVG of our own: who wins, by seat, with intervals."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

INK, LINE, CARD = "#22303C", "#C9BCA7", "#FFFDF8"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
WIDTH, LEFT, BAR, GAP, TOP = 860, 330, 22, 10, 46
FONT = 'font-family="system-ui, sans-serif" font-size="13"'


def win_shares(reports: list[dict[str, Any]]) -> str:
    """A bar for each study, divided among the seats; the rest is drawn games."""
    height = TOP + len(reports) * (BAR + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="Share of wins by seat">',
        f'<rect width="{WIDTH}" height="{height}" fill="{CARD}"/>',
        f'<text x="16" y="28" {FONT} font-weight="bold" fill="{INK}">'
        f"{escape(reports[0]['title'])}: share of wins by seat, greedy bots</text>",
    ]
    for row, report in enumerate(reports):
        parts += study(report, TOP + row * (BAR + GAP))
    return "\n".join([*parts, "</svg>", ""])


def study(report: dict[str, Any], top: int) -> list[str]:
    """One bar with its name; every part has its seat's number and its share."""
    settings = ", ".join(report["settings"]) or "the book"
    middle = top + BAR - 6
    parts = [
        f'<text x="16" y="{middle}" {FONT} fill="{INK}">{report["seats"]} seats, '
        f"{escape(settings)}</text>"
    ]
    room, at = WIDTH - LEFT - 16, float(LEFT)
    for number, side in enumerate(report["sides"]):
        width = side["share"] * room
        seats = "+".join(map(str, side["seats"]))
        low, high = side["interval"]
        parts.append(
            f'<rect x="{at:.1f}" y="{top}" width="{width:.1f}" height="{BAR}" '
            f'fill="{COLOURS[number]}" stroke="{CARD}"><title>seat {seats}: '
            f"{side['share']:.2%} ({low:.2%} to {high:.2%})</title></rect>"
        )
        parts.append(
            f'<text x="{at + width / 2:.1f}" y="{middle}" {FONT} text-anchor="middle" '
            f'fill="#000">{seats}: {side["share"]:.0%}</text>'
        )
        at += width
    parts.append(
        f'<rect x="{LEFT}" y="{top}" width="{room}" height="{BAR}" fill="none" stroke="{LINE}"/>'
    )
    return parts
