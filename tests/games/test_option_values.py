"""Values of options from Python: what is out of range is refused, lists are as good as tuples."""

from __future__ import annotations

from typing import Any

import pytest

from skipyard.adapters.variant import variant_of
from skipyard.batch.setup import choose_options
from skipyard.games import game
from skipyard.games.skipbo.options import BOOK_DECK
from skipyard.options import Refused


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("skipbo", "stock_size", -5),
        ("skipbo", "stock_size", 31),
        ("skip_or_trip", "removed_cards", -2),
        ("skip_or_trip", "hand_limit", 1),
        ("skippity", "size", -10),
    ],
)
def test_a_number_out_of_range_is_refused(name: str, option: str, value: int) -> None:
    for choose in (
        lambda: choose_options(game(name), 2, {option: value}),
        lambda: variant_of(name, 2, {option: value}),
    ):
        with pytest.raises(Refused, match=f"{value}"):
            choose()


@pytest.mark.parametrize("option", ["stock_size", "removed_cards"])
def test_the_default_of_a_number_can_be_named(option: str) -> None:
    name = "skipbo" if option == "stock_size" else "skip_or_trip"
    default = next(o.default for o in game(name).options.OPTIONS if o.name == option)
    assert choose_options(game(name), 2, {option: default})[option] == default


def test_a_list_is_as_good_as_a_tuple() -> None:
    fewer: Any = [10, *BOOK_DECK[1:]]
    for value in (fewer, tuple(fewer)):
        assert choose_options(game("skipbo"), 2, {"deck": value})["deck"] == tuple(fewer)
        assert variant_of("skipbo", 2, {"deck": value}).chosen["deck"] == tuple(fewer)
    book: Any = list(BOOK_DECK)
    assert choose_options(game("skipbo"), 2, {"deck": book})["deck"] == BOOK_DECK


def test_an_option_without_effect_in_a_batch_is_refused() -> None:
    for option, value in (("match", True), ("max_rounds", 3)):
        with pytest.raises(Refused, match=rf"“{option}” has no effect in a batch"):
            choose_options(game("skipbo"), 2, {option: value})
    assert choose_options(game("skipbo"), 2, {"match": False})["match"] is False
    assert choose_options(game("skip_or_trip"), 2, {"allow_pass": "false"})
