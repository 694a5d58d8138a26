"""Whole games by keyboard alone, and what a screen reader gets at every step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from helpers.browser_people import KeyboardPlayer, People, needs_browser
from helpers.server_thread import ServerThread
from helpers.short_games import SHORT

pytestmark = [pytest.mark.full, needs_browser]
MOST = 250  # moves of mine
UNNAMED = re.compile(r"^\s*- (?:button|img|link|group|region)(?: \[[^\]]*\])*:?\s*$", re.MULTILINE)
RAW_ID = re.compile(r'"[a-z]+\.\d+(?:\.\w+)*"')  # such as hand.0.3


@pytest.mark.parametrize("game", list(SHORT))
def test_everything_can_be_heard_and_played_without_a_pointer(
    people: People, server: ServerThread, game: str
) -> None:
    page = people.open()
    facts = people.open_table(page, game, settings=SHORT[game], chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    player = KeyboardPlayer(page, server, 1)
    host = server.app.state.seating.tables.open[facts["table"]].host
    heard: set[str] = set()
    for _ in range(MOST):
        page.locator(".status.mine").or_(page.locator(".moment")).first.wait_for()
        if host.phase == "over":
            break
        check(page, host)
        player.move()
        heard |= set(page.locator("[role=log] p").all_inner_texts())
    page.locator(".moment").wait_for()
    assert host.phase == "over"
    assert len(heard) > 5, "what happens is read out"


def check(page: Any, host: Any) -> None:
    """Everything has a name in words, the status is told, and what can be touched is a button."""
    tree = page.locator("main.board").aria_snapshot()
    assert not UNNAMED.findall(tree), tree
    assert not RAW_ID.findall(tree), tree
    status = " ".join(page.locator(".status p").first.inner_text().split())
    assert status
    words = (
        status.rpartition(": ")[2].split(".")[0].lower()
    )  # the first letter is made large by style
    assert words in " ".join(tree.lower().split()), (status, tree)
    names = page.locator("main.board button[data-id]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.innerText)"
    )
    assert names
    assert all(name.strip() for name in names)
    assert host.legal(0)
