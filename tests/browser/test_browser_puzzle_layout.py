"""The board of a puzzle fits its page: the hand and all to touch in view, under no panel."""

from __future__ import annotations

import pytest
from helpers.browser_people import People, needs_browser
from helpers.layout_audit import LANGUAGES, SIZES, audit, resize

from skipyard.games import GAMES

pytestmark = [pytest.mark.full, needs_browser]
NUMBERS = (1, 2)  # of puzzles looked at


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_fits_every_window(people: People, name: str, language: str) -> None:
    findings = []
    for number in NUMBERS:
        page = people.open(f"/puzzle/{name}/{number}", locale=language)
        page.locator(".board .status").wait_for()
        scene = page.request.get(f"{people.url}/api/puzzles/{name}/{number}").json()["scene"]
        for size in SIZES:
            resize(page, size)
            where = f"{name} {number} {language} {size[0]}x{size[1]}"
            findings += [f"{where}: {finding}" for finding in audit(page, scene)]
        page.close()
    assert not findings, f"{len(findings)} findings:\n" + "\n".join(findings)
