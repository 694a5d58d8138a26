"""A puzzle in a real browser: a wrong move, the right one, the streak and the line to share."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import PHONE, People, axe_findings, needs_axe, needs_browser

from skipyard.games import GAMES, game, puzzles
from skipyard.server.pages import puzzle_answers

pytestmark = needs_browser
COPIED = """
Object.defineProperty(Navigator.prototype, "share", {value: undefined});
Object.defineProperty(Navigator.prototype, "clipboard",
  {value: {writeText: async (text) => { window.copied = text; }}});
"""


def touches(name: str, number: int, action: int) -> list[str]:
    """The things to touch for a move."""
    scene = puzzle_answers.scene(game(name), number, "en")
    return next(path.touch for path in scene.paths if path.action == action)


def play(page: Any, touched: list[str]) -> None:
    for thing in touched:
        page.locator(f'.board [data-id="{thing}"]').first.click()


def test_a_wrong_move_then_the_right_one(people: People) -> None:
    name = GAMES[-1]
    page = people.open("/offline")
    page.context.add_init_script(COPIED)
    page.goto(f"{people.url}/puzzle/{name}")
    page.locator(".panel .ask").wait_for()
    number = page.evaluate(
        "first => Math.round((Date.UTC(new Date().getFullYear(), new Date().getMonth(),"
        " new Date().getDate()) - Date.parse(first)) / 864e5) + 1",
        puzzles.FIRST_DAY.isoformat(),
    )
    puzzle = puzzles.load(game(name), number)
    play(page, touches(name, number, puzzle.others[0]))
    page.get_by_role("heading", name="There is a better move.").wait_for()
    assert page.locator(".bar b").all_inner_texts() == [
        f"{puzzle.chance(puzzle.others[0])} %",
        f"{max(puzzle.chances)} %",
    ]
    page.get_by_role("button", name="Try again").click()
    page.locator(".panel .ask").wait_for()
    play(page, touches(name, number, puzzle.right[0]))
    page.get_by_role("heading", name="Right!").wait_for()
    assert page.locator(".bar.best").count() == 1
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copied").wait_for()
    shared = page.evaluate("window.copied")
    assert shared.startswith(f"Skipyard puzzle {number} · {game(name).title} · solved")
    assert shared.endswith(f"/puzzle/{name}/{number}")
    assert puzzle.best not in shared


@pytest.mark.full
def test_all_puzzles_of_a_day_say_which_are_solved(people: People) -> None:
    name = GAMES[-1]
    page = people.open("/puzzle")
    page.locator(f'#puzzles [data-game="{name}"] a').click()
    page.locator(".panel .ask").wait_for()
    number = int(page.locator("header p").inner_text().split()[1].strip(","))
    play(page, touches(name, number, puzzles.load(game(name), number).right[0]))
    page.get_by_role("heading", name="Right, at the first try!").wait_for()
    page.goto(f"{people.url}/puzzle")
    page.locator(f'#puzzles [data-game="{name}"].solved').wait_for()


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_the_solution_is_shown_by_keyboard_alone(people: People, name: str) -> None:
    page = people.open(f"/puzzle/{name}/1")
    page.locator(".panel .ask").wait_for()
    puzzle = puzzles.load(game(name), 1)
    for thing in touches(name, 1, puzzle.others[0]):
        page.locator(f'.board [data-id="{thing}"]').first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("heading", name="There is a better move.").wait_for()
    page.get_by_role("button", name="Show the solution").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="This is the best move.").wait_for()
    assert page.locator(".bar.best b").first.inner_text() == f"{puzzle.chance(puzzle.right[0])} %"


@pytest.mark.full
@needs_axe
@pytest.mark.parametrize("path", ["/puzzle", *(f"/puzzle/{name}/1" for name in GAMES)])
def test_axe_has_nothing_against_puzzles_in_french_on_a_phone(people: People, path: str) -> None:
    page = people.open(path, locale="fr-FR", color_scheme="dark", **PHONE)
    page.locator(".panel .ask, .puzzle-cards .state").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "fr"
    assert axe_findings(page) == []
