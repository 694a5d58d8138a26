"""The options of Skip or Trip: names, ranges, rule ids, and which combinations are allowed."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Mapping
from typing import Any

from skipyard.catalogue import Catalogue
from skipyard.games.skip_or_trip import symbols
from skipyard.options import Option, Refused, Value

TITLE = "Skip or Trip"
FEWEST_SEATS, MOST_SEATS = 2, 6  # ST-01
CARDS, HAND = 108, 2  # ST-45 ST-05
BOOK_REMOVED = {5: 8}  # ST-04
MERCY_SEATS, ADVANCED_SEATS, TEAM_SEATS = (4, 5, 6), (2, 3), (4,)  # ST-34 ST-35 ST-41

OPTIONS = (
    Option("variant", "ST-35", "basic", names=("basic", "advanced", "team")),  # ST-41
    Option("mercy", "ST-A31", "off", names=("off", "on")),
    Option(
        "first_player",
        "ST-A55",
        "random",
        names=("random", *(f"seat{n}" for n in range(MOST_SEATS))),
    ),
    Option("allow_pass", "ST-A03", "true", names=("true", "false", "only_if_stuck")),
    Option("wasted_skip", "ST-A16", "allow", names=("allow", "forbid")),
    Option("reveal_skipped", "ST-A33", False),
    Option("hand_limit", "ST-A20", 0, low=HAND, high=54, unset="none"),
    Option("removed_cards", "ST-A48", -1, low=0, high=CARDS - FEWEST_SEATS * HAND),
    Option("cut", "ST-A35", "plain", names=("plain", "half", "random")),
    Option("endgame_first_check", "ST-A23", "next", names=("next", "same")),
    Option("endgame_reading", "ST-A24", "any", names=("any", "mover")),
    Option("last_tie", "ST-A25", "none_quits", names=("none_quits", "all_quit", "mover_quits")),
    Option("adv_elimination", "ST-A39", "player", names=("player", "token")),
    Option("house_rules", "ST-A61", False),
    Option(
        "symbol_set",
        "ST-A01",
        symbols.SHIPPED[0],
        names=(*symbols.SHIPPED, symbols.FILE),
        resolve=symbols.resolve,
        local=(symbols.FILE,),
    ),
)
FIXED: dict[str, int] = {}


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def complete(state: Any, chosen: Mapping[str, Value]) -> None:
    """ST-A01  Write the symbol set into a state: compiled rules read it there."""
    value = str(chosen["symbol_set"])
    symbol_set = symbols.of(value)
    state.symbol_mark = symbols.mark_of(value)
    state.squares[:] = symbol_set.squares
    state.faces[:] = symbol_set.faces


def check(seats: int, chosen: Mapping[str, Value], language: str = "en") -> None:
    """Refuse what the book does not allow, in a sentence that names the rule."""
    say = functools.partial(sentences().say, language)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refused(say("setup.seats", title=TITLE, seats=seats), about="players")
    variant, mercy, house = chosen["variant"], chosen["mercy"] == "on", chosen["house_rules"]
    if variant == "team" and seats not in TEAM_SEATS:
        raise Refused(say("setup.team", seats=seats), about="variant")
    if variant == "advanced" and seats not in ADVANCED_SEATS and not house:  # ST-A47
        raise Refused(say("setup.advanced", seats=seats), about="variant")
    if mercy and variant != "basic":  # ST-38 ST-A61
        raise Refused(say("setup.mercy_advanced"), about="mercy")
    if mercy and seats not in MERCY_SEATS and not house:  # ST-A47
        raise Refused(say("setup.mercy", seats=seats), about="mercy")
    if chosen["cut"] != "plain" and variant == "basic":  # ST-A63
        raise Refused(say("setup.cut"), about="cut")
    first = str(chosen["first_player"]).removeprefix("seat")
    if first.isdecimal() and int(first) >= seats:  # ST-A55
        raise Refused(say("setup.first", seat=first, last=seats - 1), about="first_player")
    check_cards(seats, chosen, language)


def check_cards(seats: int, chosen: Mapping[str, Value], language: str) -> None:
    """ST-A48 ST-A62 ST-A63  Check that enough cards are left to deal after cut and removal."""
    removed = chosen["removed_cards"]
    assert isinstance(removed, int)
    if removed < 0:
        removed = BOOK_REMOVED.get(seats, 0)
    aside = {"plain": 0, "half": CARDS // 2, "random": 1}[str(chosen["cut"])]
    left = CARDS - aside - removed
    if left < seats * HAND:
        facts = {"seats": seats, "needed": seats * HAND, "left": left}
        raise Refused(sentences().say(language, "setup.cards", **facts), about="removed_cards")
