"""Help at a table in a real browser: hints, and a link as a QR code."""

from __future__ import annotations

import pytest
from helpers.browser_people import BUTTON, People, needs_browser, play_now, seq_of, wait_beyond

from skipyard.compiling.parts import compile_search
from skipyard.games import GAMES

pytestmark = [pytest.mark.full, needs_browser]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hint_lights_a_whole_move(people: People, game: str) -> None:
    compile_search(game)  # as a server does when it starts
    page = people.open()
    play_now(page, game)
    before = seq_of(page)
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-hint='1']").wait_for()
    told = page.locator(".status .notice").inner_text()
    assert told.startswith("Hint: ")
    assert "search" not in told
    steps = page.locator("[data-hint]").count()
    hinted = "all => all.sort((a, b) => a.dataset.hint - b.dataset.hint).map(one => one.dataset.id)"
    path = page.locator("[data-hint]").evaluate_all(hinted)
    for thing in path:
        page.locator(BUTTON.replace("ID", thing)).first.click()
    wait_beyond(page, before)
    assert steps == len(path) > 0


def test_the_code_of_a_link_for_one_person_stays_here(people: People) -> None:
    page = people.open()
    page.locator('form[data-game="skipbo"] button[value=friends]').click()
    page.locator(".room li button").first.click()
    page.locator(".room li input").wait_for()
    assert page.locator(".room .agreed li").count() == 1  # it is a friendly game
    code = page.locator(".room li input").input_value().split("#")[1]
    friend = people.open(f"/join#{code}")
    friend.get_by_role("heading", name="Skip-Bo").wait_for()
    assert len(code) > 8
    assert not any(code in address for address in page.traffic.addresses)
