"""The options of Flip & Skip: names, ranges, rule ids, and what must fit together."""

from __future__ import annotations

import functools
import pathlib
import tomllib
from collections.abc import Mapping

from skipyard.catalogue import Catalogue
from skipyard.options import Option, Refused, Value

TITLE = "Flip & Skip"
FEWEST_SEATS = MOST_SEATS = 2  # FS-02
AGREED_DRAW = True  # FS-A35  the game knows a draw, so two players may agree on one
FOLDER = pathlib.Path(__file__).parent
TYPES = ("Stone", "Sword", "Scroll")
ICONS = ("HAND", "BOARD", "AXES", "WREATH", "MONSTER", "EYE")
SET = 12  # FS-05
LEAST = 3  # FS-03  three of each must be there to be collected


def read_coins(file: pathlib.Path) -> tuple[int, ...]:
    """FS-A03  A coin set as counts: for each type, how many of each icon."""
    undersides = tomllib.loads(file.read_text("utf-8"))
    return tuple(undersides[kind].count(icon) for kind in TYPES for icon in ICONS)


OPTIONS = (
    Option("light_seat", "FS-A43", "0", names=("0", "1", "random")),  # FS-A39
    Option("setup_pick", "FS-A05", "choose", names=("choose", "random")),  # FS-A51
    Option("move_any", "FS-A07", False),
    Option("capture_own", "FS-A08", False),
    Option("flip_optional", "FS-A10", False),
    Option("alt_action", "FS-A12", "revealed", names=("revealed", "none", "any")),
    Option("action_optional", "FS-A14", False),
    Option("show_memory", "FS-A13", True),
    Option("return_square", "FS-A16", "any", names=("any", "dark_only")),
    Option("multiskip_cost", "FS-A26", "one", names=("one", "each")),
    Option("corner_rule", "FS-A29", "strict", names=("strict", "no_reentry", "off")),
    Option("no_progress_limit", "FS-A32", 60, low=2, high=500),
    Option("literal_no_flip", "FS-A33", False),
    Option("tie_break", "FS-A42", "draw", names=("draw", "triples")),
    Option("coin_set", "FS-A03", read_coins(FOLDER / "coins.toml"), counts=18 * (SET,)),
)
FIXED: dict[str, int] = {}


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(FOLDER / "words.toml")


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse what the book does not allow, in a sentence that names the rule."""
    if seats != FEWEST_SEATS:
        raise Refused(
            sentences().say(language, "setup.seats", title=TITLE, seats=seats), about="players"
        )
    coins = chosen["coin_set"]
    assert isinstance(coins, tuple)
    if sum(coins) != SET:
        said = sentences().say(language, "setup.twelve", coins=sum(coins))
        raise Refused(said, about="coin_set")
    for number in range(len(TYPES)):
        held = sum(coins[number * len(ICONS) : (number + 1) * len(ICONS)])
        if held < LEAST:
            kind = sentences().say(language, f"type.{TYPES[number]}")
            said = sentences().say(language, "setup.three", kind=kind, held=held)
            raise Refused(said, about="coin_set")
