"""The options of Skip-Bo: names, ranges, rule ids, and which combinations are allowed."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Mapping

from skipyard.catalogue import Catalogue
from skipyard.options import Option, Refused, Value

TITLE = "Skip-Bo"
FEWEST_SEATS, MOST_SEATS = 2, 6  # SB-02
HAND = 5
BOX = (28,) + 12 * (12,)  # SB-A54  a deck holds at most this many of each: Skip-Bo, 1 to 12
BOOK_DECK = (18,) + 12 * (12,)  # SB-03 SB-04
STOCKS = {2: 30, 3: 30, 4: 30, 5: 20, 6: 20}  # SB-06 SB-07

SHARED = (
    Option("teams", "SB-42", False),
    Option("stock_size", "SB-A18", 0, low=1, high=30),  # SB-49  0: as the book says
    Option("must_play", "SB-A04", "never", names=("never", "when_no_draw")),
    Option("discard_wild", "SB-A05", True),
    Option("wild_on_wild", "SB-A06", True),
    Option("wild_as_12", "SB-A06", True),
    Option("show_discards", "SB-A10", "all", names=("all", "top")),
    Option(
        "on_block",
        "SB-A14",
        "fewest_stock",
        names=("fewest_stock", "draw", "recycle_discards", "shed_bottom"),
    ),
    Option("dealer", "SB-A17", "rotate", names=("rotate", "highest", "random")),
    Option("referee", "SB-A30", False, referee=True),
    Option("match", "SB-39", False),
    Option("max_rounds", "SB-A22", 0, low=0, high=99),  # 0: no limit
)
OPTIONS = (
    *SHARED,
    Option("deck", "SB-A54", BOOK_DECK, counts=BOX),
    Option("penalty_place", "SB-A28", "bottom", names=("bottom", "shuffle"), referee=True),
)
FIXED = {"pass_rounds": 1, "dealt_by": -1}  # SB-A14  one round of passes is a block


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def book_stock(seats: int, chosen: Mapping[str, Value]) -> int:
    """The stock that the book gives each player."""
    return STOCKS[seats]


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse what the book does not allow, in a sentence that names the rule."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refused(
            sentences().say(language, "setup.seats", title=TITLE, seats=seats), about="players"
        )
    stock = number(chosen, "stock_size") or book_stock(seats, chosen)
    check_family(seats, stock, chosen, sentences(), language)


def number(chosen: Mapping[str, Value], name: str) -> int:
    value = chosen[name]
    assert isinstance(value, int)
    return value


def check_family(
    seats: int, stock: int, chosen: Mapping[str, Value], words: Catalogue, language: str
) -> None:
    """Check teams, deck and stock, for which both books have the same rules."""
    say = functools.partial(words.say, language)
    if chosen["teams"] and seats not in (4, 6):  # SB-A23 MOD-A24
        raise Refused(say("setup.teams", seats=seats), about="teams")
    deck = chosen["deck"]
    assert isinstance(deck, tuple)
    if any(count > most for count, most in zip(deck, BOX, strict=True)):
        raise Refused(say("setup.box"), about="deck")
    numbers = deck[1:]
    highest = max((n for n, count in enumerate(numbers, 1) if count), default=0)
    if highest < 2 or 0 in numbers[:highest]:
        raise Refused(say("setup.gap"), about="deck")
    needed = seats * stock + seats * HAND  # SB-A18 SB-A52
    if needed > sum(deck):
        facts = {"seats": seats, "stock": stock, "needed": needed, "deck": sum(deck)}
        raise Refused(say("setup.stock", **facts), about="stock_size")
