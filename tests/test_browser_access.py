"""Every page and every state of a table, looked at by axe: nothing to find, in both themes."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from browser import chromium, missing
from served import Served, served

from skipyard.games import GAMES

AXE = pathlib.Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
WANTED = missing() or ("" if AXE.exists() else "axe-core (make web)")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(WANTED), reason=f"the browser tests need {WANTED}"),
]
PHONE = {"width": 360, "height": 740}
PATIENCE = 120_000  # milliseconds; rules may have to be compiled


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("access")) as running:
        yield running


@pytest.fixture(scope="module", params=["light", "dark"])
def page(request: pytest.FixtureRequest) -> Iterator[Any]:
    with chromium() as browser:
        context = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        yield context.new_page()


def findings(page: Any) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


def play_now(page: Any, server: Served, game: str) -> None:
    page.goto(server.url)
    page.locator(f'form[data-game="{game}"] button[value=bots]').click()
    page.locator(".status.mine").wait_for()


@pytest.mark.parametrize("path", ["/", "/join#CODE", "/rules/skipbo", "/nowhere"])
def test_pages(page: Any, server: Served, path: str) -> None:
    page.goto(server.url + path)
    assert findings(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_at_rest_with_a_thing_held_and_on_a_phone(
    page: Any, server: Served, game: str
) -> None:
    play_now(page, server, game)
    assert findings(page) == []
    page.locator(".live.next").first.click()
    assert findings(page) == []
    usual = page.viewport_size
    page.set_viewport_size(PHONE)
    assert findings(page) == []
    page.set_viewport_size(usual)


def test_what_lies_over_a_table(page: Any, server: Served) -> None:
    play_now(page, server, "skipbo")
    for name in ("Settings", "Say…", "Resign"):
        page.get_by_role("button", name=name).click()
        assert findings(page) == []
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()
    assert findings(page) == []


def test_the_waiting_room(page: Any, server: Served) -> None:
    page.goto(server.url)
    page.locator('form[data-game="skipbo"] button[value=friends]').click()
    page.locator(".room li button").click()
    page.locator(".room li input").wait_for()
    assert findings(page) == []
