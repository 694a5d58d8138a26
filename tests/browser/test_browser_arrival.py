"""What a board counts changes when the piece that moves has arrived."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import People, needs_browser

pytestmark = [pytest.mark.full, needs_browser]
MOVES = 3  # of mine
# Notes what a board counts whenever a piece starts to move, and after which row.
NOTE_COUNTS = """
window.noted = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const board = document.querySelector("main.board");
  if (this.matches(".traveller")) {
    const counts = {};
    const note = (selector, idOf, number) => {
      for (const e of board.querySelectorAll(selector)) {
        const text = number(e);
        if (text) (counts[idOf(e)] ??= []).push(parseInt(text, 10));
      }
    };
    const ownId = (e) => e.dataset.id;
    note('[data-id^="stock."]', ownId, (e) => e.style.getPropertyValue("--n"));
    note('[data-id^="stock."]', ownId, (e) => e.querySelector(".count")?.textContent);
    note(".ring b", () => "stock.0", (e) => e.textContent);
    note(".draw b", () => "draw", (e) => e.textContent);
    note(".deck .short", () => "deck", (e) => e.textContent);
    note(".tower", ownId, (e) => e.querySelector("b").textContent);
    window.noted.push([Number(board.dataset.seq), counts]);
  }
  return animate.apply(this, how);
};"""


def counts_of(view: dict[str, Any]) -> dict[str, int]:
    return {zone["id"]: zone["count"] for zone in view["scene"]["zones"]}


@pytest.mark.parametrize("game", ["skipbo", "skip_or_trip", "skippity"])
def test_counts_wait_for_what_moves(people: People, game: str) -> None:
    page = people.open("/offline", reduced_motion="no-preference")
    page.context.add_init_script(NOTE_COUNTS)
    facts = people.open_table(page, game, chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    take_turns(page, MOVES, lambda thing: thing.dispatch_event("click"))  # what is next may beat
    views = [view for view in page.traffic.shown() if view["scene"]]
    changed = set()
    before = {view["seq"]: counts_of(last) for last, view in itertools.pairwise(views)}
    after = {view["seq"]: counts_of(view) for view in views}
    noted = page.evaluate("window.noted")
    assert noted
    for seq, counts in noted:
        for zone, numbers in counts.items():
            told = before[seq].get(zone, after[seq].get(zone))
            assert set(numbers) == {told}, (seq, zone)
            changed |= {zone} if told != after[seq].get(zone) else set()
    assert changed  # else nothing would have been shown here
