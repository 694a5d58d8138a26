"""Skip or Trip in a terminal: the track around the tokens, and every hand's public numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from skipyard.core import NOBODY, NONE
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.games.skip_or_trip.board import (
    CARDS,
    GOAL,
    NUMBERS,
    START,
    Step,
    Variant,
    can_advance,
    side_of,
    sides,
    tokens_at_first,
)
from skipyard.games.skip_or_trip.cards import FACE_OF, NUMBER_OF
from skipyard.games.skip_or_trip.options import sentences
from skipyard.games.skip_or_trip.signs import rest_of
from skipyard.terminal.boards.label import label
from skipyard.terminal.sentences import say as say_common

TEN = 10  # squares in a line of the track
CELL = 7  # columns of a square: three symbols, @, a token, a space
REACH, BEHIND = 9, 3  # squares around a token that stay in sight
MOST_LINES = 6  # of the track, unless tokens stand in more
LONG = 40  # columns; longer lists of numbers show counts instead

POINTS = False
ALIASES: dict[str, str] = {}
TRIP, TOKEN, LAY, SKIP, END = "trip", "token", "lay", "skip", "end"
SECTIONS = (TRIP, TOKEN, LAY, SKIP, END)
SECTION_OF = {
    Kind.TRIP: TRIP,
    Kind.WITH: TOKEN,
    Kind.LAY: LAY,
    Kind.SKIP: SKIP,
    Kind.END: END,
    Kind.PASS: END,
}


def say(language: str, key: str, **values: object) -> str:
    return sentences().say(language, key, **values)


# The menu -----------------------------------------------------------------------------------------
def section(move: Any) -> str:
    """Where a move stands in the menu."""
    return SECTION_OF[Kind(move.kind)]


def heading(section: str, language: str) -> str:
    return say(language, f"menu.{section}")


def source(move: Any) -> tuple[int, ...]:
    """Skips of one token with one number share a line: they go to the same square."""
    if move.kind == Kind.SKIP:
        return int(move.token), int(NUMBER_OF[move.card])
    return int(move.side), int(move.token), int(move.card)


def detail(words: Any, view: Any, move: Any, language: str) -> str:
    """Where a skip leads, where a target stands, what a card leaves to be matched."""
    side = int(side_of(view, view.turn))
    if move.kind == Kind.SKIP:
        square, pips = int(view.token[side, move.token]), int(NUMBER_OF[move.card]) + 1
        if can_advance(view, side, int(move.token), pips):
            return say(language, "menu.to", square=square + pips)
        return say(language, "menu.stays", square=square)
    if move.kind == Kind.TRIP:
        square = int(view.token[move.side, move.token])
        facts = {"square": square, "symbols": words.symbols.write(int(view.squares[square]))}
        return say(language, "menu.on", **facts)
    if move.kind == Kind.WITH:
        return say(language, "menu.from", square=int(view.token[side, move.token]))
    if move.kind == Kind.LAY:
        rest = rest_of(int(view.need), int(view.faces[move.card]))
        if rest:
            return say(language, "menu.still", symbols=words.symbols.write(rest))
        return say(language, "menu.complete")
    return ""


def standing(view: Any, language: str) -> tuple[str, list[str]]:
    """Where everybody's tokens stand."""
    seats = range(view.seats)
    stood = [" ".join(squares(view, int(side_of(view, seat)), language)) for seat in seats]
    return say(language, "screen.square"), stood


# What a view holds --------------------------------------------------------------------------------
def squares(view: Any, side: int, language: str) -> list[str]:
    """The squares of a side's tokens, in words where they are off the track."""
    places = [int(view.token[side, n]) for n in range(tokens_at_first(view))]
    if all(square == NONE for square in places):
        return [say(language, "screen.out")]
    return ["-" if square == NONE else str(square) for square in places]


def token_sign(side: int, token: int) -> str:
    """A token on the track: 2 is player 2's, 2* the second one."""
    return f"{side + 1}{'*' * token}"


def held(masks: Any) -> list[int]:
    """The cards in a set of bits."""
    return [card for card in range(CARDS) if masks[NUMBER_OF[card]] >> FACE_OF[card] & 1]


def numbers_of(counts: Any) -> str:
    """The numbers of a hand, equal ones together: 1 33 8; long lists as counts: 3x12."""
    each = [(n + 1, int(counts[n])) for n in range(NUMBERS) if counts[n]]
    text = " ".join(str(number) * count for number, count in each)
    if len(text) > LONG:
        text = " ".join(f"{number}x{count}" for number, count in each)
    return text


