"""The widget that shows a board; keys and mouse move a cursor among what can be touched."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from skipyard.games import Game
from skipyard.games.scene import Scene
from skipyard.terminal.screen import boards
from skipyard.terminal.screen.boards.drawing import Drawing
from skipyard.terminal.screen.canvas import Area, Canvas
from skipyard.terminal.screen.palette import Palette
from skipyard.terminal.screen.touching import Touches

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 3.0  # how much farther a thing counts that lies aside of the direction


class BoardView(Widget, can_focus=True):
    """Draws scenes; posts what is touched or looked at."""

    class Touched(Message):
        """Something was clicked; no ids where Enter was pressed, which means the cursor."""

        def __init__(self, ids: tuple[str, ...]) -> None:
            self.ids = ids
            super().__init__()

    class Looked(Message):
        """The cursor or the mouse is on another thing; the label is empty where there is none."""

        def __init__(self, label: str, one: str) -> None:
            self.label, self.one = label, one
            super().__init__()

    def __init__(self, game: Game, language: str, palette: Callable[[], Palette]) -> None:
        super().__init__(id="board")
        self.game, self.language, self.palette = game, language, palette
        self.canvas, self.touches = Canvas(), Touches()
        self.drawing: Drawing | None = None
        self.pointed: Area | None = None

    # Drawing --------------------------------------------------------------------------------------
    def show(self, scene: Scene, touches: Touches, totals: tuple[int, ...]) -> None:
        """Show another scene, or the same with other touches."""
        self.touches, self.pointed = touches, None
        room = self.size
        self.drawing = Drawing(scene, touches, self.language, room.width, room.height, totals)
        self.redraw()
        if not self.touches.cursor:
            self.set_cursor(self.first())

    def redraw(self) -> None:
        if self.drawing is None:
            return
        self.canvas = self.canvas_of(self.size.height)
        self.refresh()

    def canvas_of(self, height: int) -> Canvas:
        """The drawing for so many lines."""
        if self.drawing is None:
            return Canvas()
        self.drawing.width, self.drawing.height = self.size.width, height
        return boards.draw(self.game, self.drawing)

    @property
    def origin(self) -> tuple[int, int]:
        """Where the canvas begins: it stands in the middle."""
        room = self.size
        left = max(0, (room.width - self.canvas.width) // 2)
        return left, max(0, (room.height - self.canvas.height) // 2)

    def render_line(self, y: int) -> Strip:
        left, top = self.origin
        return self.canvas.strip(y - top, left, self.size.width, self.palette())

    def on_resize(self) -> None:
        self.redraw()

    # The cursor -----------------------------------------------------------------------------------
    def reachable(self) -> list[tuple[str, Area]]:
        """What can be touched next, from the top left."""
        following = self.touches.next()
        found = []
        for area in self.canvas.areas:
            one = next((one for one in area.ids if one in following), None)
            if one is not None:
                found.append((one, area))
        return sorted(found, key=lambda each: (each[1].y, each[1].x))

    def first(self) -> str:
        """Where the cursor begins: a thing that leads to more than a discard or a pass."""
        following, things = self.touches.next(), self.reachable()
        best = [one for one, _ in things if not all(path.quiet for path in following[one])]
        return best[0] if best else things[0][0] if things else ""

    def set_cursor(self, one: str) -> None:
        """Put the cursor on a thing."""
        self.touches.cursor = one
        self.redraw()
        label = next((area.label for area in self.canvas.areas if one in area.ids), "")
        self.post_message(self.Looked(label, one))

    def step(self, by: int) -> None:
        """Go to the next or the previous thing."""
        ids = [one for one, _ in self.reachable()]
        if ids:
            now = ids.index(self.touches.cursor) if self.touches.cursor in ids else -1
            self.set_cursor(ids[(now + by) % len(ids)])

    def go(self, direction: str) -> None:
        """Go to the nearest thing in a direction."""
        things = self.reachable()
        here = next((area for one, area in things if one == self.touches.cursor), None)
        if here is None:
            self.step(1)
            return
        across, down = DIRECTIONS[direction]
        x, y = here.middle
        best, least = "", float("inf")
        for one, area in things:
            dx, dy = area.middle[0] - x, area.middle[1] - y
            ahead = dx * across + dy * down
            aside = abs(dx * down) + abs(dy * across)
            if ahead > 0 and ahead + ASIDE * aside < least:
                best, least = one, ahead + ASIDE * aside
        if best:
            self.set_cursor(best)

    # Keys and mouse -------------------------------------------------------------------------------
    def on_key(self, event: events.Key) -> None:
        if event.key in DIRECTIONS:
            self.go(event.key)
        elif event.key in ("tab", "shift+tab"):
            self.step(1 if event.key == "tab" else -1)
        elif event.key in ("enter", "space"):
            self.post_message(self.Touched(()))  # the cursor may have moved until it is handled
        else:
            return
        event.stop()
        event.prevent_default()

    def area_at(self, event: events.MouseEvent) -> Area | None:
        left, top = self.origin
        return self.canvas.at(event.x - left, event.y - top)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Whatever the mouse is on is told; the cursor goes where it can be touched."""
        area = self.area_at(event)
        if area is None or area == self.pointed:
            return
        self.pointed = area
        following = self.touches.next()
        one = next((one for one in area.ids if one in following), "")
        if one:
            self.set_cursor(one)
        else:
            self.post_message(self.Looked(area.label, ""))

    def on_click(self, event: events.Click) -> None:
        area = self.area_at(event)
        if area is not None:
            self.post_message(self.Touched(area.ids))
