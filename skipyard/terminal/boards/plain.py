"""The board for games without a board file: any scene, in words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from skipyard.games import Game
from skipyard.games.scene import NOWHERE, Item, Scene, Zone
from skipyard.seats import NOBODY
from skipyard.terminal.boards.label import label
from skipyard.terminal.sentences import say

MOVES = "moves"
TRACK_COLUMNS = 13  # squares of a track in a row of the screen
EMPTY, NOTHING = "·", "–"
INDENT = 4 * " "


class Plain:
    """Provides what a board file does, for any game."""

    POINTS = True
    ALIASES: Mapping[str, str] = {}
    SECTIONS = (MOVES,)

    def __init__(self, game: Game) -> None:
        self.game, self.Board = game, Board

    def section(self, move: Any) -> str:
        return MOVES

    def source(self, move: Any) -> tuple[int, ...]:
        """Moves are listed in the order of their numbers."""
        return ()

    def heading(self, section: str, language: str) -> str:
        return say(language, f"menu.{section}")

    def brief(self, words: Any, view: Any, move: Any, language: str) -> str:
        """No move has a short name; they share lines all the same."""
        return ""

    def detail(self, words: Any, view: Any, move: Any, language: str) -> str:
        return ""

    def standing(self, view: Any, language: str) -> tuple[str, list[str]]:
        """The facts that the scene gives for each player."""
        names = [str(seat + 1) for seat in range(int(view.seats))]
        scene = self.game.scene.scene(view, [], names, language)
        return say(language, "screen.standing"), [", ".join(seat.facts) for seat in scene.seats]


class Board:
    """The drawing of one view: the middle of the table, then each player."""

    def __init__(
        self, console: Console, game: Any, view: Any, seats: Sequence[str], language: str
    ) -> None:
        self.game, self.language, self.width = game, language, console.width
        names = [label(game, view, seats, seat, language) for seat in range(len(seats))]
        self.scene: Scene = game.scene.scene(view, [], names, language)

    def draw(self, round_number: int = 0, totals: Sequence[int] = ()) -> RenderableType:
        """The whole table."""
        head = Text(self.game.title, style="bold")
        if round_number:
            head.append(" · " + say(self.language, "screen.round", n=round_number))
        lines = [head, *self.zones(NOBODY)]
        for seat in self.scene.seats:
            lines += [self.player(seat.seat, totals), *self.zones(seat.seat)]
        if self.scene.over:
            lines.append(Text(self.scene.status))
        return Group(*lines)

    def player(self, seat: int, totals: Sequence[int]) -> Text:
        """A player's name and facts, and in a match the points so far."""
        shown = self.scene.seats[seat]
        on_turn = seat == self.scene.turn and not self.scene.over
        text = Text(f"{'>' if on_turn else ' '} {shown.label}", style="bold" if on_turn else "")
        points = [f"{say(self.language, 'screen.points')} {totals[seat]}"] if totals else []
        more = ", ".join([*shown.facts, *points])
        return text.append(f"  {more}", style="not bold") if more else text

    def zones(self, seat: int) -> Iterator[Text]:
        """The zones of a seat or of the middle, without buttons, which are in the menu."""
        for zone in self.scene.zones:
            if zone.seat == seat and zone.id != "buttons":
                yield from grid(zone, self.width) if is_grid(zone) else [row(zone)]


def is_grid(zone: Zone) -> bool:
    return zone.kind in ("grid", "track") and any(item.place != NOWHERE for item in zone.items)


def row(zone: Zone) -> Text:
    """The items of a zone, equal ones counted, and their number where not all are shown."""
    names = []
    for name, same in itertools.groupby(item.label for item in zone.items):
        count = len(list(same))
        names.append(f"{name} ×{count}" if count > 1 else name)
    text = Text(f"{INDENT}{zone.label}: ", style="dim")
    text.append("; ".join(names) or NOTHING, style="not dim")
    return text.append(f" ({zone.count})") if zone.count > len(zone.items) else text


def grid(zone: Zone, width: int) -> Iterator[Text]:
    """Squares in rows with the faces of their items, cut short on a narrow screen."""
    yield Text(f"{INDENT}{zone.label}:", style="dim")
    columns = zone.columns or TRACK_COLUMNS
    by_place: dict[int, list[Item]] = {}
    for item in zone.items:
        by_place.setdefault(item.place, []).append(item)
    squares = [cell(by_place.get(place, [])) for place in range(max(by_place) + 1)]
    wide = max(1, min(max(map(len, squares)), (width - len(INDENT)) // columns - 1))
    for first in range(0, len(squares), columns):
        line = [f"{square[:wide]:<{wide}}" for square in squares[first : first + columns]]
        yield Text(INDENT + " ".join(line))


def cell(items: Sequence[Item]) -> str:
    """The faces of the items on a square, not counting the square itself."""
    faces = [item.face for item in items if item.kind != "square"]
    return "+".join(faces) or EMPTY
