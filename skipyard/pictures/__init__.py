"""A scene as a picture, for rules, link previews and embeds; it shows only what the scene shows.

The theme `auto` follows the reader's light or dark mode; the other themes have their colours
written out, for programs without style sheets.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from skipyard import extras
from skipyard.art import sprite
from skipyard.games import game
from skipyard.games.played_cases import Example
from skipyard.games.scene import Scene
from skipyard.pictures import colours
from skipyard.pictures.canvas import Box, Canvas, new_canvas

AUTO = "auto"
THEMES = (AUTO, colours.LIGHT, colours.DARK)
MOMENTS = BEFORE, START, AFTER = "before", "start", "after"  # `before` has arrows, `start` not
MARGIN, NARROW_MARGIN = 16, 4  # around a drawing; around one for a phone
PREVIEW = 1200  # pixels across, as sites that show link previews ask for
Layout = Callable[[Canvas, Scene, Scene | None], None]
PLAIN = "skipyard.pictures.plain"

STYLE = colours.style()
POLICY = (
    "default-src 'none'; style-src 'sha256-"
    f"{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
)  # for a picture opened by itself: its own style and nothing else


def picture(
    scene: Scene,
    theme: str = AUTO,
    touch: Sequence[str] = (),
    refused: bool = False,
    beside: Scene | None = None,
    narrow: bool = False,
) -> str:
    """A whole SVG. `touch` is a move to highlight; `beside` is a scene to compare with."""
    canvas = laid_out(scene, beside, narrow)
    if touch:
        canvas.show_path(touch, refused)
    return framed(canvas, game(scene.game).title, description(scene), theme)


def description(scene: Scene) -> str:
    """A picture in words, for screen readers."""
    seats = ". ".join(f"{seat.label}: {', '.join(seat.facts)}" for seat in scene.seats)
    return f"{scene.status} {seats}."


def of_example(example: Example, moment: str, theme: str = AUTO, narrow: bool = False) -> str:
    """The table of an example, before its move (highlighted or not) or after it."""
    before, after = example.before, example.after
    if moment == AFTER:
        assert after
        return picture(after, theme, beside=before, narrow=narrow)
    assert before
    touch = example.touch if moment == BEFORE else ()
    return picture(before, theme, touch, bool(example.said), after or before, narrow)


def boxes(scene: Scene, beside: Scene | None = None, narrow: bool = False) -> dict[str, Box]:
    """The box of every item and zone in the picture of a scene; "" is the whole picture."""
    canvas, margin = laid_out(scene, beside, narrow), NARROW_MARGIN if narrow else MARGIN
    moved = {name: (x + margin, y + margin, w, h) for name, (x, y, w, h) in canvas.boxes.items()}
    return moved | {"": (0, 0, canvas.width + 2 * margin, canvas.height + 2 * margin)}


def laid_out(scene: Scene, beside: Scene | None, narrow: bool) -> Canvas:
    canvas = new_canvas(sprite.symbols(scene.game), narrow)
    layout_of(scene.game)(canvas, scene, beside)
    return canvas


@functools.cache
def layout_of(name: str) -> Layout:
    """The function that draws a game's scenes: its own, its family's, or the plain one."""
    module = importlib.import_module(game(name).companion("pictures") or PLAIN)
    draw: Layout = module.draw
    return draw


def framed(canvas: Canvas, title: str, told: str, theme: str) -> str:
    """A whole SVG of a canvas, with a background and texts for screen readers."""
    margin = NARROW_MARGIN if canvas.narrow else MARGIN
    wide, high = canvas.width + 2 * margin, canvas.height + 2 * margin
    body = (
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f"<defs>{canvas.definitions()}</defs>"
        f'<rect width="{wide:g}" height="{high:g}" rx="14" fill="var(--table)"/>'
        f'<g color="var(--ink)" transform="translate({margin} {margin})">'
        f"{''.join(canvas.parts)}</g>"
    )
    style = ""
    if theme == AUTO:
        style = f"<style>{STYLE}</style>"
    else:
        body = colours.resolved(body, theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}"'
        f' height="{high:g}" role="img">{style}{body}</svg>'
    )


def waiting(title: str, told: str, theme: str = AUTO, narrow: bool = False) -> str:
    """A picture of a table that has not begun."""
    canvas = new_canvas(sprite.symbols(sprite.HOUSE), narrow)
    canvas.height = 300
    canvas.use("brand-stone", canvas.width / 2 - 70, 50, 140, 140)
    canvas.words(title, canvas.width / 2, 235, 26, anchor="middle", bold=True)
    canvas.words(told, canvas.width / 2, 265, 16, "var(--soft)", "middle")
    return framed(canvas, title, told, theme)


def png(drawing: str, width: int = PREVIEW) -> bytes:
    """A picture, with its colours written out, as PNG."""
    with extras.needed_by(f"{__name__}.png"):
        from resvg_py import svg_to_bytes  # three megabytes, imported only when needed

    return bytes(svg_to_bytes(svg_string=drawing, width=width))
