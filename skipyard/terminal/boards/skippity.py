"""Skippity in a terminal: a letter for each skipper, brackets around the one that jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from skipyard.games.skippity import options
from skipyard.games.skippity.actions import Kind
from skipyard.games.skippity.board import (
    COLOURS,
    Colour,
    Scoring,
    colour_at,
    sets_of,
    size_of,
    skippers_of,
)
from skipyard.games.skippity.rules import points_of
from skipyard.games.skippity.words import LETTERS, square
from skipyard.terminal.boards.label import label

STYLES = {
    Colour.RED: "#D55E00",
    Colour.ORANGE: "#E69F00",
    Colour.YELLOW: "#F0E442",
    Colour.GREEN: "#009E73",
    Colour.BLUE: "#56B4E9",
}
SKIPPERS = tuple(STYLES)
GAP = 3  # between the board and what the players have

POINTS = True
ALIASES: dict[str, str] = {}
JUMP, END, PASS = "jump", "end", "pass"
SECTIONS = (JUMP, END, PASS)


def section(move: Any) -> str:
    """Where a move stands in the menu."""
    return {Kind.JUMP: JUMP, Kind.END: END, Kind.PASS: PASS}[Kind(move.kind)]


def heading(section: str, language: str) -> str:
    return options.sentences().say(language, f"menu.{section}")


def source(move: Any) -> tuple[int, ...]:
    """The skipper that jumps: moves are listed from the top left of the board."""
    return int(move.row), int(move.column), int(move.to_row), int(move.to_column)


def brief(words: Any, view: Any, move: Any, language: str) -> str:
    """A jump as two squares and the letter of the captive, since there may be many."""
    if move.kind != Kind.JUMP:
        return ""
    start = square(int(move.row), int(move.column))
    end = square(int(move.to_row), int(move.to_column))
    return f"{start} {end} [{words.letter(captive(view, move))}]"


def detail(words: Any, view: Any, move: Any, language: str) -> str:
    """The colour that a jump captures."""
    return str(words.colour(captive(view, move), language)) if move.kind == Kind.JUMP else ""


def captive(view: Any, move: Any) -> int:
    return int(colour_at(view, int(move.over_row), int(move.over_column)))


def standing(view: Any, language: str) -> tuple[str, list[str]]:
    """Complete sets, and in brackets all skippers."""
    heading = options.sentences().say(language, "screen.standing")
    seats = range(int(view.seats))
    return heading, [f"{sets_of(view, seat)} ({skippers_of(view, seat)})" for seat in seats]


class Board:
    """The drawing of one view."""

    def __init__(
        self, console: Console, game: Any, view: Any, seats: Sequence[str], language: str
    ) -> None:
        self.console, self.game, self.view, self.seats = console, game, view, seats
        self.language, self.words = language, game.words.WORDS
        self.size = int(size_of(view))
        self.empty = "·" if console.encoding.lower().startswith("utf") else "."

    def say(self, key: str, **values: object) -> str:
        return options.sentences().say(self.language, f"screen.{key}", **values)

    def draw(self, round_number: int = 0, totals: Sequence[int] = ()) -> RenderableType:
        """The whole table; Skippity has no matches, so there are no rounds to count."""
        side = Group(self.players(), *(Text(line) for line in self.remarks()))
        squares = self.squares()
        wide = Measurement.get(self.console, self.console.options, side).maximum
        if self.width() + GAP + wide > self.console.width:
            return Group(self.head(), squares, Text(), side)
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(no_wrap=True, width=self.width())
        grid.add_column()
        grid.add_row(squares, side)
        return Group(self.head(), grid)

    def head(self) -> Text:
        """The game, and which letter is which colour."""
        text = Text(self.game.title, style="bold").append("  ", style="not bold")
        for colour in SKIPPERS:
            name = self.words.colour(colour, self.language)
            text.append("  ").append_text(self.skipper(colour)).append(f" {name}", "not bold")
        return text

    def skipper(self, colour: int, more: str = "") -> Text:
        return Text(self.words.letter(colour), style=f"bold {STYLES[Colour(colour)]}{more}")

    # The board ------------------------------------------------------------------------------------
    def width(self) -> int:
        return 2 * self.size + 4

    def squares(self) -> Text:
        """Columns have letters and rows have numbers, as in the words of a move."""
        text = Text("   " + "".join(f" {letter}" for letter in LETTERS[: self.size]), style="dim")
        lines = [text] + [self.line(row) for row in range(self.size)]
        return Text("\n").join(lines)

    def line(self, row: int) -> Text:
        """A row of the board; the jumper of this turn is between brackets."""
        text, gap = Text(f"{row + 1:>2} ", style="dim"), " "
        for column in range(self.size):
            jumps = self.jumper == (row, column)
            colour = int(colour_at(self.view, row, column))
            text.append("[" if jumps else gap, style="not dim bold")
            if colour == Colour.EMPTY:
                text.append(self.empty)
            else:
                text.append_text(self.skipper(colour, " reverse not dim" if jumps else " not dim"))
            gap = "]" if jumps else " "
        return text.append(gap, style="not dim bold")

    @property
    def jumper(self) -> tuple[int, int] | None:
        """The square of the skipper that has jumped this turn, if any."""
        view = self.view
        return (int(view.row), int(view.column)) if view.jumps and not view.over else None

    # The players ----------------------------------------------------------------------------------
    def players(self) -> Grid:
        """A line for each player: skippers of each colour, complete sets, all skippers."""
        grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
        grid.add_column("  " + self.say("player"), no_wrap=True)
        for colour in SKIPPERS:
            grid.add_column(
                self.skipper(colour, " not dim"), justify="right", min_width=2, no_wrap=True
            )
        grid.add_column(self.say("sets"), justify="right", no_wrap=True)
        grid.add_column(self.say("total"), justify="right", no_wrap=True)
        hundred = self.view.scoring == Scoring.HUNDRED
        if hundred:
            grid.add_column(self.say("points"), justify="right", no_wrap=True)
        for seat in range(len(self.seats)):
            points = [Text(str(points_of(self.view, seat)))] if hundred else []
            grid.add_row(*self.player(seat), *points)
        left = self.left()
        grid.add_row("  " + self.say("left"), *map(str, left), "", str(sum(left)))
        return grid

    def player(self, seat: int) -> list[Text]:
        view = self.view
        on_turn = seat == view.turn and not view.over
        name = label(self.game, view, self.seats, seat, self.language)
        style = "bold" if on_turn else ""
        counts = [Text(str(view.captured[seat, colour])) for colour in range(COLOURS)]
        return [
            Text(f"{'>' if on_turn else ' '} {name}", style=style),
            *counts,
            Text(str(sets_of(view, seat)), style="bold"),
            Text(str(skippers_of(view, seat))),
        ]

    def left(self) -> list[int]:
        """Skippers of each colour that are still on the board."""
        lines = range(self.size)
        colours = [int(colour_at(self.view, row, column)) for row in lines for column in lines]
        return [colours.count(colour) for colour in SKIPPERS]

    def remarks(self) -> list[str]:
        """The chain of this turn, passes, or how the game ended."""
        view = self.view
        if view.over:
            return ["", self.say(f"over_{int(view.over)}")]
        if self.jumper:
            return ["", self.say("jumper", square=square(*self.jumper), jumps=int(view.jumps))]
        if view.passes:
            return ["", self.say("passes", passes=int(view.passes))]
        return []
