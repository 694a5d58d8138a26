"""By keyboard alone: meeting at a table, a tournament, one's games, what follows a game."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import People, needs_browser
from helpers.shown_pages import open_table, resign, visitor

pytestmark = [pytest.mark.full, needs_browser]
MOST_KEYS = 80  # Tab is pressed, to reach one thing


def reach(page: Any, role: str, name: str) -> None:
    """Go with Tab to what a screen reader calls by a role and a name; it shows that it is there."""
    wanted = page.get_by_role(role, name=name, exact=True).first
    wanted.wait_for()
    for _ in range(MOST_KEYS):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            break
    else:
        raise AssertionError(f"Tab does not reach the {role} “{name}”")
    ring = wanted.evaluate(
        "one => [one, one.nextElementSibling].filter(Boolean)"
        ".some(at => getComputedStyle(at).outlineStyle !== 'none')"
    )
    assert ring, f"nothing shows that the {role} “{name}” has the focus"


def press(page: Any, role: str, name: str, key: str = "Enter") -> None:
    reach(page, role, name)
    page.keyboard.press(key)


def test_friends_meet_at_a_table(people: People) -> None:
    host = visitor(people, {}, "Ann")
    table = open_table(people, host, "skipbo", ["me", "open", "open"])["table"]
    host.goto(f"{people.url}/t/{table}")
    press(host, "button", "For one person alone")
    host.get_by_label("Link for chair").wait_for()
    press(host, "button", "Give it back to all")
    host.get_by_label("Link for chair").wait_for(state="detached")
    guest = people.open(f"/t/{table}")
    reach(guest, "textbox", "Your name")
    guest.keyboard.type("Bob")
    press(guest, "button", "Sit here: chair 3")
    guest.locator(".room small", has_text="you").wait_for()
    press(host, "button", "Make host: Bob")
    press(guest, "button", "Start with bots")
    for page in (host, guest):
        page.locator("main.board .status").first.wait_for()


def test_a_tournament_is_opened_joined_and_begun(people: People) -> None:
    organiser = people.open("/tournaments/new")
    reach(organiser, "textbox", "Name of the tournament")
    organiser.keyboard.type("Sunday")
    reach(organiser, "textbox", "Your name")
    organiser.keyboard.type("Ann")
    reach(organiser, "radio", "Skip-Bo")
    organiser.keyboard.press("ArrowLeft")  # round to the last one
    assert organiser.get_by_role("radio", name="Skippity").is_checked()
    press(organiser, "button", "Open the tournament")
    organiser.get_by_role("heading", name="Sunday").wait_for()
    for name in ("Bob", "Cleo"):
        guest = people.open(organiser.url)
        guest.locator(".only-here").wait_for()  # the page's script is there
        reach(guest, "textbox", "Your name")
        guest.keyboard.type(name)
        guest.keyboard.press("Enter")
        guest.get_by_text("You are in.").wait_for()
    organiser.get_by_text("3 people have joined.").wait_for()
    press(organiser, "button", "Remove Cleo")
    organiser.locator("#sure[open]").wait_for()
    organiser.keyboard.press("Escape")
    organiser.locator("#sure[open]").wait_for(state="detached")
    press(organiser, "button", "Begin")
    press(organiser, "link", "Go to your table")
    organiser.locator("main.board .status").first.wait_for()


def test_ones_games_are_taken_along_and_erased(people: People) -> None:
    page = visitor(people, {}, "Ann")
    table = open_table(people, page, "skippity", ["me", "bot:greedy"])["table"]
    resign(people, page, table)
    page.goto(f"{people.url}/me")
    page.locator("#finished .ticket").wait_for()
    press(page, "button", "Make a link")
    page.locator("#device .qr path[d]").wait_for()
    press(page, "button", "Erase everything…")
    page.locator("#sure[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#sure[open]").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "erase"  # where one was before
    page.keyboard.press("Enter")
    press(page, "button", "Erase everything")
    page.get_by_role("heading", name="Everything is erased").wait_for()


def test_the_way_on_from_a_result(people: People) -> None:
    page = visitor(people, {}, "Ann")
    table = open_table(people, page, "skippity", ["me", "bot:greedy"])["table"]
    page.goto(f"{people.url}/t/{table}")
    page.locator("main.board .status").first.wait_for()
    press(page, "button", "Resign")
    press(page, "button", "Yes")
    page.locator(".moment").wait_for()
    assert page.evaluate("document.activeElement.matches('.moment')")
    press(page, "button", "Close and see the table")
    page.locator("nav.after").wait_for()
    press(page, "link", "Look back")
    page.wait_for_url("**/g/*")
    page.locator(".look .board").first.wait_for()
    reach(page, "slider", "Turns")
    page.keyboard.press("End")
    page.locator("#result").wait_for()
    press(page, "link", "To the table")
    page.locator(".moment").wait_for()
    press(page, "button", "Play again")
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
