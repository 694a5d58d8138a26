"""Skip-Bo and Skip-Bo MOD in a terminal; every colour has a letter or a number too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from skipyard.core import NOBODY, NONE
from skipyard.games.skipbo.actions import Kind
from skipyard.games.skipbo.cards import PILES, WILD
from skipyard.games.skipbo.words import discard_pile
from skipyard.terminal.boards.label import label
from skipyard.terminal.sentences import say

BANDS = ("#009E73", "#D55E00", "#CC79A7")  # 1 to 4, 5 to 8, 9 to 12
BAND = 4
WILD_STYLE = "bold reverse"
WIDE = 100  # columns from which stocks get longer bars

POINTS = True
ALIASES = {"w": "skip-bo", "wild": "skip-bo", "joker": "skip-bo"}
BUILD, DIE, CLOSE, END = "build", "die", "close", "end"
SECTIONS = (BUILD, DIE, CLOSE, END)
SOURCES = (Kind.STOCK, Kind.PILE, Kind.HAND)  # the most interesting first


def section(move: Any) -> str:
    """Where a move stands in the menu."""
    if move.die:
        return DIE
    if move.kind == Kind.END:
        return END
    return CLOSE if move.kind == Kind.DISCARD else BUILD


def heading(section: str, language: str) -> str:
    return say(language, f"menu.{section}")


def source(move: Any) -> tuple[int, ...]:
    """What a move takes a card from; moves with the same one share a line."""
    rank = SOURCES.index(move.kind) if move.kind in SOURCES else len(SOURCES)
    return rank, int(move.kind), int(move.owner), int(move.source)


def detail(words: Any, view: Any, move: Any, language: str) -> str:
    """The card that a move names by its place only."""
    return str(words.card_on_table(view, move, language))


def standing(view: Any, language: str) -> tuple[str, list[str]]:
    """Cards left in each stock."""
    return say(language, "screen.left"), [str(view.stock_left[seat]) for seat in range(view.seats)]


def card(face: int) -> Text:
    """A card in a table: its number, or W."""
    if face == NONE:
        return Text("–", style="dim")
    if face == WILD:
        return Text("W", style=WILD_STYLE)
    return Text(str(face), style=f"bold {BANDS[(face - 1) // BAND]}")


class Board:
    """The drawing of one view."""

    def __init__(
        self, console: Console, game: Any, view: Any, seats: Sequence[str], language: str
    ) -> None:
        self.console, self.game, self.view, self.seats = console, game, view, seats
        self.language, self.me = language, int(view.me)
        self.wide = console.width >= WIDE
        self.plain = not console.encoding.lower().startswith("utf")

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"screen.{key}", **values)

    def draw(self, round_number: int = 0, totals: Sequence[int] = ()) -> RenderableType:
        """The whole table; a round's number and the points so far in a match."""
        parts: list[RenderableType] = [self.head(round_number), self.series(), Text()]
        parts.append(self.players(totals))
        parts += [Text(line) for line in self.remarks()]
        if self.me != NOBODY:
            parts += [Text(), self.hand()]
        return Group(*parts)

    def head(self, round_number: int) -> Text:
        view, text = self.view, Text(self.game.title, style="bold")
        if round_number:
            text.append(" · " + self.say("round", n=round_number))
        counts = self.game.options.sentences().say(
            self.language, "screen.head", draw=view.draw_left, spent=view.spent_left
        )
        return text.append(f"   {counts}", style="not bold")

    # The middle -----------------------------------------------------------------------------------
    def series(self) -> Grid:
        """The building piles: what lies on top, and what each needs next."""
        grid = Grid(box=None, pad_edge=False, padding=(0, 2), show_header=False)
        grid.add_column(width=10)
        for _ in range(PILES):
            grid.add_column(justify="center", width=8)
        piles = range(PILES)
        grid.add_row("", *(Text(self.say("pile", n=n + 1), style="dim") for n in piles))
        grid.add_row(Text("  " + self.say("on_top"), style="dim"), *map(self.top_of, piles))
        needs = [Text(str(self.view.height[n] + 1), style="bold underline") for n in piles]
        grid.add_row(Text("  " + self.say("needs"), style="bold"), *needs)
        return grid

    def top_of(self, pile: int) -> Text:
        height = int(self.view.height[pile])
        if height and self.view.wilds[pile] >> (height - 1) & 1:
            return Text("W", style=WILD_STYLE).append(f"={height}", style="not bold not reverse")
        return card(height or NONE)

    # Around the table -----------------------------------------------------------------------------
    def players(self, totals: Sequence[int]) -> Grid:
        """A line for each player: the race, the hand and the discard piles."""
        gap = 2 if self.wide else 1
        grid = Grid(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
        grid.add_column("  " + self.say("player"), no_wrap=True)
        grid.add_column(self.say("stock"), justify="right", no_wrap=True)
        grid.add_column(self.say("left"), justify="right", no_wrap=True)
        grid.add_column("", no_wrap=True)
        grid.add_column(self.say("hand"), justify="right", no_wrap=True)
        for n in range(PILES):
            grid.add_column(self.say("discard", n=n + 1) if n == 0 else str(n + 1), min_width=7)
        if totals:
            grid.add_column(self.say("points"), justify="right", no_wrap=True)
        for seat in range(len(self.seats)):
            points = [Text(str(totals[seat]), style="bold")] if totals else []
            grid.add_row(*self.player(seat), *points)
        return grid

    def player(self, seat: int) -> list[Text]:
        view, left = self.view, int(self.view.stock_left[seat])
        on_turn = seat == view.turn and not view.over
        name = Text(
            f"{'>' if on_turn else ' '} {label(self.game, view, self.seats, seat, self.language)}",
            style="bold" if on_turn else "",
        )
        stock = [card(int(view.stock_top[seat]) if left else NONE), Text(str(left), style="bold")]
        hand = Text(str(view.hand_left[seat]))
        return [name, *stock, self.bar(left), hand, *(self.discard(seat, n) for n in range(PILES))]

    def bar(self, left: int) -> Text:
        """How much of a stock is left, as a bar."""
        width = 20 if self.wide else 8
        most = max(1, int(self.view.stock_size), int(max(self.view.stock_left)))
        full = -(-left * width // most)
        marks = "#." if self.plain else "█░"
        return Text(marks[0] * full).append(marks[1] * (width - full), style="dim")

    def discard(self, seat: int, own: int) -> Text:
        pile = discard_pile(self.view, seat, own)
        if not pile:
            return card(NONE)
        text = card(pile[-1])
        depth = f" ({len(pile)})" if len(pile) > 1 else ""
        return text.append(depth, style="not bold not reverse default")

    def remarks(self) -> list[str]:
        """The die, and who is barred from drawing."""
        view, lines = self.view, []
        face = self.game.words.WORDS.face(int(view.die), self.language)
        if face:
            key = {0: "die_used", 2: "die_twice"}.get(int(view.die_left), "die")
            lines = ["", self.say(key, face=face)]
        barred = [seat for seat in range(len(self.seats)) if view.no_draw[seat]]
        return lines + [self.say("no_draw", player=seat + 1) for seat in barred]

    def hand(self) -> Text:
        """My cards."""
        text = Text(self.say("my_hand"), style="bold")
        faces = [int(face) for face in self.view.hand if face != NONE]
        for face in faces:
            text.append("   ").append_text(card(face))
        return text if faces else text.append(" " + self.say("no_cards"), style="not bold")

    # Looking through the discards -----------------------------------------------------------------
    def piles(self) -> str:
        """Every discard pile, as far as this table shows them (SB-A10)."""
        lines = []
        for seat in range(len(self.seats)):
            for own in range(PILES):
                faces = discard_pile(self.view, seat, own)
                names = ["?" if f == NONE else "W" if f == WILD else str(f) for f in faces]
                facts = {"player": seat + 1, "n": own + 1, "cards": " ".join(names)}
                lines += [self.say("pile_of", **facts)] if faces else []
        if not lines:
            return self.say("no_discards")
        title = self.say("only_tops" if self.view.show_discards else "whole_piles")
        return "\n".join([title, *lines])
