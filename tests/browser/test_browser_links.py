"""Links that lead nowhere: each says in its heading what happened, and offers what fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.browser_people import (
    PHONE,
    People,
    axe_findings,
    needs_axe,
    needs_browser,
)
from helpers.shown_pages import open_table, page_audit, post

from skipyard.server.access import seating

pytestmark = needs_browser
FOREIGN = "2345678923456789"  # as long as a code of ours


class Host:
    """Somebody with a table of three, who keeps chairs for others."""

    def __init__(self, people: People) -> None:
        self.people, self.page = people, people.open("/offline")
        chairs = ["me", "open", "open"]
        self.api = f"/api/tables/{open_table(people, self.page, 'skipbo', chairs)['table']}"

    def keep_chair(self, seat: int) -> str:
        return str(post(self.people, self.page, f"{self.api}/invite", seat=seat)["code"])

    def fill(self, seat: int) -> None:
        post(self.people, self.page, f"{self.api}/fill", seat=seat)


def used(host: Host, monkeypatch: pytest.MonkeyPatch) -> str:
    code = host.keep_chair(1)
    host.people.join(code, "Bob")
    return code


def expired(host: Host, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as short:
        short.setattr(seating, "JOIN_CODE_LIFETIME", -1)
        return host.keep_chair(1)


def replaced(host: Host, monkeypatch: pytest.MonkeyPatch) -> str:
    code = host.keep_chair(1)
    host.keep_chair(1)
    return code


def taken(host: Host, monkeypatch: pytest.MonkeyPatch) -> str:
    code = host.keep_chair(1)
    host.fill(1)
    return code


def begun(host: Host, monkeypatch: pytest.MonkeyPatch) -> str:
    code = host.keep_chair(1)
    host.fill(2)
    host.fill(1)
    return code


# How a code came to be no good; the heading of its page, words of its text, its first button.
ENDS: dict[Callable[[Host, pytest.MonkeyPatch], str], tuple[str, str, str]] = {
    lambda host, patch: "": ("This link is incomplete", "no code in it", "/"),
    lambda host, patch: "2345": ("This link is incomplete", "letters of its code", "/"),
    lambda host, patch: FOREIGN: ("This link is from somewhere else", "another server", "/"),
    used: ("This link has been used", "ask for a new one", "/me"),
    expired: ("This link has expired", "ask the host for a new link", "/"),
    replaced: ("This link has been replaced", "Ask for the newest link", "/"),
    taken: ("Your chair is taken", "Ask the host for another chair", "/watch"),
    begun: ("The game has begun without you", "the next one", "/watch"),
}


def follow(people: People, code: str, **how: Any) -> Any:
    page = people.open(f"/join#{code}", **how)
    page.locator("#over").wait_for()
    return page


@needs_axe
@pytest.mark.full
@pytest.mark.parametrize("how", ENDS)
def test_a_link_that_leads_nowhere_says_why_and_what_to_do(
    people: People,
    how: Callable[[Host, pytest.MonkeyPatch], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heading, words, goes = ENDS[how]
    code = how(Host(people), monkeypatch)
    page = follow(people, code, **PHONE)
    assert page.locator("h1:visible").all_inner_texts() == [heading]
    assert page.evaluate("document.activeElement.textContent") == heading
    assert words in page.locator(".why:visible").inner_text()
    assert page.locator(".picks:visible .big").get_attribute("href") == goes
    assert not axe_findings(page)
    assert not page_audit(page)
    french = follow(people, code, locale="fr-FR")
    assert french.locator("h1:visible").inner_text() != heading


def test_a_link_of_another_server_says_so(people: People) -> None:
    page = follow(people, FOREIGN)
    page.get_by_role("heading", name="This link is from somewhere else").wait_for()


@pytest.mark.full
def test_a_full_table_offers_watching_and_another_table(people: People) -> None:
    host = people.open("/offline")
    table = open_table(people, host, "skipbo", ["me", "invited"])["table"]
    page = people.open(f"/t/{table}")
    page.get_by_role("heading", name="This table is full").wait_for()
    page.get_by_role("link", name="Open another table").wait_for()


@pytest.mark.full
def test_a_tournament_that_is_closed_says_so(people: People) -> None:
    organiser = people.open("/offline")
    body = {"title": "Sunday", "game": "skippity", "agreed": {"form": "knockout"}, "name": "Ann"}
    name = post(people, organiser, "/api/tournaments", **body)["tournament"]
    for other in ("Bob", "Cleo"):
        post(people, people.open("/offline"), f"/api/tournaments/{name}/join", name=other)
    post(people, organiser, f"/api/tournaments/{name}/begin")
    page = people.open(f"/tournaments/{name}")
    page.get_by_role("heading", name="It is too late to join").wait_for()
    page.get_by_role("link", name="A tournament among friends").wait_for()
