"""Four people, two of them on phones, meet at a table by its one link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.browser_people import PHONE, People, axe_findings, needs_axe, needs_browser
from helpers.server_thread import ServerThread, running_server

pytestmark = needs_browser
PUBLIC = "https://play.example.org"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("meeting"), public_url=PUBLIC) as running:
        yield running


def open_for_friends(people: People, players: int, **how: Any) -> Any:
    """The waiting room of a table for friends, opened with the form."""
    page = people.open(**how)
    page.locator("#name").fill("Nora")
    form = page.locator('form[data-game="skipbo"]')
    form.evaluate(f"form => form.querySelector('[name=players]').value = {players}")
    form.locator("button[value=friends]").click()
    page.locator(".room").wait_for()
    return page


def link_of(page: Any) -> str:
    """The path of the table's link."""
    link: str = page.get_by_label("Link to this table").input_value()
    assert link.startswith(PUBLIC)
    return link.removeprefix(PUBLIC)


def sit_down(page: Any, name: str, chair: int) -> None:
    page.locator(".room .me input").fill(name)
    page.get_by_role("button", name=f"Sit here: chair {chair}").click()
    page.locator(".room small", has_text="you").wait_for()


def test_a_friend_sits_down_by_the_tables_link(people: People) -> None:
    nora = open_for_friends(people, 2)
    ravi = people.open(link_of(nora), **PHONE)
    ravi.locator(".room .me input").fill("Ravi")
    ravi.get_by_role("button", name="Sit here: chair 2").click()  # the last one: the game begins
    for page in (nora, ravi):
        page.locator("main.board").wait_for()


@pytest.mark.full
def test_four_people_meet_by_one_link(people: People, server: ServerThread) -> None:
    nora = open_for_friends(people, 4)
    nora.get_by_role("img", name="Scan to join").wait_for()
    link = link_of(nora)
    ravi, elif_, twin = (people.open(link, **how) for how in (PHONE, {}, PHONE))
    assert ravi.locator(".room .agreed li").count() == 1  # what it plays by, before sitting down
    sit_down(ravi, "Ravi", 3)
    elif_.locator(".room .face-button").click()
    elif_.locator("dialog.faces .grid button").nth(4).click()
    sit_down(elif_, "Elif", 2)
    twin.locator(".room .me input").fill("Nora")
    twin.get_by_role("button", name="Sit here: chair 4").click()
    for page in (nora, ravi, elif_, twin):
        page.locator("main.board").wait_for()
    chairs = server.app.state.seating.tables.open[link.rpartition("/")[2]].host.chairs
    assert [chair.name for chair in chairs] == ["Nora", "Elif", "Ravi", "Nora 2"]
    assert chairs[1].face == elif_.evaluate("localStorage.getItem('skipyard.face')")
    late = people.open(link)
    late.locator("main.board").wait_for()
    late.locator(".bar").get_by_text("1 person is watching").wait_for()


@pytest.mark.full
def test_a_guest_is_removed_and_the_host_hands_over(people: People) -> None:
    nora = open_for_friends(people, 3)
    link = link_of(nora)
    ravi, elif_ = people.open(link), people.open(link)
    sit_down(ravi, "Ravi", 2)
    nora.get_by_role("button", name="Remove Ravi from the table").click()
    ravi.get_by_text("The host has taken your chair back.").wait_for()
    sit_down(elif_, "Elif", 2)
    assert elif_.get_by_role("button", name="Start with bots").count() == 0
    nora.get_by_role("button", name="Make host: Elif").click()
    elif_.get_by_role("button", name="Start with bots").click()
    elif_.locator("main.board").wait_for()


@pytest.mark.full
def test_a_chair_is_kept_for_one_person_alone(people: People) -> None:
    nora = open_for_friends(people, 3)
    ravi = people.open(link_of(nora))
    nora.get_by_role("button", name="For one person alone").first.click()
    code = nora.get_by_label("Link for chair 2").input_value().removeprefix(PUBLIC)
    ravi.get_by_text("kept for one person").wait_for()
    assert ravi.get_by_role("button", name="Sit here: chair").count() == 1
    elif_ = people.open(code)
    elif_.locator("#name").fill("Elif")
    elif_.locator("#join button.big").click()
    elif_.locator(".room").wait_for()
    late = people.open(code)
    late.get_by_role("heading", name="This link has been used").wait_for()


@pytest.mark.full
def test_the_host_switches_phrases_off(people: People) -> None:
    nora = open_for_friends(people, 2)
    ravi = people.open(link_of(nora))
    ravi.get_by_role("button", name="Sit here: chair 2").click()
    ravi.get_by_role("button", name="Say").wait_for()
    nora.locator("main.board").wait_for()
    nora.get_by_role("button", name="Settings").click()
    phrases = nora.get_by_role("group", name="Phrases at this table")
    phrases.get_by_label("Off").check()
    ravi.get_by_role("button", name="Say").wait_for(state="detached")


@pytest.mark.full
@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_a_guests_page(people: People, theme: str) -> None:
    nora = open_for_friends(people, 3, color_scheme=theme)
    assert not axe_findings(nora)
    guest = people.open(link_of(nora), color_scheme=theme, **PHONE)
    guest.locator(".room .me").wait_for()
    assert not axe_findings(guest)
    guest.locator(".room .face-button").click()
    guest.locator("dialog.faces").wait_for()
    assert not axe_findings(guest)


@pytest.mark.full
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)])
def test_everything_in_the_room_is_as_large_as_a_finger(
    people: People, size: tuple[int, int]
) -> None:
    viewport = {"viewport": {"width": size[0], "height": size[1]}}
    nora = open_for_friends(people, 3)
    guest = people.open(link_of(nora), **viewport)
    guest.locator(".room .me").wait_for()
    for page in (nora, guest):
        heights = page.locator(".room button:visible, .room input:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= (36 if size[1] < 480 else 44)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
