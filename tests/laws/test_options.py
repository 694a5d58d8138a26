"""The laws of options for our games, and combinations that each game refuses."""

from __future__ import annotations

import re

import pytest

from skipyard.games import game
from skipyard.games.random_play import defaults, table
from skipyard.options import Refused, Value, find, read_settings
from skipyard.testing.laws.options import *  # noqa: F403
from skipyard.testing.laws.options import refusal
from skipyard.testing.worlds import every_language

FAMILY = ("skipbo", "skipbo_mod")


def unfit(name: str, seats: int, language: str = "en", **changed: Value) -> str:
    """The sentence that a set-up is refused with."""
    with pytest.raises(Refused) as refused:
        game(name).options.check(seats, defaults(name) | changed, language)
    return str(refused.value)


@pytest.mark.parametrize("name", FAMILY)
def test_the_later_setting_counts(name: str) -> None:
    chosen = read_settings(
        game(name).options.OPTIONS, ["teams=on", "stock_size=7", "teams=no", "DEALER= Random "], ""
    )
    assert (chosen["teams"], chosen["stock_size"], chosen["dealer"]) == (False, 7, "random")


@pytest.mark.parametrize("name", FAMILY)
def test_a_beginning_of_a_name_is_enough(name: str) -> None:
    options = game(name).options.OPTIONS
    assert find(options, "stock", name).name == "stock_size"
    assert find(options, "On-Block", name).name == "on_block"
    assert find(options, " te ", name).name == "teams"
    assert find(options, "wild_a", name).name == "wild_as_12"


@every_language
def test_the_two_languages_refuse_in_their_own_words(language: str) -> None:
    said = refusal("skipbo", ["teams=maybe"], language)
    assert (
        said
        == {
            "en": "teams is one of true, false (SB-42); you asked for “maybe”.",
            "fr": "teams vaut true, false (SB-42) ; vous avez demandé « maybe ».",
        }[language]
    )


# What must fit together ---------------------------------------------------------------------------
def test_seats_have_limits() -> None:
    assert unfit("skipbo", 7) == "Skip-Bo is for 2 to 6 players (SB-02); you asked for 7."
    assert unfit("skipbo", 1) == "Skip-Bo is for 2 to 6 players (SB-02); you asked for 1."
    assert unfit("skipbo", 7, "fr") == "Skip-Bo se joue de 2 à 6 (SB-02) ; vous avez demandé 7."
    for seats in (-1, 0, 1, 5, 6, 7, 100):
        assert "(MOD-A31)" in unfit("skipbo_mod", seats)
        assert f"{seats}." in unfit("skipbo_mod", seats, "fr")
    for seats in (2, 3, 4):
        table("skipbo_mod", seats, 1)
    for seats in (5, 6):
        table("skipbo_mod", seats, 1, short_game=True)
        table("skipbo_mod", seats, 1, stock_size=10)
        assert "(MOD-A31)" in unfit("skipbo_mod", seats, short_game=True, stock_size=11)
    for seats in range(2, 7):
        table("skipbo", seats, 1)


UNFIT_IN_FAMILY: list[tuple[int, dict[str, Value], str]] = [
    (2, {"teams": True}, "A2"),
    (5, {"teams": True, "stock_size": 5}, "A2"),
    (2, {"deck": (29, *12 * (5,))}, "SB-A54"),
    (2, {"deck": (3, 13, *11 * (5,))}, "SB-A54"),
    (2, {"deck": (28, *12 * (0,))}, "-1"),
    (2, {"deck": (28, 12, *11 * (0,))}, "-1"),
    (2, {"deck": (28, 12, 12, 0, *9 * (12,))}, "-1"),
    (4, {"deck": (0, *12 * (1,))}, "SB-A52"),
    (6, {"stock_size": 30}, ""),
    (3, {"stock_size": 30, "deck": (5, *12 * (6,))}, "SB-A52"),
]
UNFIT: list[tuple[str, int, dict[str, Value], str]] = [
    *((name, *unfit) for name in FAMILY for unfit in UNFIT_IN_FAMILY),
    ("skip_or_trip", 1, {}, "ST-01"),
    ("skip_or_trip", 7, {}, "ST-01"),
    ("skip_or_trip", 3, {"variant": "team"}, "ST-41"),
    ("skip_or_trip", 4, {"variant": "advanced"}, "ST-A47"),
    ("skip_or_trip", 2, {"first_player": "seat2"}, "ST-A55"),
    ("flip_and_skip", 1, {}, "FS-02"),
    ("flip_and_skip", 3, {}, "FS-02"),
    ("flip_and_skip", 2, {"coin_set": 18 * (1,)}, "FS-05, FS-A03"),
    ("flip_and_skip", 2, {"coin_set": (*10 * (0,), 12, *7 * (0,))}, "FS-03, FS-A03"),
    ("skippity", 1, {}, "SK-A19"),
    ("skippity", 5, {}, "SK-A19"),
    ("skippity", 2, {"size": 9}, "SK-A21"),
    ("skippity", 2, {"first_player": "seat2"}, "SK-A28"),
    ("skippity", 3, {"first_player": "seat3"}, "SK-A28"),
]


@every_language
@pytest.mark.parametrize(("name", "seats", "changed", "rule"), UNFIT)
def test_what_does_not_fit_is_refused_with_a_rule(
    name: str, language: str, seats: int, changed: dict[str, Value], rule: str
) -> None:
    said = unfit(name, seats, language, **changed)
    cited = re.findall(r"\(([A-Z]+-A?\d\d)\)", said)
    assert len(cited) == 1 + rule.count(",")
    assert rule in ", ".join(cited)
    assert "{" not in said


@pytest.mark.parametrize("name", FAMILY)
def test_the_largest_stock_that_fits_is_allowed(name: str) -> None:
    deck = (0, *12 * (5,))  # 60 cards
    table(name, 2, 1, deck=deck, stock_size=25)
    assert "60" in unfit(name, 2, deck=deck, stock_size=26)
