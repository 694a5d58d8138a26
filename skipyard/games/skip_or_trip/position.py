"""A Skip or Trip position as lines of text and back, for cases, reports and golden games.

Players count from 1; a card is its number and symbols. A line left out has a fresh table's value:

    seats: 3
    turn: 1
    tokens: 20 | 12 | 5              by player (by team); two tokens: 20 4; off the track: -
    hand 1: 3-D 4-K 6-B
    face down 1: 8-S                 discarded with hidden symbols, by whom
    shown: 2-M                       discarded open
    in play: 3-D                     played for the trips of this turn
    deck: 60, top 4-K                cards in the deck, the card on top; the rest was removed
    trip: 2a with a, sum 3, left K   the trip being chosen: target, own token, laid, to be matched
    tripped: yes                     in this turn; also: moved, endgame
    idle: 2                          turns in a row in which nothing happened
    quit: 3 | 4 5                    who quit, in order, together between bars
"""

from __future__ import annotations

from functools import partial
from typing import Any

from skipyard.catalogue import common
from skipyard.core import NOBODY, NONE, key_from, start_dice
from skipyard.games import game
from skipyard.games.position_text import Lines, chosen_in, counted, in_order, whose, write_options
from skipyard.games.skip_or_trip import board, cards, symbols
from skipyard.games.skip_or_trip.board import Ended, Step
from skipyard.games.skip_or_trip.words import Words, of
from skipyard.options import Refused

NAME = "skip_or_trip"
LINES = ("options", "seats", "first", "turn", "tokens", "shown", "in play", "deck", "trip")
MORE = ("tripped", "moved", "endgame", "idle", "quit", "over")
SEAT_LINES = ("hand", "face down")
LETTERS = "ab"  # of a side's tokens
ENDS = {
    "at 100": Ended.AT_GOAL,
    "last left": Ended.LAST_LEFT,
    "all quit": Ended.ALL_QUIT,
}


def held(masks: Any) -> list[int]:
    """The cards in a set of bits."""
    faces = range(board.FACES)
    return [
        n * board.FACES + face
        for n, mask in enumerate(masks)
        for face in faces
        if int(mask) >> face & 1
    ]


# Writing ----------------------------------------------------------------------------------------
def list_of(words: Words, masks: Any) -> str:
    return " ".join(words.card(card) for card in held(masks)) or "-"


def numbers_of(counts: Any) -> str:
    """Cards by number only: 3 3 8."""
    return " ".join(str(n + 1) for n in range(board.NUMBERS) for _ in range(counts[n])) or "-"


def square_name(square: int) -> str:
    return "-" if square == NONE else str(square)


def write_trip(words: Words, s: Any) -> str:
    if s.step == Step.MOVE:
        return ""
    text = f"{s.target + 1}{LETTERS[s.target_token]}"
    if s.step == Step.CARDS:
        text += f" with {LETTERS[s.own_token]}, sum {s.pips}, left {words.symbols.write(s.need)}"
    return text


def common_lines(words: Words, s: Any) -> dict[str, str]:
    """The lines that a state and a view share: what everybody sees."""
    g = game(NAME)
    lines = {
        "options": write_options(
            g, chosen_in(g, s) | {"symbol_set": symbols.VALUES[int(s.symbol_mark)]}
        ),
        "seats": str(s.seats),
        "first": str(s.first + 1),
    }
    lines["turn"] = str(s.turn + 1)
    each = [s.token[side, : board.tokens_at_first(s)] for side in range(board.sides(s))]
    lines["tokens"] = " | ".join(" ".join(map(square_name, squares)) for squares in each)
    lines["shown"], lines["in play"] = list_of(words, s.shown), list_of(words, s.in_play)
    lines["trip"] = write_trip(words, s)
    for flag in ("tripped", "moved", "endgame"):
        lines[flag] = "yes" if s[flag] else ""
    lines["idle"] = str(s.idle) if s.idle else ""
    orders = range(1, int(s.quits) + 1)
    groups = [
        " ".join(str(n + 1) for n in range(board.sides(s)) if s.quit_at[n] == k) for k in orders
    ]
    lines["quit"] = " | ".join(groups)
    if s.over:
        ending = next(name for name, ended in ENDS.items() if ended == s.over)
        who = "draw" if s.winner == NOBODY else f"won by {s.winner + 1}"
        lines["over"] = f"{who}, {ending}"
    return lines


def write(s: Any) -> str:
    """A state as text, hidden cards included."""
    words = of(s)
    lines = common_lines(words, s)
    for seat in range(s.seats):
        lines[f"hand {seat + 1}"] = list_of(words, s.hand[seat])
        lines[f"face down {seat + 1}"] = list_of(words, s.down[seat])
    top = f", top {words.card(int(s.top))}" if s.top != NONE else ""
    lines["deck"] = f"{s.deck_left}{top}"
    return ordered(lines)


def write_view(v: Any) -> str:
    """A view as text: what one seat knows."""
    words = of(v)
    lines = common_lines(words, v)
    lines["me"] = whose(v.me)
    for seat in range(v.seats):
        mine = seat == v.me
        hand, down = numbers_of(v.numbers[seat]), numbers_of(v.numbers_down[seat])
        lines[f"hand {seat + 1}"] = list_of(words, v.hand) if mine else hand
        lines[f"face down {seat + 1}"] = list_of(words, v.down) if mine else down
    lines["deck"] = f"{v.deck_left}, top {v.top}" if v.deck_left else "0"
    return ordered(lines)


