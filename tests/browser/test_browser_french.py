"""French pages contain no English sentence of the catalogues."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import READING, People, needs_browser, play_now
from helpers.shown_pages import PAGES

from skipyard.catalogue import LANGUAGES, Catalogue
from skipyard.games import GAMES

pytestmark = [pytest.mark.full, needs_browser]
ROOT = pathlib.Path(__file__).parents[2]
LETTERS = 4  # that a sentence must have of its own, besides its blanks
LONG = 20  # letters of a sentence whose blanks may be whole sentences
# Text, and what is said aloud instead of text; what is marked as English is meant.
SAID = """() => {
  const said = [];
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest("body [lang=en], code, script, style")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      if (one.getAttribute(name)) said.push(one.getAttribute(name));
    for (const node of one.childNodes)
      if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent);
  }
  return said.map(text => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


def of_client(file: pathlib.Path) -> dict[str, str]:
    """The browser client's sentences in one language."""
    found = re.findall(r'^  (\w+): (".*"),$', file.read_text("utf-8"), re.M)
    assert found
    return {key: json.loads(text) for key, text in found}


def english() -> list[re.Pattern[str]]:
    """Every sentence of the catalogues that differs in French, as a pattern."""
    pairs = [
        (str(entry["en"]), str(entry["fr"]))
        for file in (ROOT / "skipyard").rglob("*.toml")
        if file.name.endswith(("words.toml", "pages.toml", "people.toml"))
        for entry in Catalogue(file).entries.values()
        if "en" in entry
    ]
    for file in (ROOT / "web" / "src" / "words").rglob("en.ts"):
        ours, theirs = (of_client(file.with_name(f"{language}.ts")) for language in LANGUAGES)
        pairs += [(text, theirs[key]) for key, text in ours.items()]
    patterns = []
    for one, other in pairs:
        parts = re.split(r"\{[^}]*\}", one)
        letters = sum(map(str.isalpha, "".join(parts)))
        blank = ".+" if letters >= LONG else "[^.]+"  # a few letters may also end a French text
        pattern = re.compile(blank.join(map(re.escape, parts)))
        plain = " ".join(other.split())  # as pages are read, without non-breaking spaces
        if letters >= LETTERS and not pattern.fullmatch(plain):
            patterns.append(pattern)
    return patterns


def left_in_english(page: Any, patterns: list[re.Pattern[str]]) -> set[str]:
    french_too = {"Skip-Bo", "Skip-Bo MOD", "Skip or Trip", "Flip & Skip", "Skippity"}
    said = set(page.evaluate(SAID)) - french_too
    return {text for text in said if any(pattern.fullmatch(text) for pattern in patterns)}


def test_the_check_for_english_finds_english(people: People) -> None:
    page = people.open()
    assert len(left_in_english(page, english())) > 10
    play_now(page)
    assert len(left_in_english(page, english())) > 5


def test_pages_to_read_are_french(people: People) -> None:
    page, patterns = people.open(locale="fr-FR"), english()
    for path in READING:
        page.goto(people.url + path)
        assert page.locator("html").get_attribute("lang") == "fr"
        assert not left_in_english(page, patterns), path


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_with_people_is_french(people: People, name: str) -> None:
    page = PAGES[name](people, {"locale": "fr-FR"})
    assert page.locator("html").get_attribute("lang") == "fr"
    assert not left_in_english(page, english())


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_french_from_the_first_click_to_its_review(people: People, game: str) -> None:
    page, patterns = people.open(locale="fr-FR"), english()
    play_now(page, game)
    take_turns(page, 3)
    assert not left_in_english(page, patterns)
    page.get_by_role("button", name="Abandon").click()
    page.get_by_role("button", name="Oui").click()
    page.locator(".moment").wait_for()
    assert not left_in_english(page, patterns)
    page.goto(page.url.replace("/t/", "/g/"))
    assert not left_in_english(page, patterns)
