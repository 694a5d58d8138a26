"""The journal in a real browser: it is there after a reload, for players and for watchers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import People, needs_browser, play_now

pytestmark = [pytest.mark.full, needs_browser]


def lines(page: Any) -> list[str]:
    page.locator(".journal ol li").first.wait_for(state="attached")
    texts: list[str] = page.locator(".journal ol li").all_text_contents()
    return [" ".join(text.split()) for text in texts]


def test_the_journal_is_there_after_a_reload_and_for_a_watcher(people: People) -> None:
    page = people.open()
    play_now(page)
    take_turns(page, 1)
    page.locator(".status.mine").wait_for()
    before = lines(page)
    page.reload()
    page.locator(".status.mine").wait_for()
    after = lines(page)
    assert len(after) >= len(before) > 1
    assert after[-len(before) :] == before
    watcher = people.open(page.url)
    assert len(lines(watcher)) == len(after)
