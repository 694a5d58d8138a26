"""The option of Pebbles, and how many can play."""

import functools
import pathlib
from collections.abc import Mapping

from skipyard.catalogue import Catalogue
from skipyard.options import Option, Refused, Value

TITLE = "Pebbles"
FEWEST_SEATS, MOST_SEATS = 2, 4  # PB-02
OPTIONS = (Option("stones", "PB-10", 20, low=10, high=30),)


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse a table of another size."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refused(sentences().say(language, "setup.seats", seats=seats), about="players")
