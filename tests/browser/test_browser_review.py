"""Reviews in a real browser: the live board, slider, keys, journal, sides, verification, codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from helpers.browser_people import PHONE, People, axe_findings, needs_axe, needs_browser
from helpers.guest_tables import finished_table
from helpers.server_thread import ServerThread
from test_browser_french import english, left_in_english

from skipyard.server.workers.chance_worker import Chances
from skipyard.table.chances import Costly
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

pytestmark = [pytest.mark.full, needs_browser]
HTML = "text/html"
COSTLY = 9  # a row of the first player's


@pytest.fixture(scope="module")
def table(server: ServerThread) -> str:
    """A finished game of many turns, played in a thread, since this one runs Playwright's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(finished_table, server, "flip_and_skip").result()[0]


def at(page: Any, seq: int) -> None:
    """Wait until a turn is shown in full: the slider, the boards, the list."""
    if seq > 1:
        page.wait_for_function(
            "seq => [...document.querySelectorAll('.board')].map(one => one.dataset.seq)"
            ".filter(one => one === String(seq)).length"
            " === document.querySelectorAll('[data-viewer]').length",
            arg=str(seq),
        )
    page.wait_for_function("seq => document.querySelector('#turn')?.value === seq", arg=str(seq))
    assert page.locator("#turn").input_value() == str(seq)
    current = page.locator("#rows [aria-current]")
    assert current.get_attribute("data-turn") == str(seq)
    said = current.locator(".text").text_content()
    assert page.locator("#said").inner_text() == said
    assert said in page.locator("#turn").get_attribute("aria-valuetext")


def last_of(page: Any) -> int:
    return int(page.locator("#turn").get_attribute("max"))


def test_a_link_opens_at_its_turn_and_spoils_nothing(people: People, table: str) -> None:
    page = people.open(f"/g/{table}")
    at(page, 2)  # the deal: nobody is told how it ended
    assert page.locator("#result").count() == 0
    assert page.locator("#rows .later").first.is_hidden()
    later = people.open(f"/g/{table}?as=1#9")
    at(later, 9)
    later.evaluate("location.hash = '#12'")
    at(later, 12)
    later.locator("#whole").check()
    assert later.locator("#rows .later").first.is_visible()


def test_turns_are_walked_by_keys_slider_links_and_journal(people: People, table: str) -> None:
    page = people.open(f"/g/{table}?as=0#5")
    at(page, 5)
    last = last_of(page)
    keys = {"ArrowRight": 6, "ArrowLeft": 5, "End": last, "Home": 0}
    for key, seq in keys.items():  # anywhere on the page
        page.keyboard.press(key)
        at(page, seq)
        assert page.url.endswith(f"?as=0#{seq}")
    page.locator("#turn").focus()  # and on the slider, which has them by itself
    for key, seq in keys.items():
        page.locator("#turn").fill("5") if key == "ArrowRight" else None
        page.keyboard.press(key)
        at(page, seq)
    page.locator("#turn").fill("7")
    at(page, 7)
    page.locator("[data-step=next]").click()
    at(page, 8)
    page.locator("#rows [data-turn='3']").click()
    at(page, 3)
    page.locator("[data-step=last]").click()
    at(page, last)
    assert page.locator("#result").is_visible()


def test_it_plays_by_itself_until_it_is_stopped(people: People, table: str) -> None:
    page = people.open(f"/g/{table}#4")
    at(page, 4)
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.wait_for_function("() => Number(document.querySelector('#turn').value) >= 6")
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def test_every_side_of_a_finished_game_keeps_the_turn(people: People, table: str) -> None:
    page = people.open(f"/g/{table}?as=public#10")
    at(page, 10)
    page.get_by_role("link", name="All sides").click()
    at(page, 10)
    boards = page.locator("[data-viewer]")
    assert boards.evaluate_all("all => all.map(one => one.dataset.viewer)") == ["0", "1"]
    assert all("Ann" in board.inner_text() for board in boards.all())


