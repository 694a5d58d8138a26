"""What points are is told in the game's own words, without hovering."""

from __future__ import annotations

import re

import pytest
from helpers.browser_people import PHONE, People, needs_browser

pytestmark = [pytest.mark.full, needs_browser]
WORDS = {"en": "5 for every card left", "fr": "5 par carte restée"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_points_of_a_match_explain_themselves_to_the_keyboard(
    people: People, language: str
) -> None:
    page = people.open(locale=language)
    facts = people.open_table(page, "skipbo", chairs=["me", "bot:greedy"], settings=["match=true"])
    page.goto(f"{people.url}/t/{facts['table']}")
    points, told = page.locator(".bar .points"), page.locator("#points")
    points.wait_for()
    assert told.is_hidden()
    points.press("Enter")
    assert WORDS[language] in told.inner_text()
    page.locator(".bar .points[aria-expanded=true]").wait_for()
    page.keyboard.press("Escape")
    told.wait_for(state="hidden")
    page.locator(".bar .points[aria-expanded=false]").wait_for()


def test_points_of_a_match_are_explained_in_the_settings_of_a_phone(people: People) -> None:
    page = people.open(**PHONE)
    facts = people.open_table(page, "skipbo", chairs=["me", "bot:greedy"], settings=["match=true"])
    page.goto(f"{people.url}/t/{facts['table']}")
    page.get_by_role("button", name="Settings").tap()
    assert WORDS["en"] in page.locator("dialog[open]").inner_text()


@pytest.mark.parametrize(
    ("settings", "words"),
    [(["size=6"], "1 for every complete set"), (["size=6", "scoring=hundred"], "100 for every")],
)
def test_a_table_says_what_its_points_are(people: People, settings: list[str], words: str) -> None:
    page = people.open()
    facts = people.open_table(page, "skippity", chairs=["me", "bot:greedy"], settings=settings)
    page.goto(f"{people.url}/t/{facts['table']}")
    page.wait_for_function("() => document.querySelector('main.board')")
    told = page.request.get(f"{people.url}/api/tables/{facts['table']}").json()["table"]["points"]
    assert re.search(words, told)
