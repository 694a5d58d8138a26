"""Arguments that several commands share, checked; a wrong one is refused with a sentence."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from skipyard.catalogue import common
from skipyard.options import Refused, Value, read_settings

if TYPE_CHECKING:
    from skipyard.games import Game

LARGEST = 10**12


def whole_number(text: str, name: str, lowest: int = 0, *, language: str) -> int:
    """An integer from `lowest` to LARGEST."""
    try:
        number = int(text)
    except ValueError:
        number = lowest - 1
    if not lowest <= number <= LARGEST:
        facts = {"name": name, "low": lowest, "high": LARGEST, "text": text}
        raise Refused(common().say(language, "command.whole", **facts))
    return number


def table_of(g: Game, args: Any, default_seats: int = 2) -> tuple[int, dict[str, Value]]:
    """The seats and options that the arguments ask for, checked by the game."""
    seats = default_seats
    if args.seats is not None:
        seats = whole_number(args.seats, "--seats", 1, language=args.lang)
    chosen = read_settings(g.options.OPTIONS, args.settings, g.title, args.lang)
    g.options.check(seats, chosen, args.lang)
    return seats, chosen


def bots_of(text: str, seats: int, language: str = "en") -> list[str]:
    """A bot for every seat, from one name for all or one name each."""
    from skipyard import bots  # not needed by __main__, which imports this package for Ctrl-C

    names = names_in(text)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        facts = {"seats": seats, "bots": len(names), "names": " · ".join(names)}
        raise Refused(common().say(language, "bot.count", **facts), about="--bots")
    for name in names:
        bots.check(name, language)
    return names


def names_in(text: str) -> list[str]:
    """Names of bots, separated by commas; inside a command, quotes protect a comma."""
    names, quote = [""], ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"" and names[-1].lstrip().startswith("exec:"):
            quote = letter
        elif letter == ",":
            names.append("")
            continue
        names[-1] += letter
    return [name.strip() for name in names]


def print_line(text: str) -> None:
    sys.stdout.write(text + "\n")
