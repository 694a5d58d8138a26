"""Names from strangers are shown as text in a real browser, whatever they contain."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.browser_people import People, needs_browser, play_now

pytestmark = [pytest.mark.full, needs_browser]
MARKUP = '<img src=x onerror="document.title=1"><b>\u202ebold</b>{{7*7}}${7*7}'


def test_a_name_that_is_markup_is_refused_in_a_sentence(people: People) -> None:
    page = people.open()
    page.locator("#name").fill(MARKUP[:20])
    page.locator('form[data-game="skipbo"] button[value=bots]').click()
    page.locator("form [role=alert]:not(:empty)").wait_for()
    assert page.locator("[role=alert] *").count() == 0


@pytest.mark.parametrize("name", ["O’Neil-Åsa.Q_7", "משה", "W" * 20, "ạ̈ạ̈ạ̈"])
def test_every_name_that_is_a_name_is_shown_as_it_is(people: People, name: str) -> None:
    page = people.open()
    page.locator("#name").fill(name)
    play_now(page)
    shown = page.locator('[data-seat="0"] .name').inner_text()
    assert name in shown
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_client_shows_markup_as_text_even_if_a_server_sent_it(people: People) -> None:
    page = people.open()
    page.route_web_socket("**/socket*", rename)
    page.locator("#name").fill("Mallory")
    play_now(page)
    assert MARKUP in page.locator('[data-seat="0"] .name').text_content()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()
    assert page.locator("#table img").count() == 0
    bold = page.locator("#table b").all_inner_texts()  # ours are words and numbers
    assert "\u202ebold" not in bold
    assert page.title() != "1"


def rename(socket: Any) -> None:
    """Make the server replace every Mallory by markup."""
    server = socket.connect_to_server()
    hostile = json.dumps(MARKUP)[1:-1]
    server.on_message(lambda frame: socket.send(frame.replace("Mallory", hostile)))
    socket.on_message(server.send)
