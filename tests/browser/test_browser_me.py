"""One's own games: the way back from home, another device, statistics, erasing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import (
    PHONE,
    People,
    axe_findings,
    needs_axe,
    needs_browser,
    play_now,
)
from helpers.server_thread import ServerThread

pytestmark = needs_browser


def give_up(people: People, page: Any, table: str) -> None:
    """Resign, by the API."""
    body = {"type": "resign", "seq": 0, "command": "give-up"}
    address = f"{people.url}/api/tables/{table}/commands"
    assert page.request.post(address, data=body, headers={"origin": people.url}).ok


def recovery_link(page: Any) -> str:
    page.locator("#make").click()
    page.locator("#device .qr path[d]").wait_for()
    link: str = page.locator("#link").input_value()
    return link


def test_home_leads_back_to_a_game(people: People) -> None:
    page = people.open()
    assert page.locator("#now .ticket").count() == 1  # the puzzle of the day; nothing to go on with
    table = people.open_table(page, "skipbo")["table"]
    page.goto(people.url)
    ticket = page.locator("#now .tickets .ticket a")
    assert "Seats free" in ticket.inner_text()
    ticket.click()
    page.wait_for_url(f"**/t/{table}")


@pytest.mark.full
def test_a_link_carries_name_and_games_to_another_device(people: People) -> None:
    page = people.open()
    page.locator("#name").fill("Zoé")
    page.locator("#name").blur()
    play_now(page)
    table = page.url
    page.goto(people.url)
    assert "Your turn" in page.locator("#now .ticket.mine").inner_text()
    page.goto(f"{people.url}/me")
    link = recovery_link(page)
    phone = people.open(link, **PHONE)
    assert "Zoé" in phone.locator("#told h1").inner_text()
    assert phone.url == f"{people.url}/me"  # the code stands in the address no more
    phone.locator("#take").click()
    phone.locator("#onward").click()
    phone.locator("#running .ticket a").click()
    phone.wait_for_url(table)
    phone.locator(".status.mine").wait_for()
    phone.goto(people.url)
    assert phone.locator("#name").input_value() == "Zoé"

    again = people.open(link)
    again.locator("#take").click()
    again.get_by_role("heading", name="This link has been used").wait_for()
    assert again.get_by_text("make a new link").is_visible()


@pytest.mark.full
def test_finished_games_statistics_and_erasing(people: People, server: ServerThread) -> None:
    page = people.open()
    page.locator("#name").fill("Zoé")
    page.locator("#name").blur()
    play_now(page)
    table = page.url.rpartition("/")[2]
    give_up(people, page, table)
    page.goto(f"{people.url}/me")
    ticket = page.locator("#finished .ticket")
    ticket.get_by_text("You lost").wait_for()
    assert ticket.locator("a").get_attribute("href") == f"/g/{table}"
    page.get_by_text("1 game: 0 won, 0 drawn, 1 lost").first.wait_for()
    page.get_by_text("The names you gave there: Zoé.").wait_for()
    page.locator("#erase").click()
    page.locator("#sure button[value=erase]").click()
    page.get_by_role("heading", name="Everything is erased").wait_for()
    assert page.evaluate("Object.keys(localStorage)") == []
    page.goto(f"{people.url}/me")
    page.get_by_text("Nothing: this browser has no seat").wait_for()
    assert "Zoé" not in page.request.get(f"{people.url}/g/{table}").text()


@pytest.mark.full
def test_a_rematch_is_one_click_from_home(people: People) -> None:
    page = people.open()
    play_now(page, "skippity")
    table = page.url.rpartition("/")[2]
    give_up(people, page, table)
    page.goto(people.url)
    page.locator("#now .rematch").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    page.locator("main.board").wait_for()


@pytest.mark.full
def test_an_error_in_a_page_is_sent_once_and_without_its_fragment(people: People) -> None:
    page = people.open("/me#2345")
    bodies: list[Any] = []

    def answer(route: Any) -> None:
        bodies.append(route.request.post_data_json)
        route.fulfill(status=204)

    page.route("**/api/trouble", answer)
    page.evaluate("for (const _ of [1, 2]) setTimeout(() => { throw new Error('oops'); })")
    with page.expect_response(lambda found: "promised" in (found.request.post_data or "")):
        page.evaluate("setTimeout(() => void Promise.reject(new Error('promised')), 50)")
    messages = sorted(body["message"] for body in bodies)
    assert messages == ["Uncaught Error: oops", "unhandled: promised"]
    assert all(body["page"] == "/me" and "2345" not in str(body) for body in bodies)
    assert len(people.complaints) == 3  # the console has them too
    people.complaints.clear()


@pytest.mark.full
@needs_axe
@pytest.mark.parametrize("how", [{}, PHONE, {"color_scheme": "dark", "locale": "fr"}])
def test_the_pages_of_ones_games_are_accessible(people: People, how: dict[str, Any]) -> None:
    page = people.open(**how)
    play_now(page, "skippity")
    give_up(people, page, page.url.rpartition("/")[2])
    page.goto(people.url)
    play_now(page)
    page.goto(people.url)
    page.locator("#now .ticket").nth(1).wait_for()
    assert not axe_findings(page)
    page.goto(f"{people.url}/me")
    page.locator(".tiles div").first.wait_for()
    recovery_link(page)
    assert not axe_findings(page)
    page.locator("#erase").click()
    assert not axe_findings(page)


@pytest.mark.full
@pytest.mark.parametrize("size", [(1366, 768), (820, 1180), (390, 844), (360, 640), (844, 390)])
def test_nothing_is_cut_off_and_targets_are_large(people: People, size: tuple[int, int]) -> None:
    page = people.open(viewport={"width": size[0], "height": size[1]})
    play_now(page, "skippity")
    give_up(people, page, page.url.rpartition("/")[2])
    page.goto(people.url)
    play_now(page)
    least = 36 if size[1] < 480 else 44
    for path in ("/", "/me"):
        page.goto(people.url + path)
        page.locator(".ticket").nth(1).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator(".ticket :is(a, button)").evaluate_all(
            "(all, least) => all.map(one => one.getBoundingClientRect())"
            ".filter(box => box.width && (box.height < least || box.width < least)).length",
            least,
        )
        assert not small, path
    page.goto(people.url)
    page.locator(".ticket").nth(1).wait_for()
    for box in page.locator(".box").all():
        inside = box.bounding_box()
        assert inside["y"] + inside["height"] <= max(size[1], 34 * 16) + 1
