"""The options of Skippity: names, ranges, rule ids, and what must fit together."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Mapping

from skipyard.catalogue import Catalogue
from skipyard.options import Option, Refused, Value

TITLE = "Skippity"
FEWEST_SEATS, MOST_SEATS = 2, 4  # SK-A19
AGREED_DRAW = True  # SK-32  the game knows a tie, so two players may agree on one

OPTIONS = (
    Option("allow_pass", "SK-A01", False),
    # SK-A25  Every opening has a jump on every size, tests count them: there is none to refuse.
    Option("opening_holes", "SK-A25", "centre4", names=("centre4", "corners1", "corners2")),
    Option("seeding", "SK-A26", "random", names=("random", "rows", "alternate")),
    Option("size", "SK-A21", 10, low=6, high=20),
    Option("scoring", "SK-A24", "sets", names=("sets", "hundred")),
    Option(
        "first_player", "SK-A28", "random", names=("random", "seat0", "seat1", "seat2", "seat3")
    ),
    Option("undo", "SK-A20", False),
)
FIXED: dict[str, int] = {}


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse what the book does not allow, in a sentence that names the rule."""
    say = functools.partial(sentences().say, language)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refused(say("setup.seats", title=TITLE, seats=seats), about="players")
    size, first = chosen["size"], chosen["first_player"]
    assert isinstance(size, int)
    assert isinstance(first, str)
    if size % 2:  # SK-A21  an odd board has no four squares in its middle
        raise Refused(say("setup.size", size=size), about="size")
    if first != "random" and int(first.removeprefix("seat")) >= seats:  # SK-A28
        said = say("setup.first", first=first, seats=seats, last=seats - 1)
        raise Refused(said, about="first_player")
