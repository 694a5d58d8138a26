"""A table in a real browser: taps, drags, keys, friends, watchers, reloads, French."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import People, needs_browser, play_now, seq_of, wait_beyond
from helpers.server_thread import ServerThread, running_server

pytestmark = [pytest.mark.full, needs_browser]


# Playing ------------------------------------------------------------------------------------------
def test_a_card_is_dragged_to_a_discard_pile(people: People) -> None:
    page = people.open()
    play_now(page)
    before = seq_of(page)
    page.locator('[data-id="hand.0.4"]').drag_to(page.locator('[data-id="discard.0.2"]'))
    wait_beyond(page, before)
    assert page.locator('[data-id="discard.0.2"] .piece').count() == 1


def test_a_drag_that_ends_nowhere_changes_nothing(people: People) -> None:
    page = people.open()
    play_now(page)
    before = seq_of(page)
    page.locator('[data-id="hand.0.0"]').drag_to(page.locator(".bar"))
    assert page.locator("main.choosing").count() == 0
    assert seq_of(page) == before


def test_a_touch_that_means_nothing_says_what_is_asked(people: People) -> None:
    page = people.open()
    play_now(page)
    page.locator('[data-id="draw"]').click()
    page.locator(".status .notice").wait_for()
    assert page.locator(".status .notice").inner_text().startswith("Nothing can be done")


# Whether a thing shakes when it is clicked: asked of its animations, right after the click.
SHAKES = """one => new Promise(resolve => {
    const look = () => resolve(one.getAnimations().length > 0);
    one.addEventListener("click", () => setTimeout(look), {once: true});
    one.click();
})"""


def hold_a_card_that_cannot_be_built(page: Any) -> tuple[str, str]:
    """Pick up a card; its id, and the id of a building pile that does not take it."""
    wrong = page.locator('.pile[data-id^="build."]:not(.next)')
    for place in range(5):
        card = f"hand.0.{place}"
        page.locator(f'[data-id="{card}"]').click()
        page.locator("main.choosing").wait_for()
        if wrong.count():
            return card, str(wrong.first.get_attribute("data-id"))
    raise AssertionError("all five cards can be built everywhere")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_wrong_touch_shakes_and_names_its_rule(people: People, locale: str) -> None:
    page = people.open(locale=locale)
    play_now(page)
    _, pile = hold_a_card_that_cannot_be_built(page)
    assert page.locator(f'[data-id="{pile}"]').evaluate(SHAKES)
    link = page.locator(".status a")
    link.wait_for()
    assert re.search(r"/rules/skipbo#SB-[A-Z]?\d+$", link.get_attribute("href"))
    assert link.inner_text().startswith({"en": "Read rule SB-", "fr": "Lire la règle SB-"}[locale])
    assert page.locator("main.choosing").count() == 1  # the card is still held


def test_a_drop_on_a_wrong_place_says_why(people: People) -> None:
    page = people.open()
    play_now(page)
    before = seq_of(page)
    card, pile = hold_a_card_that_cannot_be_built(page)
    page.keyboard.press("Escape")
    page.locator(f'[data-id="{card}"]').drag_to(page.locator(f'[data-id="{pile}"]'))
    page.locator(".status a").wait_for()
    assert page.locator("main.choosing").count() == 0
    assert seq_of(page) == before


def test_the_keyboard_alone_discards(people: People) -> None:
    page = people.open()
    play_now(page)
    before = seq_of(page)
    page.locator('[data-id="hand.0.0"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.id") == "hand.0.1"
    page.keyboard.press("Enter")
    page.locator("main.choosing").wait_for()
    page.keyboard.press("Shift+Tab")  # to where the card can go, whatever else may be touched there
    assert page.evaluate("document.activeElement.dataset.id") == "discard.0.0"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_beyond(page, before)
    assert page.locator('[data-id="discard.0.1"] .piece').count() == 1


def test_escape_lets_go(people: People) -> None:
    page = people.open()
    play_now(page)
    page.locator('[data-id="hand.0.0"]').click()
    assert page.locator('[data-id="hand.0.0"]').get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert page.locator("main.choosing").count() == 0


# Friends ------------------------------------------------------------------------------------------
def test_a_friend_joins_by_a_link_and_both_keep_their_seats_over_a_reload(people: People) -> None:
    ann = people.open()
    ann.locator("#name").fill("Ann <b>")
    ann.locator('form[data-game="skipbo"] button[value=friends]').click()
    ann.locator("form [role=alert]:not(:empty)").wait_for()  # < is no letter of a name
    ann.locator("#name").fill("Ann")
    ann.locator('form[data-game="skipbo"] button[value=friends]').click()
    ann.get_by_role("button", name="For one person alone").click()
    link = ann.locator(".room li input").input_value()
    bob = people.open(link.removeprefix(people.url))
    bob.locator("#name").fill("Bob")
    bob.locator("#join button.big").click()
    for page in (ann, bob):
        page.locator("main.board").wait_for()
        page.reload()
        page.locator("section.mine").wait_for()
    assert ann.locator('[data-seat="0"] .name').inner_text().split() == ["Ann", "(you)"]
    assert bob.locator('[data-seat="1"] .name').inner_text().split() == ["Bob", "(you)"]
    watcher = people.open(ann.url.removeprefix(people.url))
    watcher.locator("main.board").wait_for()
    assert "watching" in watcher.locator(".bar").inner_text()
    assert watcher.locator("button.live").count() == 0


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_link_that_is_used_or_too_old_says_what_to_do(people: People, locale: str) -> None:
    page = people.open("/join#NOSUCHCODE", locale=locale)
    page.locator("#over").wait_for()
    assert page.locator("#join").is_hidden()
    assert page.locator("#over .why:visible").inner_text()
    assert [link.get_attribute("href") for link in page.locator("#over a:visible").all()] == ["/"]


def test_a_link_without_a_code_says_so_at_once(people: People) -> None:
    page = people.open("/join")
    page.locator("#over").wait_for()
    assert "no code" in page.locator("#over .why:visible").inner_text()


def test_a_link_leads_back_to_the_seat_that_it_gave(people: People) -> None:
    ann = people.open()
    table = people.open_table(ann, "skipbo")
    bob = people.join(table["codes"]["1"], "Bob")
    bob.goto(people.url)
    bob.goto(f"{people.url}/join#{table['codes']['1']}")
    bob.wait_for_url("**/t/*")
    bob.locator("section.mine").wait_for()


def test_a_full_table_can_be_watched_or_left_for_another(people: People) -> None:
    ann = people.open()
    table = people.open_table(ann, "skipbo")
    eve = people.open(f"/t/{table['table']}")
    eve.locator(".room .full").wait_for()
    assert eve.get_by_role("link", name="Open another table").get_attribute("href") == "/"
    people.join(table["codes"]["1"], "Bob")
    eve.locator("main.board").wait_for()
    assert eve.get_by_role("link", name="Open another table").get_attribute("href") == "/"


def test_bots_fill_the_empty_chairs(people: People) -> None:
    page = people.open()
    form = page.locator('form[data-game="skipbo"]')
    form.locator("[data-opens=setup]").click()
    form.locator("select[name=players]").select_option("4")
    form.locator("[data-closes]").click()
    form.locator("button[value=friends]").click()
    page.get_by_role("button", name="Start with bots").click()
    page.locator(".status.mine").wait_for()
    assert page.locator(".rival").count() == 3


def test_giving_up_shows_the_winners_moment(people: People) -> None:
    page = people.open()
    play_now(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()
    assert page.locator(".moment h2").inner_text() == "Bo wins!"
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".status.mine").wait_for()


# Language and colours -----------------------------------------------------------------------------
def test_french_by_the_browsers_language_and_by_the_switch(people: People) -> None:
    page = people.open(locale="fr-FR")
    assert page.locator("html").get_attribute("lang") == "fr"
    play_now(page)
    assert page.get_by_role("button", name="Abandon").count() == 1
    page.goto(people.url + "/?lang=en")
    page.goto(people.url)
    assert page.locator("html").get_attribute("lang") == "en"


def test_colours_are_kept(people: People) -> None:
    page = people.open()
    play_now(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Harbour").click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_line_comes_back_by_itself(people: People, tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as first:
        port = first.port
        page = people.open()
        page.goto(first.url)
        play_now(page)
        table = page.url
    page.locator(".banner").wait_for()
    again = ServerThread(first.app.state.settings, port).start()
    try:
        page.locator(".banner").wait_for(state="detached")
        take_turns(page, 1)
        assert page.url == table
    finally:
        again.stop()
