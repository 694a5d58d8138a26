"""A player who taps, for tests in a real browser."""

from __future__ import annotations

from typing import Any

from skipyard.proofs.browsers import chromium, missing

__all__ = ["chromium", "missing", "take_turns"]


def take_turns(page: Any, moves: int) -> None:
    """Tap through moves of my own, waiting for others; ends early when the game does."""
    mine = page.locator(".status.mine")
    over = page.locator(".moment")
    for _ in range(moves):
        mine.or_(over).first.wait_for()
        if over.count():
            return
        status = page.locator("main.board").get_attribute("data-seq")
        first = page.locator(".live.next").first
        first.click()
        while page.locator("main.choosing").count():
            page.locator(".live.next").first.click()
        page.wait_for_function(
            "seq => document.querySelector('main.board').dataset.seq !== seq", arg=status
        )
    mine.or_(over).first.wait_for()
