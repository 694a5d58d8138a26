"""Rules, lessons and the lobby in a real browser: search, phones, fingers, fresh lists."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import PHONE, READING, People, axe_findings, needs_axe, needs_browser
from helpers.server_thread import Guest
from test_browser_french import english, left_in_english

from skipyard.games import GAMES

pytestmark = [pytest.mark.full, needs_browser]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


# Rules --------------------------------------------------------------------------------------------
SEARCHES = {
    "en": {"SB-A54": "SB-A54", "no such zebra": "", "cannot be played from it": "SB-33"},
    "fr": {"sb-15": "SB-15", "série mise de côté": "SB-16", "ne peut pas en être jouée": "SB-33"},
}


@pytest.mark.parametrize("language", SEARCHES)
def test_search_finds_by_id_text_and_example(people: People, language: str) -> None:
    page = people.open("/rules/skipbo", locale=language)
    for words, rule in SEARCHES[language].items():
        page.locator("#search").fill(words)
        seen = page.locator(".rule:visible").evaluate_all("all => all.map(one => one.id)")
        assert (rule in seen) if rule else not seen, (words, seen)
        if rule == "SB-33":  # its example alone has the words, so it was opened
            assert page.locator(f"#{rule} details").get_attribute("open") is not None
    page.locator("#search").fill("")
    assert page.locator(".rule:visible").count() > 50


def test_a_rulebook_prints_its_examples_and_nothing_to_click(people: People) -> None:
    page = people.open("/rules/skippity")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".example").first.is_visible()
    for one in (".top", ".contents", ".search"):
        assert page.locator(one).first.is_hidden()


# Phones -------------------------------------------------------------------------------------------
def test_nothing_to_read_is_wider_than_a_phone(people: People) -> None:
    for language in ("en", "fr"):
        page = people.open(locale=language, **PHONE)
        for path in READING[1:]:
            page.goto(people.url + path)
            assert page.evaluate(FITS), (path, language)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_lesson_is_done_by_a_finger(people: People, game: str) -> None:
    page = people.open(f"/learn/{game}", **PHONE)
    page.locator("#stage .live.next").first.wait_for()
    assert page.evaluate(FITS)
    touch = page.evaluate(f"fetch('/api/learn/{game}?lang=en').then(found => found.json())")[0][
        "touch"
    ]
    with page.expect_response(f"**/api/learn/{game}/0**") as answer:
        for thing in touch:
            name = f':is([data-id="{thing}"], [data-top="{thing}"])'
            page.locator(f"#stage {name}").first.tap()
    assert answer.value.json()["kind"] == "right"
    page.locator(".answer.right").wait_for()
    page.locator("#next").tap()
    page.locator("#where", has_text="2").wait_for(state="attached")


def test_a_wrong_try_in_a_lesson_names_its_rule(people: People) -> None:
    page = people.open("/learn/skipbo")
    page.locator("#stage .live.next").first.wait_for()
    page.locator('#stage [data-id^="hand."] .piece, #stage .row .piece').first.click(force=True)
    page.locator('#stage [data-id^="build."]').last.click(force=True)
    page.locator(".answer.wrong a").wait_for()


def test_an_example_comes_alive_when_it_is_opened(people: People) -> None:
    page = people.open("/rules/skippity")
    assert page.locator(".live-board").count() == 0
    rule = page.locator(".rule:has([data-example])").first
    rule.locator("summary").click()
    rule.locator("[data-example]").first.scroll_into_view_if_needed()
    rule.locator(".live-board .board").first.wait_for()
    assert rule.locator(".frame").first.is_hidden()
    phone = people.open("/rules/skipbo#SB-15", **PHONE)
    phone.locator(".live-board .board").first.wait_for()
    assert phone.evaluate(FITS)
    pictures = people.open("/rules/skippity", java_script_enabled=False)
    pictures.locator(".rule:has([data-example]) summary").first.click()
    assert pictures.locator(".rule:has([data-example]) .frame").first.is_visible()


# The lobby ----------------------------------------------------------------------------------------
def shown(page: Any, table: str) -> Any:
    return page.locator(f"#table-{table}")


def test_the_lobby_keeps_itself_fresh_and_seats_in_one_click(people: People) -> None:
    page = people.open("/watch")
    ann = Guest(people.url)
    table = ann.open_table("skippity", ["me", "open"], name="Ann", policy={"grace": 3})["table"]
    shown(page, table).wait_for()  # without a reload
    watcher = people.open("/watch")
    shown(page, table).locator("[data-sit]").click()
    page.wait_for_url(f"**/t/{table}")
    page.locator("main.board").wait_for()
    full = watcher.locator(f"#table-{table}:not(:has([data-sit]))")
    full.wait_for()  # it has moved to the tables that are played
    played = "() => Number(document.querySelector('main.board').dataset.seq) > 3"
    page.wait_for_function(played)  # for Ann, who is away, a bot has begun
    watcher.wait_for_function(
        "id => new URL(document.querySelector(`#table-${id} img`).src).searchParams.get('seq') > 3",
        arg=table,
    )


def test_a_chair_that_is_gone_is_told_in_a_sentence(people: People) -> None:
    page = people.open("/watch")
    table = Guest(people.url).open_table("skipbo", ["me", "open"], name="Ann")["table"]
    shown(page, table).wait_for()
    # It does not hear that somebody was quicker: it gets the list that it has.
    before = page.request.get(f"{people.url}/watch").body()
    page.route("**/watch", lambda route: route.fulfill(body=before, content_type="text/html"))
    bob = Guest(people.url)
    body = {"seat": 1, "name": "Bob", "bearer": True}
    assert bob.post(f"/api/tables/{table}/sit", body).status_code == 200
    shown(page, table).locator("[data-sit]").click()
    page.wait_for_function("() => document.querySelector('#trouble').textContent !== ''")


@needs_axe
def test_problems_and_the_lobby_pass_axe_in_french(people: People) -> None:
    patterns = english()
    Guest(people.url).open_table("skipbo_mod", ["me", "open"], name="Ann")
    page = people.open(locale="fr-FR", color_scheme="dark", **PHONE)
    for path in ("/watch", "/t/abcdefghijkl", "/g/abcdefghijkl", "/nowhere", "/rules/chess"):
        page.goto(people.url + path)
        assert not axe_findings(page), path
        assert not left_in_english(page, patterns), path
        assert page.evaluate(FITS), path
