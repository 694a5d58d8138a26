"""Nothing scrolls while a game is played: on a phone, on a desktop, in both languages."""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import PHONE, People, needs_browser

from skipyard.games import flip_and_skip

pytestmark = [pytest.mark.full, needs_browser]
WORDS = pathlib.Path(flip_and_skip.__file__).parent / "words.toml"


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("skipbo", ["teams=true"]),
        ("skipbo_mod", []),
        ("skip_or_trip", ["variant=team"]),
        ("skippity", []),
    ],
)
def test_four_seats_fit_a_desktop_without_scrolling(
    people: People, game: str, settings: list[str]
) -> None:
    page = people.open(viewport={"width": 1280, "height": 800})
    facts = people.open_table(page, game, chairs=["me", *["bot:greedy"] * 3], settings=settings)
    page.goto(f"{people.url}/t/{facts['table']}")
    take_turns(page, 6)
    assert not scrolled(page, "main.board, .others, .others > *")


@pytest.mark.parametrize("game", ["skippity", "flip_and_skip", "skipbo"])
def test_two_seats_fit_a_phone_without_scrolling(people: People, game: str) -> None:
    page = people.open(**PHONE)
    facts = people.open_table(page, game, chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    for _ in range(4):
        take_turns(page, 2)
        assert not scrolled(page, "main.board")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_long_sentences_and_full_piles_fit_a_phone(people: People, language: str) -> None:
    """Flip & Skip's longest question with a button, and many coins to touch."""
    for _ in range(20):  # deals, the same ones every time
        page = people.open(**PHONE, locale=language)
        asked = {"chairs": ["me", "bot:greedy"], "settings": ["setup_pick=random"]}
        facts = people.open_table(page, "flip_and_skip", **asked)
        page.goto(f"{people.url}/t/{facts['table']}")
        page.locator(".status.mine").wait_for()
        tight = page.locator(".flip:has(.asked button):has(.rival .slots .live)")
        for _ in range(6):
            if not tight.count():
                take_turns(page, 1)
        if tight.count():
            break
    assert tight.count()
    whole = page.locator(".wood").bounding_box()["height"]
    words = tomllib.loads(WORDS.read_text("utf-8"))
    for sentence in [*words["status"].values(), *words["does"].values()]:
        page.locator(".status p").evaluate(
            "(p, text) => { p.textContent = text }", sentence[language]
        )
        assert not scrolled(page, "main.board"), sentence
    assert page.locator(".wood").bounding_box()["height"] == whole
    grow = "(coin, count) => { while (count--) coin.after(coin.cloneNode(true)) }"
    page.locator(".rival .slot:has(.live)").first.evaluate(grow, 8)
    assert not scrolled(page, "main.board")
    assert page.locator(".wood").bounding_box()["height"] < whole  # the board has given way
    assert page.locator(".lens").count() == 0  # it would cover a coin


def scrolled(page: Any, selector: str) -> list[str]:
    """Elements that overflow vertically."""
    script = """all => all.filter(one => one.scrollHeight > one.clientHeight + 1
        && getComputedStyle(one).overflowY !== "visible")
        .map(one => `${one.className}: ${one.scrollHeight} in ${one.clientHeight}`)"""
    wide: list[str] = page.locator(selector).evaluate_all(script)
    return wide


@pytest.mark.parametrize("width", [320, 360, 390, 431, 641, 841, 1000, 1200])
@pytest.mark.parametrize("address", ["/", "/me", "/puzzle", "/tournaments/new"])
def test_nothing_in_the_bar_of_a_page_lies_over_something_else(
    people: People, address: str, width: int
) -> None:
    page = people.open(address, viewport={"width": width, "height": 640})
    shown = ".top .stone, .top .lettering, .top nav > *:not(:has(input)), .top .chip"
    overlapping = page.evaluate(OVERLAPPING, shown)
    assert not overlapping, overlapping


# The pairs of elements that lie over one another, and those that reach beyond the window.
OVERLAPPING = """
(selector) => {
  const boxes = [...document.querySelectorAll(selector)]
    .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = boxes.flatMap(([name, box], n) =>
    boxes.slice(n + 1).filter(([, other]) => over(box, other)).map(([other]) => [name, other]));
  const outside = boxes.filter(([, box]) => box.left < 0 || box.right > innerWidth + 0.5);
  return [...pairs, ...outside.map(([name]) => [name])];
}
"""
