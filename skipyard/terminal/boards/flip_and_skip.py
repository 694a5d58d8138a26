"""Flip & Skip in a terminal: coins as letters, undersides for those who have seen them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip.actions import Kind
from skipyard.games.flip_and_skip.coins import (
    COINS,
    COLOURS,
    DARK,
    HANDS,
    LOOKER,
    PILES,
    ROWS,
    SET,
    SQUARES,
    TYPE_OF,
    TYPES,
    WATCHER,
    Icon,
    Phase,
    Type,
    colour_of,
)
from skipyard.games.flip_and_skip.options import sentences
from skipyard.games.flip_and_skip.rules import THREE
from skipyard.games.flip_and_skip.words import WORDS, square_name
from skipyard.terminal.boards.label import label

STYLES = ("bold #E69F00", "bold #56B4E9")  # of light and dark coins, which have letters too
BOTH = int(LOOKER[0] | LOOKER[1])
CELL = 6  # columns of a square
BOARD = 2 + ROWS * CELL  # columns of the board and its row numbers
PANEL = 80 - BOARD  # columns beside the board

POINTS = False
ALIASES = {"jump": "skip", "pass": "end", "passer": "finir"}
SECTIONS = ("take", "keep", "flip", "act", "use", "look", "place", "skip", "step", "end")
SECTION = {
    Kind.LEAVE: "flip",
    Kind.ACCEPT: "act",
    Kind.DECLINE: "end",
    Kind.PICK: "act",
}  # other kinds have a section of their own
TOGETHER = (Kind.TAKE, Kind.FLIP, Kind.PICK, Kind.LOOK, Kind.PLACE)  # share a line by kind
NAMED_BY_TYPE = (Kind.KEEP, Kind.FLIP, Kind.USE, Kind.PICK)
NAMED_BY_PLACE = (Kind.TAKE, Kind.LOOK)


def say(language: str, key: str, **values: object) -> str:
    return sentences().say(language, key, **values)


# The menu and the journal -------------------------------------------------------------------------
def section(move: Any) -> str:
    """Where a move stands in the menu."""
    kind = Kind(move.kind)
    return SECTION.get(kind, kind.name.lower())


def heading(section: str, language: str) -> str:
    return say(language, f"menu.{section}")


def source(move: Any) -> tuple[int, ...]:
    """What a move starts from; moves with the same one share a line."""
    kind = Kind(move.kind)
    return (int(kind),) if kind in TOGETHER else (int(kind), int(move.coin), int(move.source))


def detail(words: Any, view: Any, move: Any, language: str) -> str:
    """The type of a coin named by its number, and where it lies or what is underneath."""
    kind = Kind(move.kind)
    if kind == Kind.SKIP:
        return name(view, coin_on(view, int(move.over)), language)
    coin = int(move.coin)
    if kind in NAMED_BY_TYPE:
        return top(view, coin, language) + mark(view, coin, language)
    if kind in NAMED_BY_PLACE:
        shown = top(view, coin, language) + mark(view, coin, language)
        return f"{shown} {place(view, coin, language)}"
    return ""


def standing(view: Any, language: str) -> tuple[str, list[str]]:
    """What each player has collected."""
    piles = [
        "  ".join(f"{sign(kind, language)} {view.pile[seat, kind]}" for kind in range(TYPES))
        for seat in range(COLOURS)
    ]
    return say(language, "screen.pile"), piles


# A coin in letters --------------------------------------------------------------------------------
def sign(kind: int, language: str) -> str:
    """A type in two letters."""
    return say(language, f"sign.{Type(kind).name}")


def top(view: Any, coin: int, language: str) -> str:
    return sign(int(TYPE_OF[view.face[coin]]), language)


def mark(view: Any, coin: int, language: str) -> str:
    """The underside: /E if both know it, /e if only the viewer does, /? if only the other."""
    looker = WATCHER if view.me == NOBODY else int(view.me)
    seen = int(view.known[coin])
    icon = int(view.under[coin])
    if icon != NONE:
        letter = say(language, f"sign.{Icon(icon).name}")
        return "/" + (letter if seen & BOTH == BOTH else letter.lower())
    remembered = view.show_memory or int(view.fresh[coin])  # FS-A13
    return "/?" if remembered and seen and not seen & int(LOOKER[looker]) else ""


def name(view: Any, coin: int, language: str) -> str:
    """A coin off the board: its number, its type and its underside."""
    return WORDS.coin(coin, language) + top(view, coin, language) + mark(view, coin, language)


def place(view: Any, coin: int, language: str) -> str:
    """Where a coin lies."""
    where = int(view.where[coin])
    if where < SQUARES:
        return square_name(where)
    return say(language, "screen.in_hand" if where < PILES else "screen.in_pile")


def coin_on(view: Any, square: int) -> int:
    """The coin on a square, NONE where there is none."""
    return next((coin for coin in range(COINS) if view.where[coin] == square), NONE)


def coins_at(view: Any, place: int) -> list[int]:
    return [coin for coin in range(COINS) if view.where[coin] == place]


class Board:
    """The drawing of one view."""

    def __init__(
        self, console: Console, game: Any, view: Any, seats: Sequence[str], language: str
    ) -> None:
        self.console, self.game, self.view, self.seats = console, game, view, seats
        self.language = language

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"screen.{key}", **values)

    def draw(self, round_number: int = 0, totals: Sequence[int] = ()) -> RenderableType:
        """The board with both players beside it, then remarks."""
        left = [self.head(), *(self.row(row) for row in reversed(range(ROWS))), self.letters()]
        right = [line for seat in range(COLOURS) for line in self.player(seat)]
        lines = []
        for one, other in zip_longest(left, right):
            line = one or Text()
            if other:
                line.pad_right(BOARD - line.cell_len)
                line.append_text(other)
            lines.append(line)
        return Group(*lines, *(Text(remark) for remark in self.remarks()))

    def head(self) -> Text:
        """The game and what it waits for."""
        return Text(self.game.title, style="bold").append(f"  {self.phase()}", style="not bold")

    def phase(self) -> str:
        """What the player on turn has to do, and how many steps are left."""
        view = self.view
        if view.over:
            return self.say("over")
        if view.phase == Phase.TAKE:
            return self.say("take", left=2 - int(view.hand_left[view.turn]))
        if view.phase == Phase.FLIP:
            return self.say("again" if view.again else "flip")
        if view.phase == Phase.ACT:
            return self.say("act", icon=WORDS.icon(int(view.icon), self.language))
        if view.phase == Phase.PLACE:
            return self.say("place", coin=name(view, int(view.picked), self.language))
        if view.phase == Phase.STEP:
            steps = self.say("steps", left=int(view.steps_left))
            if view.chain == NONE:
                return steps
            return f"{steps}, {self.say('chain', square=square_name(int(view.chain)))}"
        return self.say("keep")

    # The board ------------------------------------------------------------------------------------
    def row(self, row: int) -> Text:
        text = Text(f"{row + 1} ", style="dim")
        for square in range(row * ROWS, (row + 1) * ROWS):
            cell = self.square(square)
            cell.pad_right(CELL - cell.cell_len)
            text.append_text(cell)
        return text

    def square(self, square: int) -> Text:
        """A coin, or an empty square: two dots on a dark one, one on a light one."""
        coin = coin_on(self.view, square)
        if coin == NONE:
            return Text(" : " if DARK[square] else " . ", style="not bold dim")
        return self.coin(coin, side(coin, self.language) + top(self.view, coin, self.language))

    def letters(self) -> Text:
        return Text("  " + "".join(f" {letter:<{CELL - 1}}" for letter in "abcdefgh"), style="dim")

    def coin(self, coin: int, shown: str) -> Text:
        """A coin's name with what is known of its underside."""
        text = Text(style="not dim").append(shown, style=STYLES[coin // SET])
        return text.append(mark(self.view, coin, self.language), style="not bold")

    # The players ----------------------------------------------------------------------------------
    def player(self, seat: int) -> list[Text]:
        """Who sits there, the hand, and the victory pile with what it still needs."""
        view, on_turn = self.view, seat == self.view.turn and not self.view.over
        colour = int(colour_of(view, seat))
        who = label(self.game, view, self.seats, seat, self.language)
        title = f"{'>' if on_turn else ' '} {who} · {self.say('dark' if colour else 'light')}"
        lines = [Text(title, style="bold" if on_turn else "")]
        hand = coins_at(view, HANDS + seat)
        names = [self.coin(c, WORDS.coin(c, self.language) + self.top(c)) for c in hand]
        lines += wrapped(self.say("hand", count=len(hand)), names)
        pile = coins_at(view, PILES + seat)
        for kind in range(TYPES):
            coins = [coin for coin in pile if TYPE_OF[view.face[coin]] == kind]
            names = [self.coin(coin, WORDS.coin(coin, self.language)) for coin in coins]
            lines += wrapped(f"{sign(kind, self.language)} {len(coins)}/{THREE}", names)
        return lines

    def top(self, coin: int) -> str:
        return top(self.view, coin, self.language)

    def remarks(self) -> list[str]:
        """Whether turns are flips only, or how soon the board is closed."""
        view = self.view
        if view.over:
            return []
        if view.flip_only:
            return [self.say("closed" if view.closed else "flip_only")]
        limit = int(view.no_progress_limit)
        if 2 * int(view.idle) >= limit:
            return [self.say("idle", turns=int(view.idle), limit=limit)]
        return []

    # Looking through the piles --------------------------------------------------------------------
    def piles(self) -> str:
        """Both victory piles in full, and what they still need (FS-A37)."""
        view, lines = self.view, []
        for seat in range(COLOURS):
            coins = [name(view, coin, self.language) for coin in coins_at(view, PILES + seat)]
            missing = [THREE - int(view.pile[seat, kind]) for kind in range(TYPES)]
            needs = [f"{n} {sign(k, self.language)}" for k, n in enumerate(missing) if n > 0]
            facts = {"coins": " ".join(coins) or "-", "needs": ", ".join(needs) or "-"}
            lines.append(self.say("pile_of", player=seat + 1, **facts))
        return "\n".join(lines)


def side(coin: int, language: str) -> str:
    """The letter of a coin's colour."""
    return WORDS.coin(coin, language)[0]


def wrapped(title: str, names: Sequence[Text]) -> list[Text]:
    """A title and coins, in lines that fit beside the board."""
    lines, indent = [Text(f"  {title}")], len(title) + 2
    for coin in names:
        if lines[-1].cell_len + 1 + coin.cell_len > PANEL:
            lines.append(Text(" " * indent))
        lines[-1].append(" ").append_text(coin)
    return lines
