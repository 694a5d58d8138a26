"""The cases of our games, and that the runner can fail."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from skipyard.games import cases, game
from skipyard.games.cases import Case
from skipyard.testing.laws.cases import *  # noqa: F403
from skipyard.testing.laws.cases import settings_of


def test_the_options_that_mod_adds_are_played_in_its_own_cases() -> None:
    own = {"short_game=true", "redraw_after_discard=true", "may_reopen_stock=true"}
    assert own <= settings_of("skipbo_mod")


GOOD = Case(
    "skipbo", "SB-14", "on a 4 goes a 5", "sur un 4 va un 5", position="piles: 4|0|0|0\nhand 1: 5 9"
)
GOOD = dataclasses.replace(GOOD, move="play 5 from hand on pile 1", then="piles: 5 | 0 | 0 | 0")
BAD = {
    "another result": {"then": "piles: 6 | 0 | 0 | 0"},
    "a line that should not be there": {"then": "! piles: 5*"},
    "no result": {"then": ""},
    "a refusal that does not come": {"then": "", "refused": "NOT_NEXT"},
    "a move that is refused": {"move": "play 9 from hand on pile 1"},
    "another refusal": {"move": "play 9 from hand on pile 1", "then": "", "refused": "OVER"},
    "another rule": {
        "move": "play 9 from hand on pile 1",
        "then": "",
        "refused": "NOT_NEXT",
        "rule": "SB-13",
    },
    "a refusal on the way": {"moves": ["play 9 from hand on pile 1", "discard 9 on discard 1"]},
}


def test_the_good_case_passes() -> None:
    cases.run(game("skipbo"), GOOD)


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_a_wrong_case_fails(change: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match="on a 4 goes a 5"):
        cases.run(game("skipbo"), dataclasses.replace(GOOD, **change))


def test_a_set_up_that_should_be_refused_fails() -> None:
    case = Case(
        "skipbo", "SB-02", "two are too many", "deux, c’est trop", setup={"seats": 2}, refused=True
    )
    with pytest.raises(AssertionError, match="should be refused"):
        cases.run(game("skipbo"), case)


def test_news_are_the_lines_that_changed() -> None:
    assert cases.run(game("skipbo"), GOOD).news == [
        "piles: 5 | 0 | 0 | 0",
        "hand 1: 9",
        "acted: yes",
    ]


def test_a_forbidden_move_is_translated() -> None:
    french = cases.translate(game("skipbo"), "discard Skip-Bo on partner's discard 2", "fr")
    assert french == "défausser Skip-Bo sur la défausse 2 du partenaire"
