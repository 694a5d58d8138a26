"""A scene with what is held and how much room there is: all that a board is drawn from."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from skipyard.games.scene import Item, Scene, Seat, Zone
from skipyard.seats import NOBODY
from skipyard.terminal.screen import pieces
from skipyard.terminal.screen.canvas import Canvas, cut
from skipyard.terminal.screen.sentences import say
from skipyard.terminal.screen.touching import Mark, Touches

BUTTONS = "buttons"
GAP = 2  # columns between buttons


@dataclass
class Drawing:
    """What a board is drawn from."""

    scene: Scene
    touches: Touches
    language: str
    width: int
    height: int
    totals: Sequence[int] = ()  # points of a match so far

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"board.{key}", **values)

    def mark(self, *ids: str) -> Mark:
        return self.touches.mark(*ids)

    @functools.cached_property
    def zones(self) -> dict[str, Zone]:
        return {zone.id: zone for zone in self.scene.zones}

    @property
    def me(self) -> int:
        """The seat at the lower edge; the first where nobody of us sits."""
        return self.scene.me if self.scene.me != NOBODY else 0

    @property
    def others(self) -> list[int]:
        """The other seats, in the order of play after mine."""
        count = len(self.scene.seats)
        return [(self.me + n) % count for n in range(1, count)]

    def seat(self, number: int) -> Seat:
        return self.scene.seats[number]

    def is_on_turn(self, seat: int) -> bool:
        return seat == self.scene.turn and not self.scene.over

    def with_total(self, seat: int) -> list[str]:
        """A seat's facts, after the points of a match."""
        facts = self.seat(seat).facts
        return [self.say("points", n=self.totals[seat]), *facts] if self.totals else facts

    def name(self, canvas: Canvas, x: int, y: int, seat: int, width: int) -> int:
        """A player's name, with an arrow before whoever is on turn; the column after it."""
        on_turn = self.is_on_turn(seat)
        canvas.put(x, y, "▶ " if on_turn else "  ", "can")
        style = "strong" if on_turn else "ink"
        return canvas.put(x + 2, y, cut(self.seat(seat).label, width - 2), style)

    def thing(self, item: Item) -> str:
        """An item's label, and what touching it would do."""
        return item.label

    def buttons(self, canvas: Canvas, x: int, y: int) -> int:
        """The moves that touch nothing on the table, in a row; the column after them."""
        zone = self.zones.get(BUTTONS)
        for item in zone.items if zone else []:
            x = pieces.button(canvas, x, y, item.label, self.mark(item.id), (item.id,), item.label)
            x += GAP
        return x
