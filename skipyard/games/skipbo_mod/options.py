"""The options of Skip-Bo MOD: those of Skip-Bo, with its own deck, stock and die."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Mapping
from dataclasses import replace

from skipyard.catalogue import Catalogue
from skipyard.games.skipbo.options import BOX, SHARED, check_family, number
from skipyard.options import Option, Refused, Value

TITLE = "Skip-Bo MOD"
FEWEST_SEATS, MOST_SEATS = 2, 6
BOOK_DECK = (16,) + 12 * (8,)  # MOD-01 MOD-A01
STOCK, SHORT_STOCK = 15, 10  # MOD-03 MOD-60
FEW_SEATS = 4  # MOD-A02 MOD-A31  more only where the stock is short

RULES = {"teams": "MOD-36", "dealer": "MOD-A23", "referee": "MOD-A20", "match": "MOD-35"}
OPTIONS = (
    *(replace(option, rule=RULES.get(option.name, option.rule)) for option in SHARED),
    Option("deck", "MOD-A01", BOOK_DECK, counts=BOX),
    Option("short_game", "MOD-60", False),
    Option("redraw_after_discard", "MOD-A12", False),
    Option("may_reopen_stock", "MOD-A17", False),
)
FIXED = {
    "pass_rounds": 3,  # MOD-A28  passes may be due to the roll: three rounds make a block
    "penalty_place": 2,  # MOD-A29  talk to the bottom, excess shuffled in
    "dealt_by": -1,
}


@functools.cache
def sentences() -> Catalogue:
    own = pathlib.Path(__file__).parent
    return Catalogue(own.parent / "skipbo" / "words.toml", own / "words.toml")


def book_stock(seats: int, chosen: Mapping[str, Value]) -> int:
    """The stock that the book gives each player."""
    return SHORT_STOCK if chosen["short_game"] else STOCK


def fit(seats: int, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """MOD-A31  Five or six play the short game, unless a stock was chosen."""
    short = seats > FEW_SEATS and not number(chosen, "stock_size")
    return {**chosen, "short_game": True} if short else dict(chosen)


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse what the book does not allow, in a sentence that names the rule."""
    stock = number(chosen, "stock_size") or book_stock(seats, chosen)
    if not FEWEST_SEATS <= seats <= (MOST_SEATS if stock <= SHORT_STOCK else FEW_SEATS):
        raise Refused(
            sentences().say(language, "setup.seats", title=TITLE, seats=seats), about="players"
        )
    check_family(seats, stock, chosen, sentences(), language)
