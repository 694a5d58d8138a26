"""A soak as an SVG picture: memory, files, tables and answer times over the minutes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from skipyard.lab.studies.picture import DARK, STYLE
from skipyard.proofs.soak.samples import Sample

WIDTH, LEFT, RIGHT, HEAD, PANEL, GAP = 900, 70, 190, 70, 120, 34
LINES = """
.line { fill: none; stroke-width: 1.6 }
.line1 { stroke: #2f7fb5 }
.line2 { stroke: #c77f0a }
.line3 { stroke: #2a9469 }
.warm { fill: #b9ad99; fill-opacity: .25 }
"""


class Panel(NamedTuple):
    """One diagram: its title, and the name and field of each line."""

    title: str
    lines: tuple[tuple[str, str], ...]


PANELS = (
    Panel("memory, MB", (("server", "memory"), ("its workers", "workers"))),
    Panel("open", (("file descriptors", "files"), ("tables", "tables"), ("sockets", "sockets"))),
    Panel("a move, ms until it is on disk", (("half within", "middle"), ("95 % within", "slow"))),
)


def picture(samples: Sequence[Sample], warm: float, title: str) -> str:
    """The picture; what is before `warm` seconds does not count and is shaded."""
    height = HEAD + len(PANELS) * (PANEL + GAP)
    end = samples[-1].at or 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}{LINES}@media (prefers-color-scheme: dark) {{{DARK}}}</style>",
        f'<rect class="card" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="8"/>',
        f'<text class="title" x="20" y="32">{escape(title)}</text>',
    ]
    for number, panel in enumerate(PANELS):
        parts += draw(panel, samples, HEAD + number * (PANEL + GAP), end, warm)
    return "\n".join([*parts, "</svg>"]) + "\n"


def draw(panel: Panel, samples: Sequence[Sample], top: float, end: float, warm: float) -> list[str]:
    wide, bottom = WIDTH - LEFT - RIGHT, top + PANEL
    shaded = wide * min(1.0, warm / end)
    most = max(max(getattr(s, field) for s in samples) for _, field in panel.lines) or 1.0
    parts = [
        f'<text class="small" x="{LEFT}" y="{top - 6}">{escape(panel.title)}</text>',
        f'<rect class="warm" x="{LEFT}" y="{top}" width="{shaded:.1f}" height="{PANEL}"/>',
        f'<rect class="frame" x="{LEFT}" y="{top}" width="{wide}" height="{PANEL}"/>',
        f'<text class="small" x="{LEFT - 8}" y="{top + 10}" text-anchor="end">{most:,.0f}</text>',
        f'<text class="small" x="{LEFT - 8}" y="{bottom}" text-anchor="end">0</text>',
        f'<text class="small" x="{LEFT + wide}" y="{bottom + 14}" text-anchor="end">'
        f"{end / 60:.0f} min</text>",
    ]
    for number, (name, field) in enumerate(panel.lines, 1):
        points = " ".join(
            f"{LEFT + wide * s.at / end:.1f},{bottom - PANEL * getattr(s, field) / most:.1f}"
            for s in samples
        )
        y, x = top + 18 * number - 4, LEFT + wide + 14
        parts += [
            f'<polyline class="line line{number}" points="{points}"/>',
            f'<path class="line line{number}" d="M{x},{y - 4} h18"/>',
            f'<text class="small" x="{x + 24}" y="{y}">{escape(name)}</text>',
        ]
    return parts
