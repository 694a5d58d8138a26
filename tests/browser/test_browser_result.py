"""The result of a game in a real browser: ranks, figures, decisive moment, sharing, the way on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import PHONE, People, axe_findings, needs_axe, needs_browser
from helpers.server_thread import ServerThread
from helpers.short_games import SHORT

from skipyard.server.workers.chance_worker import Chances
from skipyard.table.database.store import Header, Row

pytestmark = [pytest.mark.full, needs_browser]
MOVES = 300


def ended(people: People, game: str, **how: Any) -> Any:
    """The page of a game that was just played to its end."""
    page = people.open(**how)
    body = {"chairs": ["me", "bot:greedy"], "settings": SHORT[game]}
    facts = people.open_table(page, game, **body)
    page.goto(f"{people.url}/t/{facts['table']}")
    take_turns(page, MOVES)
    page.locator(".moment").wait_for()
    return page


@pytest.fixture
def analysed(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """The winner's chance leaps in the last row but one."""

    def worked_out(header: Header, rows: Sequence[Row]) -> list[Chances]:
        late = len(rows) - 1
        return [Chances(row.seq, [0.9, 0.9] if row.seq >= late else [0.2, 0.2]) for row in rows]

    monkeypatch.setattr(server.app.state, "chances", worked_out, raising=False)


@needs_axe
def test_a_result_tells_the_game_and_stays_in_reach(people: People, analysed: None) -> None:
    page = ended(people, "skippity", **PHONE)
    assert page.locator(".podium li").count() == 2
    page.locator(".figures li").first.wait_for()
    page.locator(".decisive").wait_for()
    assert "90 %" in page.locator(".decisive").inner_text()
    assert not axe_findings(page)
    page.locator(".moment .closes").click()
    bar = page.locator("nav.after")
    for name in ("Play again", "Look back", "Share", "All games"):
        assert bar.get_by_text(name, exact=True).is_visible()
    bar.locator("button.quiet").click()
    page.locator(".moment").wait_for()


def test_sharing_saves_the_picture_and_copies_the_link(people: People) -> None:
    page = ended(people, "skippity", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.canShare = () => false")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share").click()
    assert saved.value.suggested_filename.endswith(".png")
    page.get_by_text("The picture is saved and the link to this game is copied.").wait_for()
    table = page.url.rsplit("/", 1)[1]
    assert page.evaluate("navigator.clipboard.readText()") == f"{people.url}/g/{table}"


def test_sharing_hands_the_picture_to_the_browser_where_it_can(people: People) -> None:
    page = ended(people, "skippity", locale="fr-FR")
    page.evaluate(
        """() => { navigator.canShare = () => true;
        navigator.share = data => { window.given = data.files[0].name + data.text;
        return Promise.resolve(); } }"""
    )
    page.get_by_role("button", name="Partager").click()
    page.wait_for_function("() => window.given")
    assert "/g/" in page.evaluate("window.given")