def ordered(lines: dict[str, str]) -> str:
    """The lines in the order in which they are written, without empty places."""
    order = ["me", *LINES[:5]]
    order += [f"{line} {n + 1}" for n in range(int(lines["seats"])) for line in SEAT_LINES]
    optional = ("in play", "shown", "face down")
    written = {k: v for k, v in lines.items() if v != "-" or not k.startswith(optional)}
    return in_order(written, [*order, *LINES[5:], *MORE])


# Reading ------------------------------------------------------------------------------------------
class Reader:
    """Reads a text into a state."""

    def __init__(self, text: str) -> None:
        g, self.lines = game(NAME), Lines(text)
        seats, chosen = self.lines.agreed(g)
        g.options.check(seats, chosen)
        self.s = g.set_up(seats, chosen)
        self.words = of(self.s)
        known = [*LINES, *MORE]
        known += [f"{line} {seat + 1}" for seat in range(seats) for line in SEAT_LINES]
        self.lines.only(known)
        self.player, self.side = partial(counted, seats), partial(counted, board.sides(self.s))

    def read(self) -> Any:
        s = self.s
        start_dice(s, key_from(0), 0)
        s.winner, s.target, s.token, s.bag, s.bag_left = (
            NOBODY,
            NONE,
            NONE,
            cards.ALL_FACES,
            board.CARDS,
        )
        s.turn = self.lines.value("turn", "1", self.player)
        s.first = self.lines.value("first", str(s.turn + 1), self.player)
        start = " | ".join([" ".join(board.tokens_at_first(s) * ["0"])] * board.sides(s))
        self.lines.value("tokens", start, self.tokens)
        for seat in range(s.seats):
            self.lines.value(f"hand {seat + 1}", "-", partial(self.cards, s.hand[seat]))
            self.lines.value(f"face down {seat + 1}", "-", partial(self.cards, s.down[seat]))
        self.lines.value("shown", "-", partial(self.cards, s.shown))
        self.lines.value("in play", "-", partial(self.cards, s.in_play))
        self.lines.value("deck", str(s.bag_left - cards.to_remove(s)), self.deck)
        self.lines.value("trip", "", self.trip)
        for flag in ("tripped", "moved", "endgame"):
            s[flag] = self.lines.yes(flag)
        s.idle = self.lines.value("idle", "0", int)
        self.lines.value("quit", "", self.quit)
        self.lines.value("over", "", self.over)
        return s

    def tokens(self, text: str) -> None:
        parts = text.split("|")
        if len(parts) != board.sides(self.s):
            raise ValueError(text)
        taken: list[int] = []
        for side, part in enumerate(parts):
            squares = [NONE if word == "-" else int(word) for word in part.split()]
            if len(squares) != board.tokens_at_first(self.s) or not all(
                -1 <= n <= 100 for n in squares
            ):
                raise ValueError(text)
            self.s.token[side, : len(squares)] = squares
            taken += [square for square in squares if square > 0]
        if len(taken) != len(set(taken)):  # ST-16
            raise ValueError(text)

    def cards(self, place: Any, text: str) -> None:
        for name in [] if text in ("-", "") else text.split():
            self.card(place, name)

    def named(self, name: str) -> int:
        number, _, letters = name.partition("-")
        sign = self.words.symbols.read(letters)
        return self.words.symbols.cards[f"{int(number)}-{self.words.symbols.write(sign)}"]

    def card(self, place: Any, name: str) -> None:
        """Move a named card from the bag to its place."""
        card = self.named(name)
        if not cards.holds(self.s.bag, card):
            raise Refused(common().say("en", "position.cards", card=name))
        cards.take(self.s.bag, card)
        cards.put(place, card)
        self.s.bag_left -= 1

    def deck(self, text: str) -> None:
        s = self.s
        left, _, top = text.partition(", top ")
        if not 0 <= int(left) <= s.bag_left:
            raise ValueError(text)
        s.deck_left = int(left)
        cards.turn_top(s)
        if top:
            s.top = self.named(top) if "-" in top else self.of_number(int(top))
            if s.deck_left == 0 or not cards.holds(s.bag, s.top):
                raise ValueError(text)

    def of_number(self, number: int) -> int:
        """A card of a number that is still in the bag."""
        return next(card for card in held(self.s.bag) if cards.NUMBER_OF[card] == number - 1)

    def trip(self, text: str) -> None:
        s = self.s
        if not text:
            return
        target, _, rest = text.partition(" with ")
        s.target, s.target_token = self.side(target[:-1]), LETTERS.index(target[-1])
        square = s.token[s.target, s.target_token]
        s.step, s.need = Step.TOKEN, s.squares[max(square, 0)]
        if rest:
            own, pips, left = rest.split(", ")
            s.step, s.own_token = Step.CARDS, LETTERS.index(own)
            s.pips = int(pips.removeprefix("sum "))
            s.need = self.words.symbols.read(left.removeprefix("left "))

    def quit(self, text: str) -> None:
        for order, group in enumerate(text.split("|") if text else [], 1):
            self.s.quits = order
            for word in group.split():
                self.s.quit_at[self.side(word)] = order

    def over(self, text: str) -> None:
        if text:
            who, ending = text.split(", ")
            self.s.over = ENDS[ending]
            if who != "draw":
                self.s.winner = self.side(who.removeprefix("won by "))


def read(text: str) -> Any:
    """The state that a text describes, or Refused with a sentence."""
    return Reader(text).read()
