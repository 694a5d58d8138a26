"""A Skippity position as lines of text and back, for cases, bug reports and golden games.

Players count from 1, rows from the top; lines left out mean what a fresh turn has:

    options: size=6
    seats: 2
    turn: 1
    row 1: R O Y G B .               a letter is a skipper's colour, a dot an empty square
    row 2: ......                    spaces do not matter; a row left out is empty
    captured 1: R1 O2                what a player has stacked up
    jumper: c3 after 2               the turn's skipper stands there, and has jumped so often
    passes: 1                        players who have passed in a row
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from skipyard.catalogue import common
from skipyard.core import NOBODY, key_from, start_dice
from skipyard.games import game
from skipyard.games.skippity import options, rules
from skipyard.games.skippity.board import (
    COLOURS,
    Colour,
    Ended,
    any_jump,
    colour_at,
    is_taken,
    no_jumper,
    put,
    sets_of,
    size_of,
    skippers_of,
    ways_on,
)
from skipyard.games.skippity.words import LETTERS, WORDS, square
from skipyard.options import Refused, read_settings, write_settings

LETTER = {colour: WORDS.letter(colour) for colour in Colour}
COLOUR = {letter: colour for colour, letter in LETTER.items()}
MOST_OF_A_COLOUR = 80  # on the largest board


# Writing ----------------------------------------------------------------------------------------
def settings(s: Any) -> str:
    """The options of a state or a view that are not the book's."""
    chosen = {
        option.name: option.names[int(s[option.name])]
        if option.names
        else type(option.default)(s[option.name])
        for option in options.OPTIONS
    }
    return ", ".join(write_settings(options.OPTIONS, chosen))


def write_row(s: Any, row: int) -> str:
    return " ".join(LETTER[Colour(colour_at(s, row, column))] for column in range(size_of(s)))


def counts_of(counts: Any) -> str:
    """Colours with how many there are of each: R3 B1."""
    named = [f"{LETTER[Colour(n + 1)]}{counts[n]}" for n in range(COLOURS) if counts[n]]
    return " ".join(named) or "-"


def lines_of(s: Any) -> list[str]:
    """The lines that a state and a view share, which is all: nothing is hidden."""
    lines = {"options": settings(s), "seats": str(s.seats), "in play": counts_of(s.in_play)}
    lines["turn"] = str(s.turn + 1)
    for row in range(size_of(s)):
        lines[f"row {row + 1}"] = write_row(s, row)
    for seat in range(s.seats):
        lines[f"captured {seat + 1}"] = counts_of(s.captured[seat])
    if s.jumps:
        lines["jumper"] = f"{square(int(s.row), int(s.column))} after {s.jumps}"
    lines["passes"] = str(s.passes) if s.passes else ""
    if s.over:
        lines |= ending(s)
    return [f"{name}: {value}" for name, value in lines.items() if value]


def ending(s: Any) -> dict[str, str]:
    """How a game ended; the program works this out by itself and does not read it."""
    found = np.zeros(int(s.seats), np.int64)
    rules.places(s, found)
    how = "no jump left" if s.over == Ended.NO_JUMP else "all passed"
    winners = " ".join(str(seat + 1) for seat, place in enumerate(found) if place == 1)
    totals = [f"{sets_of(s, seat)} of {skippers_of(s, seat)}" for seat in range(s.seats)]
    return {
        "over": f"{how}, tie of {winners}" if s.winner == NOBODY else f"{how}, won by {winners}",
        "sets": " | ".join(totals),
        "places": " ".join(map(str, found)),
    }


def write(s: Any) -> str:
    """A state as text."""
    return "\n".join(lines_of(s))


def write_view(v: Any) -> str:
    """A view as text: what one seat knows."""
    return "\n".join([f"me: {'watcher' if v.me == NOBODY else v.me + 1}", *lines_of(v)])


# Reading ------------------------------------------------------------------------------------------
DERIVED = ("in play", "over", "sets", "places", "points")  # written, and worked out anew


