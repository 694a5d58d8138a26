"""Playing moves in a real browser, by clicks or by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from skipyard.proofs.shared.browsers import chromium, missing

__all__ = ["chromium", "missing", "open_table", "press_keys", "take_turns"]


def open_table(
    page: Any, url: str, game: str, chairs: Sequence[str], settings: Sequence[str] = ()
) -> None:
    """Open a table with any settings through the API and go to its page."""
    page.goto(url)
    body = {"game": game, "chairs": list(chairs), "settings": list(settings)}
    script = """async body => (await (await fetch("/api/tables", {
        method: "POST",
        headers: {"content-type": "application/json"},
        body: JSON.stringify(body),
    })).json()).table"""
    page.goto(f"{url}/t/{page.evaluate(script, body)}")


def click(thing: Any) -> None:
    thing.click()


def take_turns(
    page: Any, moves: int, touch: Callable[[Any], None] = click, over: str = ".moment"
) -> None:
    """Play some moves of my own, waiting for the others; stop early when the game ends."""
    mine = page.locator(".status.mine")
    ended = page.locator(over)
    for _ in range(moves):
        mine.or_(ended).first.wait_for()
        if ended.count():
            return
        status = page.locator("main.board").get_attribute("data-seq")
        touch(page.locator(".live.next").first)
        while page.locator("main.choosing").count():
            touch(page.locator(".live.next").first)
        page.wait_for_function(
            "seq => document.querySelector('main.board')?.dataset.seq !== seq", arg=status
        )
    mine.or_(ended).first.wait_for()


# The key that moves the focus towards something touchable; `stuck`: the last key did not move it.
NEXT_KEY = """stuck => {
    const [at, goal] = [document.activeElement, document.querySelector(".live.next")];
    if (at.matches(".live.next")) return "Enter";
    if (at.closest("[data-area]") !== goal.closest("[data-area]")) return "Tab";
    const [from, to] = [at.getBoundingClientRect(), goal.getBoundingClientRect()];
    const [dx, dy] = [to.left - from.left, to.top - from.top];
    const across = Math.abs(dx) > Math.abs(dy) !== stuck;
    return across ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
}"""
MOST_KEYS = 80


def press_keys(page: Any) -> None:
    """Touch something touchable, by keyboard alone."""
    last = ""
    for _ in range(MOST_KEYS):
        focused = page.evaluate("document.activeElement.dataset.id ?? ''")
        key = page.evaluate(NEXT_KEY, bool(focused) and focused == last)
        last = focused
        page.keyboard.press(key)
        if key == "Enter":
            return
    raise AssertionError(f"{MOST_KEYS} keys did not reach anything touchable")
