"""Several people at one screen: it is handed over, and shows no hand out of turn."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import People, Player, needs_browser
from helpers.server_thread import ServerThread

pytestmark = [pytest.mark.full, needs_browser]
# Whose cards were ever put into the page, noted as it changes: nothing may flash up either.
WATCH = """
window.open_hands = new Set();
new MutationObserver(() => {
  for (const card of document.querySelectorAll('.piece[data-id^="hand."] use'))
    if (!card.getAttribute("href").endsWith("-back"))
      window.open_hands.add(card.closest(".piece").dataset.id.split(".")[1]);
}).observe(document, {childList: true, subtree: true, attributes: true});
"""


def begin(people: People) -> Any:
    page = people.open()
    page.context.add_init_script(WATCH)
    page.locator("#name").fill("Ann")
    page.locator('form[data-game="skipbo"] button[value=here]').click()
    page.locator("#here input").nth(1).fill("Bob")
    page.locator("#here button[value=go]").click()
    page.locator(".cover").wait_for()
    return page


def whose(page: Any) -> set[str]:
    """The seats whose cards were shown on the page since the last call."""
    seats: list[str] = page.evaluate("[...window.open_hands]")
    page.evaluate("window.open_hands.clear()")
    return set(seats)


def test_the_screen_is_handed_over_and_hides_hands(people: People, server: ServerThread) -> None:
    page = begin(people)
    host = server.app.state.seating.tables.open[page.url.rsplit("/", 1)[1]].host
    names = ["Ann", "Bob"]
    for nth in range(4):
        turn = host.turn
        assert page.locator("[data-id]").count() == 0
        assert not whose(page)
        assert page.locator(".cover h1").inner_text() == f"Hand the screen to {names[turn]}"
        page.get_by_role("button", name=f"I am {names[turn]}").click()
        if nth:  # whoever takes the screen reads what the other did, and nobody's secrets
            lines = page.locator(".since li").all_inner_texts()
            assert lines
            assert all(line.startswith(names[1 - turn]) for line in lines), lines
            page.get_by_role("button", name="Go on").click()
        player = Player(page, server, turn)
        while host.turn == turn:
            page.locator(".status.mine").wait_for()
            player.move()
        page.locator(".cover").wait_for()
        assert whose(page) == {str(turn)}
    table = server.app.state.seating.tables.open[page.url.rsplit("/", 1)[1]]
    assert table.presence.seats == {0, 1}  # nobody is away whose turn it is not


def test_a_reload_asks_who_is_there(people: People) -> None:
    page = begin(people)
    page.locator(".cover button").click()
    page.locator(".status.mine").wait_for()
    page.reload()
    page.locator(".cover").wait_for()
    assert page.locator("[data-id]").count() == 0


def test_where_nothing_is_hidden_people_just_play_on(people: People, server: ServerThread) -> None:
    page = people.open()
    page.locator('form[data-game="skippity"] button[value=here]').click()
    page.locator("#here button[value=go]").click()
    page.locator(".status.mine").wait_for()
    host = server.app.state.seating.tables.open[page.url.rsplit("/", 1)[1]].host
    turns = set()
    for _ in range(6):
        turn = host.turn
        turns.add(turn)
        page.locator(".status.mine").wait_for()
        assert page.locator(".cover").count() == 0
        Player(page, server, turn).move()
    assert turns == {0, 1}