def test_the_board_of_a_review_moves_like_a_table_and_cannot_be_played_on(
    people: People, table: str
) -> None:
    page = people.open(f"/g/{table}?as=0#8", reduced_motion="no-preference")
    at(page, 8)
    page.evaluate(
        """() => { window.flights = 0; new MutationObserver(all => all.forEach(one =>
        one.addedNodes.forEach(node => node.classList?.contains('traveller') && window.flights++)))
        .observe(document.body, {childList: true}) }"""
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    at(page, 16)
    page.wait_for_function("() => window.flights > 0")
    for thing in page.locator(".board [data-id]").all()[:12]:
        thing.click(force=True, position={"x": 2, "y": 2})
    assert set(asked) <= {"GET"}
    assert page.locator(".board button.live").count() == 0
    at(page, 16)


def test_space_plays_and_a_review_of_a_running_game_shows_my_side(people: People) -> None:
    page = people.open()
    facts = people.open_table(page, "skippity", chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    page.locator(".status.mine, .live.next").first.wait_for()
    page.goto(f"{people.url}/g/{facts['table']}")
    page.locator(".board").wait_for()
    assert page.locator("nav .quiet", has_text="All sides").count() == 0
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.querySelector('#turn').value) >= 1")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def test_the_verdict_is_shown_in_the_page(people: People, table: str) -> None:
    page = people.open(f"/g/{table}#6")
    at(page, 6)
    page.locator("#verify").click()
    page.locator("#proof .good").wait_for()
    assert page.locator("#proof li").count() >= 7
    assert page.url.endswith("#6")


def test_codes_follow_the_turn_and_lead_to_it(people: People, table: str) -> None:
    page = people.open(f"/g/{table}?as=public#8", permissions=["clipboard-read", "clipboard-write"])
    at(page, 8)
    page.keyboard.press("ArrowRight")
    at(page, 9)
    page.locator("[data-copy=code-link]").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{people.url}/g/{table}?as=public#9"
    page.locator("summary").click()
    frame = page.locator("#code-frame").input_value()
    image = page.locator("#code-image").input_value()
    address = re.search('src="([^"]+)"', frame)
    assert address
    assert "seq=9" in address[1]
    assert "seq=9" in image


def test_an_embedded_table_may_be_framed_and_nothing_else_may(
    browser: Any, server: ServerThread, table: str
) -> None:
    page = browser.new_context().new_page()
    addresses = [f"{server.url}/g/{table}/embed?seq=9", f"{server.url}/g/{table}"]
    frames = "".join(f'<iframe src="{address}"></iframe>' for address in addresses)
    page.route("**/elsewhere", lambda route: route.fulfill(body=frames, content_type=HTML))
    page.goto(f"{server.url}/elsewhere")
    page.frame_locator("iframe >> nth=0").locator("img").wait_for()
    assert page.frame_locator("iframe >> nth=1").locator("#review").count() == 0
    page.context.close()


@pytest.fixture
def analysed(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest whose game has its chances worked out."""

    def worked_out(header: Header, rows: Sequence[Row]) -> list[Chances]:
        return [Chances(row.seq, [row.seq / len(rows), 1 - row.seq / len(rows)]) for row in rows]

    def costly(header: Header, rows: Sequence[Row]) -> list[Costly]:
        legal = Host(header, rows[: COSTLY - 1]).legal(0)
        return [Costly(COSTLY, 0, int(legal[0]), 0.25, 0.5)]

    monkeypatch.setattr(server.app.state, "chances", worked_out, raising=False)
    monkeypatch.setattr(server.app.state, "costs", costly, raising=False)


def test_chances_are_a_graph_that_tells_nothing_of_what_comes(
    people: People, table: str, analysed: None
) -> None:
    page = people.open(f"/g/{table}?as=0#5")
    graph = page.locator(".chances")
    graph.wait_for()
    last = last_of(page)
    ends = "one => Number(one.getAttribute('points').split(' ').at(-1).split(',')[0])"
    lines = graph.locator("polyline")
    assert lines.count() == 2
    assert lines.first.evaluate(ends) == 5
    assert page.locator(".cost p").count() == 0  # what it was is not told before its turn
    page.locator("#whole").check()
    assert lines.first.evaluate(ends) == last
    page.locator("#whole").uncheck()
    page.keyboard.press("End")
    at(page, last)
    assert "Ann 100 %" in graph.get_attribute("aria-label")


def test_the_costliest_move_is_shown_with_what_was_better(
    people: People, table: str, analysed: None
) -> None:
    page = people.open(f"/g/{table}?as=0#3")
    page.locator(".cost button").click()
    at(page, COSTLY - 1)
    told = page.locator(".cost").inner_text()
    assert "Your costliest move" in told
    assert "25 %" in told
    assert "50 %" in told


def test_without_chances_there_is_no_graph(people: People, table: str) -> None:
    page = people.open(f"/g/{table}#5")
    at(page, 5)
    assert page.locator(".chances").count() == 0
    assert page.request.get(f"{people.url}/api/tables/{table}/chances").status == 404


def test_it_is_read_without_scripts(people: People, table: str) -> None:
    page = people.open(f"/g/{table}?as=0&seq=7", java_script_enabled=False)
    page.locator("[rel=next]").click()
    page.wait_for_url("**seq=8")
    page.locator("#verify").click()
    page.locator("#proof li").first.wait_for()


@needs_axe
def test_reviews_pass_axe_and_are_french(people: People, table: str) -> None:
    patterns = english()
    for how in ({"color_scheme": "dark"}, {"color_scheme": "light", **PHONE}):
        page = people.open(f"/g/{table}?as=all#9", locale="fr-FR", **how)
        at(page, 9)
        page.locator("#verify").click()
        page.locator("#proof .good").wait_for()
        page.locator("summary").click()
        assert not axe_findings(page)
        assert not left_in_english(page, patterns)
        fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(fits)