def split(text: str) -> dict[str, str]:
    """The lines of a text by name."""
    lines = {}
    for row in text.strip().splitlines():
        name, sign, value = row.partition(":")
        if not sign:
            raise Refused(common().say("en", "position.form", text=row.strip()))
        lines[" ".join(name.split()).lower()] = " ".join(value.split())
    return lines


class Reader:
    """One text on its way to a state."""

    def __init__(self, text: str) -> None:
        self.lines = split(text)
        seats = self.value("seats", "2", int)
        wanted = [part for part in self.lines.get("options", "").split(", ") if part]
        chosen = read_settings(options.OPTIONS, wanted, options.TITLE)
        options.check(seats, chosen)
        self.s = game("skippity").set_up(seats, chosen)
        known = ["options", "seats", "turn", "jumper", "passes", *DERIVED]
        known += [f"row {row + 1}" for row in range(size_of(self.s))]
        known += [f"captured {seat + 1}" for seat in range(seats)]
        for line in self.lines:
            if line not in known:
                names = ", ".join(known)
                raise Refused(common().say("en", "position.line", name=line, names=names))

    def value(self, name: str, default: str, read: Callable[[str], Any]) -> Any:
        """A line's value, or Refused with a sentence naming the line."""
        text = self.lines.get(name, default)
        try:
            return read(text)
        except (ValueError, KeyError, IndexError) as problem:
            if isinstance(problem, Refused):
                raise
            raise Refused(common().say("en", "position.value", name=name, text=text)) from None

    def read(self) -> Any:
        s = self.s
        start_dice(s, key_from(0), 0)
        s.winner = NOBODY
        no_jumper(s)
        s.turn = self.value("turn", "1", self.player)
        for row in range(size_of(s)):
            self.row(row)
        for seat in range(s.seats):
            s.captured[seat] = self.value(f"captured {seat + 1}", "-", self.stacks)
        self.count()
        self.value("jumper", "", self.jumper)
        s.passes = self.value("passes", "0", self.passed)
        if s.passes == s.seats:
            rules.finish(s, Ended.ALL_PASSED)
        elif not s.jumps and not any_jump(s):
            rules.finish(s, Ended.NO_JUMP)  # SK-28
        return s

    def player(self, text: str) -> int:
        if not 1 <= int(text) <= self.s.seats:
            raise ValueError(text)
        return int(text) - 1

    def row(self, row: int) -> None:
        size = size_of(self.s)
        text = self.lines.get(f"row {row + 1}", size * LETTER[Colour.EMPTY])
        letters = text.upper().replace(" ", "")
        if len(letters) != size or not set(letters) <= set(COLOUR):
            say = options.sentences().say
            raise Refused(say("en", "position.board", size=size, row=row + 1, text=text))
        for column, letter in enumerate(letters):
            if COLOUR[letter]:
                put(self.s, row, column, COLOUR[letter])

    def stacks(self, text: str) -> list[int]:
        counts = COLOURS * [0]
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
        """What is in play is what is there."""
        s = self.s
        for n in range(COLOURS):
            squares = [
                colour_at(s, row, column)
                for row in range(size_of(s))
                for column in range(size_of(s))
            ]
            found = squares.count(n + 1) + sum(int(s.captured[seat, n]) for seat in range(s.seats))
            self.limit(found)
            s.in_play[n] = found

    def jumper(self, text: str) -> None:
        s = self.s
        if not text:
            return
        name, sign, times = text.partition(" after ")
        row, column, jumps = int(name[1:]) - 1, LETTERS.index(name[:1]), int(times) if sign else 1
        if not (0 <= row < size_of(s) and column < size_of(s) and is_taken(s, row, column)):
            raise ValueError(text)
        if not 1 <= jumps <= skippers_of(s, s.turn):
            raise ValueError(text)
        s.row, s.column, s.jumps, s.onward = row, column, jumps, ways_on(s, row, column)
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
