"""A table's connection in a real browser: a reload, a killed server, no network."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import People, needs_browser, play_now, seq_of

from skipyard.proofs.shared.processes import ServerProcess

pytestmark = [pytest.mark.full, needs_browser]


def hand(page: Any) -> list[str]:
    """The labels of my cards."""
    cards = page.locator('[data-id^="hand.0."]')
    return [str(label) for label in cards.evaluate_all("all => all.map(one => one.ariaLabel)")]


def test_a_reload_in_mid_game_keeps_the_seat_and_the_hand(people: People) -> None:
    page = people.open()
    play_now(page)
    take_turns(page, 2)
    before = seq_of(page), hand(page)
    page.reload()
    page.locator(".status.mine").wait_for()
    assert (seq_of(page), hand(page)) == before
    take_turns(page, 1)
    assert seq_of(page) > before[0]


def test_a_device_without_network_says_so_and_comes_back_by_itself(people: People) -> None:
    page = people.open()
    play_now(page)
    before = seq_of(page)
    page.context.set_offline(True)
    page.locator(".banner").wait_for()
    page.context.set_offline(False)
    page.locator(".banner").wait_for(state="detached")
    take_turns(page, 1)
    assert seq_of(page) > before


def test_a_server_killed_and_started_again_is_found_again(
    people: People, tmp_path: pathlib.Path
) -> None:
    process = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "server.log").start()
    try:
        page = people.open(process.url)
        play_now(page)
        take_turns(page, 2)
        before, cards = seq_of(page), hand(page)
        process.kill()
        page.locator(".banner").wait_for()
        process.start()
        page.locator(".banner").wait_for(state="detached")
        assert (seq_of(page), hand(page)) == (before, cards)
        take_turns(page, 1)
        assert seq_of(page) > before
    finally:
        process.stop()
