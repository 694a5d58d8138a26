"""A player's settings in a real browser: motion on or off, and sound unless it is turned off."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import People, needs_browser, play_now

pytestmark = [pytest.mark.full, needs_browser]
# What has travelled, and how often a sound was made.
COUNT = """
window.travelled = 0;
window.sounds = 0;
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node.classList?.contains("traveller")) window.travelled++;
}).observe(document, {childList: true, subtree: true});
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...all) {
  window.sounds++;
  return start.apply(this, all);
};
"""


def begin(people: People, **how: Any) -> Any:
    page = people.open(**how)
    page.context.add_init_script(COUNT)
    play_now(page)
    return page


def choose(page: Any, group: str, choice: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name=group).get_by_text(choice, exact=True).click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()


@pytest.mark.parametrize("speed", ["Calm", "Brisk", "Off"])
def test_things_travel_unless_that_is_off(people: People, speed: str) -> None:
    page = begin(people, reduced_motion="no-preference")
    choose(page, "Motion", speed)
    page.evaluate("window.travelled = 0")
    take_turns(page, 2)
    assert (page.evaluate("window.travelled") > 0) == (speed != "Off")


def test_a_device_that_asks_for_less_motion_gets_none(people: People) -> None:
    page = begin(people)
    choose(page, "Motion", "Calm")
    take_turns(page, 2)
    assert page.evaluate("window.travelled") == 0


def test_there_is_sound_until_somebody_turns_it_off(people: People) -> None:
    page = begin(people)
    take_turns(page, 1)
    assert page.evaluate("window.sounds") > 0
    choose(page, "Sound", "Off")
    page.evaluate("window.sounds = 0")
    take_turns(page, 1)
    assert page.evaluate("window.sounds") == 0
    page.reload()
    page.locator(".status.mine").wait_for()
    page.get_by_role("button", name="Settings").click()
    assert page.get_by_role("group", name="Sound").get_by_label("Off", exact=True).is_checked()