class Board:
    """The drawing of one view."""

    def __init__(
        self, console: Console, game: Any, view: Any, seats: Sequence[str], language: str
    ) -> None:
        self.console, self.game, self.view, self.seats = console, game, view, seats
        self.language, self.me = language, int(view.me)
        self.words = game.words.of(view)

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"screen.{key}", **values)

    def draw(self, round_number: int = 0, totals: Sequence[int] = ()) -> RenderableType:
        """The whole table; this game has no rounds and no points to show."""
        parts: list[RenderableType] = [self.head(), self.legend(), *self.track(), Text()]
        parts.append(self.players())
        parts += [Text(line) for line in self.remarks()]
        if self.me != NOBODY:
            parts.append(self.hand())
        return Group(*parts)

    def head(self) -> Text:
        view, text = self.view, Text(self.game.title, style="bold")
        left, top = int(view.deck_left), int(view.top)
        deck = self.say("deck", left=left, number=top) if left else self.say("no_deck")
        return text.append(f"   {deck}", style="not bold")

    def legend(self) -> Text:
        """The symbols by letter."""
        names = self.words.symbols.names
        each = [f"{letter} {names[letter][self.language]}" for letter in names]
        return Text(" · ".join(each), style="dim")

    def cards(self, masks: Any) -> str:
        return "  ".join(self.words.card(card) for card in held(masks))

    def symbols(self, square: int) -> str:
        return str(self.words.symbols.write(int(self.view.squares[square])))

    # The track ------------------------------------------------------------------------------------
    def tokens(self) -> Iterator[tuple[int, str]]:
        """The square and the sign of every token on the track."""
        for side in range(sides(self.view)):
            for token in range(tokens_at_first(self.view)):
                square = int(self.view.token[side, token])
                if square != NONE:
                    yield square, token_sign(side, token)

    def track(self) -> list[Text]:
        """Lines of ten squares around the tokens."""
        lines = []
        if waiting := [sign for square, sign in self.tokens() if square == START]:
            lines.append(Text(self.say("start", tokens=" ".join(waiting))))
        numbers = "".join(f"+{n:<{CELL - 1}}" for n in range(1, TEN + 1))
        lines.append(Text("    " + numbers.rstrip(), style="dim"))
        return lines + [self.ten(line) for line in self.lines_in_sight()]

    def lines_in_sight(self) -> list[int]:
        stand = [max(1, square) for square, _ in self.tokens()]
        near = {
            (min(GOAL, max(1, square + away)) - 1) // TEN
            for square in stand
            for away in (-BEHIND, 0, REACH)
        }
        if len(near) > MOST_LINES:
            near = {(square - 1) // TEN for square in stand}
        return sorted(near)

    def ten(self, line: int) -> Text:
        """Ten squares: their symbols, and who stands there."""
        text, there = Text(f"{line * TEN:>2}  ", style="dim"), dict(self.tokens())
        for square in range(line * TEN + 1, line * TEN + TEN + 1):
            sign = there.get(square, "")
            name = self.symbols(square) if square < GOAL else self.say("goal")
            cell = f"{name}@{sign}" if sign else name
            text.append(f"{cell:<{CELL}}", style="bold not dim" if sign else "not dim")
        text.rstrip()
        return text

    # Around the table -----------------------------------------------------------------------------
    def players(self) -> Grid:
        """A line for each player: where the tokens stand, and the numbers of the hand."""
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        grid.add_column("  " + say_common(self.language, "screen.player"), no_wrap=True)
        if self.view.variant == Variant.BASIC:
            grid.add_column(self.say("square"), no_wrap=True)
        else:
            grid.add_column(self.say("token", n=1), no_wrap=True)
            grid.add_column(self.say("token", n=2), no_wrap=True)
        grid.add_column(self.say("cards"), justify="right", no_wrap=True)
        grid.add_column(self.say("numbers"))
        for seat in range(len(self.seats)):
            grid.add_row(*self.player(seat))
        return grid

    def player(self, seat: int) -> list[Text]:
        view = self.view
        on_turn = seat == view.turn and not view.over
        name = Text(
            f"{'>' if on_turn else ' '} {label(self.game, view, self.seats, seat, self.language)}",
            style="bold" if on_turn else "",
        )
        side, counts = int(side_of(view, seat)), view.numbers[seat]
        places = [Text(self.place(side, token)) for token in range(tokens_at_first(view))]
        return [name, *places, Text(str(int(sum(counts)))), Text(numbers_of(counts))]

    def place(self, side: int, token: int) -> str:
        """Where a token stands: 23 SMK."""
        square = int(self.view.token[side, token])
        if square == NONE:
            return self.say("out")
        if square == START:
            return self.say("at_start")
        return f"{square} {self.symbols(square)}".strip()

    def remarks(self) -> list[str]:
        """Mercy, the endgame, and the trip being put together."""
        view, lines = self.view, [""]
        if view.mercy:
            lines.append(self.say("mercy"))
        if view.endgame and not view.over:
            lines.append(self.say("endgame"))
        if held(view.in_play):
            lines.append(self.say("played", cards=self.cards(view.in_play)))
        if view.step != Step.MOVE:
            lines.append(self.trip())
        return lines

    def trip(self) -> str:
        """The trip being put together, and what is still missing."""
        view = self.view
        square = int(view.token[view.target, view.target_token])
        facts = {
            "token": token_sign(int(view.target), int(view.target_token)),
            "square": square,
            "symbols": self.symbols(square),
        }
        if view.step == Step.TOKEN:
            return self.say("which", **facts)
        rest = self.words.symbols.write(int(view.need))
        return self.say("trip", pips=int(view.pips), rest=rest, **facts)

    def hand(self) -> Text:
        """My cards, with their symbols."""
        text = Text(self.say("my_cards"), style="bold")
        mine = self.cards(self.view.hand) or say_common(self.language, "screen.no_cards")
        return text.append(f"  {mine}", style="not bold")

    # Looking through the discards -----------------------------------------------------------------
    def piles(self) -> str:
        """Cards out of play: open ones, and the numbers of those that lie face down (ST-A33)."""
        view, lines = self.view, []
        if held(view.shown):
            lines.append(self.say("discards", cards=self.cards(view.shown)))
        for seat in range(len(self.seats)):
            if seat == self.me and held(view.down):
                mine = self.cards(view.down)
                lines.append(self.say("mine_down", player=seat + 1, cards=mine))
            elif numbers := numbers_of(view.numbers_down[seat]):
                lines.append(self.say("face_down", player=seat + 1, numbers=numbers))
        return "\n".join(lines) or self.say("no_discards")
