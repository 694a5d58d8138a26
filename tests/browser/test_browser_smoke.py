"""The browser tests of the short run: a game on every board, and one check of access."""

from __future__ import annotations

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import (
    PHONE,
    People,
    axe_findings,
    needs_axe,
    needs_browser,
    play_now,
    seq_of,
)

from skipyard.games import GAMES

pytestmark = needs_browser


@pytest.mark.parametrize("game", list(GAMES))
def test_one_click_sits_me_down_and_taps_play_until_i_give_up(people: People, game: str) -> None:
    page = people.open()
    play_now(page, game)
    before = seq_of(page)
    take_turns(page, 3)
    assert seq_of(page) >= before + 3
    assert page.locator(".journal li").count() > 3
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()


@needs_axe
def test_axe_has_nothing_against_a_french_table_on_a_phone(people: People) -> None:
    page = people.open(locale="fr-FR", color_scheme="dark", **PHONE)
    play_now(page)
    assert page.locator("html").get_attribute("lang") == "fr"
    assert axe_findings(page) == []
