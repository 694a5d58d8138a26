"""A Skippity position as lines of text and back, for cases, bug reports and golden games.

Players count from 1, rows from the top; a line left out has the value of a new turn:

    options: size=6
    seats: 2
    turn: 1
    row 1: R O Y G B .               a letter is a skipper's colour, a dot an empty square
    row 2: ......                    spaces do not matter; a row left out is empty
    captured 1: R1 O2                what a player has captured
    jumper: c3 after 2               this turn's skipper is there after two jumps
    passes: 1                        players who have passed in a row
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from skipyard.core import NOBODY, key_from, start_dice
from skipyard.games import game
from skipyard.games.position_text import Lines, chosen_in, counted, in_order, whose, write_options
from skipyard.games.skippity import board, options, rules
from skipyard.games.skippity.board import Colour, Ended
from skipyard.games.skippity.words import LETTERS, WORDS, square
from skipyard.options import Refused

GAME = game("skippity")
LETTER = {colour: WORDS.letter(colour) for colour in Colour}
COLOUR = {letter: colour for colour, letter in LETTER.items()}
MOST_OF_A_COLOUR = 80  # on the largest board


# Writing ----------------------------------------------------------------------------------------
def write_row(s: Any, row: int) -> str:
    colours = [board.colour_at(s, row, column) for column in range(board.size_of(s))]
    return " ".join(LETTER[Colour(colour)] for colour in colours)


def counts_of(counts: Any) -> str:
    """Colours with their counts: R3 B1."""
    named = [f"{LETTER[Colour(n + 1)]}{counts[n]}" for n in range(board.COLOURS) if counts[n]]
    return " ".join(named) or "-"


def write(s: Any) -> str:
    """A state or a view as text: nothing is hidden."""
    lines = {"options": write_options(GAME, chosen_in(GAME, s)), "seats": str(s.seats)}
    lines["in play"] = counts_of(s.in_play)
    lines["turn"] = str(s.turn + 1)
    for row in range(board.size_of(s)):
        lines[f"row {row + 1}"] = write_row(s, row)
    for seat in range(s.seats):
        lines[f"captured {seat + 1}"] = counts_of(s.captured[seat])
    if s.jumps:
        lines["jumper"] = f"{square(int(s.row), int(s.column))} after {s.jumps}"
    lines["passes"] = str(s.passes) if s.passes else ""
    if s.over:
        lines |= ending(s)
    return in_order(lines, lines)


def ending(s: Any) -> dict[str, str]:
    """How a game ended; when a position is read, this is computed instead."""
    places = np.zeros(int(s.seats), np.int64)
    rules.places(s, places)
    how = "no jump left" if s.over == Ended.NO_JUMP else "all passed"
    winners = " ".join(str(seat + 1) for seat, place in enumerate(places) if place == 1)
    pairs = [(board.sets_of(s, seat), board.skippers_of(s, seat)) for seat in range(s.seats)]
    totals = [f"{sets} of {skippers}" for sets, skippers in pairs]
    return {
        "over": f"{how}, tie of {winners}" if s.winner == NOBODY else f"{how}, won by {winners}",
        "sets": " | ".join(totals),
        "places": " ".join(map(str, places)),
    }


def write_view(v: Any) -> str:
    """A view as text: what one seat knows."""
    return f"me: {whose(v.me)}\n{write(v)}"


# Reading ------------------------------------------------------------------------------------------
DERIVED = ("in play", "over", "sets", "places", "points")  # written, but computed when read


class Reader:
    """Reads a state from a text."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        seats, chosen = self.lines.agreed(GAME)
        options.check(seats, chosen)
        self.s = GAME.set_up(seats, chosen)
        known = ["options", "seats", "turn", "jumper", "passes", *DERIVED]
        known += [f"row {row + 1}" for row in range(board.size_of(self.s))]
        known += [f"captured {seat + 1}" for seat in range(seats)]
        self.lines.only(known)
        self.player = partial(counted, seats)

    def read(self) -> Any:
        s = self.s
        start_dice(s, key_from(0), 0)
        s.winner = NOBODY
        board.no_jumper(s)
        s.turn = self.lines.value("turn", "1", self.player)
        for row in range(board.size_of(s)):
            self.row(row)
        for seat in range(s.seats):
            s.captured[seat] = self.lines.value(f"captured {seat + 1}", "-", self.stacks)
        self.count()
        self.lines.value("jumper", "", self.jumper)
        s.passes = self.lines.value("passes", "0", self.passed)
        if s.passes == s.seats:
            rules.finish(s, Ended.ALL_PASSED)
        elif not s.jumps and not board.any_jump(s):
            rules.finish(s, Ended.NO_JUMP)  # SK-28
        return s

    def row(self, row: int) -> None:
        size = board.size_of(self.s)
        text = self.lines.get(f"row {row + 1}", size * LETTER[Colour.EMPTY])
        letters = text.upper().replace(" ", "")
        if len(letters) != size or not set(letters) <= set(COLOUR):
            say = options.sentences().say
            raise Refused(say("en", "position.board", size=size, row=row + 1, text=text))
        for column, letter in enumerate(letters):
            if COLOUR[letter]:
                board.put(self.s, row, column, COLOUR[letter])

    def stacks(self, text: str) -> list[int]:
        counts = board.COLOURS * [0]
        for word in [] if text == "-" else text.upper().split():
            colour = COLOUR[word[0]]
            if colour == Colour.EMPTY or not (word[1:].isdecimal() and word.isascii()):
                raise ValueError(text)
            counts[colour - 1] += int(word[1:])
        self.limit(max(counts))
        return counts

    def limit(self, count: int) -> None:
        if count > MOST_OF_A_COLOUR:
            say = options.sentences().say
            raise Refused(say("en", "position.skippers", count=count, most=MOST_OF_A_COLOUR))

    def count(self) -> None:
        """Set what is in play to what is on the board and captured."""
        s = self.s
        for n in range(board.COLOURS):
            squares = [
                board.colour_at(s, row, column)
                for row in range(board.size_of(s))
                for column in range(board.size_of(s))
            ]
            number = squares.count(n + 1) + sum(int(s.captured[seat, n]) for seat in range(s.seats))
            self.limit(number)
            s.in_play[n] = number

    def jumper(self, text: str) -> None:
        s = self.s
        if not text:
            return
        name, sign, times = text.partition(" after ")
        row, column, jumps = int(name[1:]) - 1, LETTERS.index(name[:1]), int(times) if sign else 1
        if not (board.on_board(s, row, column) and board.is_taken(s, row, column)):
            raise ValueError(text)
        if not 1 <= jumps <= board.skippers_of(s, s.turn):
            raise ValueError(text)
        s.row, s.column, s.jumps, s.onward = row, column, jumps, board.ways_on(s, row, column)
        if s.onward == 0 and not s.undo:  # SK-A13  that turn has ended
            raise ValueError(text)

    def passed(self, text: str) -> int:
        most = int(self.s.seats) if self.s.allow_pass and not self.s.jumps else 0
        if not 0 <= int(text) <= most:
            raise ValueError(text)
        return int(text)


def read(text: str) -> Any:
    """The state that a text describes, or Refused with a sentence."""
    return Reader(text).read()
