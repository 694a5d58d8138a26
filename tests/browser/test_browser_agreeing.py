"""Agreements between two people: undo, draw, rematch; and how teams look."""

from __future__ import annotations

import re
from typing import Any

import pytest
from helpers.browser_people import People, needs_browser, seq_of, wait_beyond

pytestmark = [pytest.mark.full, needs_browser]
CASUAL = {"casual": True}


def pages_of_two(people: People, game: str, **more: Any) -> tuple[Any, Any]:
    """Ann and Bob at a table, both looking at it."""
    ann = people.open()
    facts = people.open_table(ann, game, **more)
    bob = people.join(facts["codes"]["1"], "Bob")
    ann.goto(f"{people.url}/t/{facts['table']}")
    for page in (ann, bob):
        page.locator("main.board").wait_for()
    return ann, bob


def mover_first(pages: tuple[Any, Any]) -> tuple[Any, Any]:
    ann, bob = pages
    ann.locator(".status.mine").or_(ann.locator(".status:not(.mine)")).wait_for()
    return (ann, bob) if ann.locator(".status.mine").count() else (bob, ann)


def discard(page: Any) -> None:
    """The first card of a hand goes to a discard pile, and the turn ends."""
    before = seq_of(page)
    page.locator('.hand [data-id^="hand."].live').first.click()
    page.locator('.mine [data-id^="discard."].next').first.click()
    wait_beyond(page, before)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def test_a_turn_is_taken_back_when_the_other_agrees(people: People) -> None:
    mover, other = mover_first(pages_of_two(people, "skipbo", policy=CASUAL))
    discard(mover)
    other.locator(".status.mine").wait_for()
    button(mover, "Undo").click()
    asked = other.get_by_role("alertdialog")
    asked.wait_for()
    assert "asks to take the last move back" in asked.inner_text()
    mover.get_by_text("waiting for an answer").wait_for()
    button(other, "Decline").click()
    mover.get_by_text("waiting for an answer").wait_for(state="detached")
    assert other.locator(".status.mine").count() == 1  # nothing was taken back
    button(mover, "Undo").click()
    other.get_by_role("alertdialog").wait_for()
    button(other, "Agree").focus()
    other.keyboard.press("Enter")
    mover.locator(".status.mine").wait_for()
    assert mover.locator('.mine [data-id^="discard."] .piece').count() == 0


def test_a_table_that_is_not_casual_says_why_there_is_no_undo(people: People) -> None:
    mover, other = mover_first(pages_of_two(people, "skipbo"))
    discard(mover)
    button(mover, "Undo").click(force=True)  # it looks disabled, and says why
    mover.locator(".status .notice").wait_for()
    assert other.get_by_role("alertdialog").count() == 0


def test_a_draw_is_offered_taken_back_and_agreed(people: People) -> None:
    ann, bob = pages_of_two(people, "flip_and_skip")
    button(ann, "Draw?").click()
    bob.get_by_role("alertdialog").wait_for()
    button(ann, "Withdraw").click()
    bob.get_by_role("alertdialog").wait_for(state="detached")
    button(ann, "Draw?").click()
    button(bob, "Agree").click()
    for page in (ann, bob):
        page.locator(".moment").wait_for()
        assert page.locator(".moment h2").inner_text() == "A draw"


def test_a_bot_is_offered_no_draw(people: People) -> None:
    page = people.open()
    page.locator('form[data-game="flip_and_skip"] button[value=bots]').click()
    button(page, "Resign").wait_for()
    assert button(page, "Draw?").count() == 0


def test_two_people_play_again_together(people: People) -> None:
    ann, bob = pages_of_two(people, "skippity", settings=["size=6"])
    button(ann, "Resign").click()
    button(ann, "Yes").click()
    bob.locator(".moment").wait_for()
    before = ann.url
    button(ann, "Play again").click()
    ann.get_by_text("Waiting for the others.").wait_for()
    bob.get_by_text("Ann would like to play again.").wait_for()
    button(bob, "Play again").click()
    for page in (ann, bob):
        page.wait_for_url(lambda url: url != before)
        page.locator("main.board").wait_for()
    assert ann.url == bob.url


def test_the_end_leads_to_the_review_the_record_and_the_proof(people: People) -> None:
    ann, _ = pages_of_two(people, "skippity", settings=["size=6"])
    button(ann, "Resign").click()
    button(ann, "Yes").click()
    ann.locator(".moment").wait_for()
    ann.locator(".moment summary").click()
    button(ann, "Verify the dice").click()
    ann.get_by_text("All is right").wait_for()
    with ann.expect_download() as saved:
        ann.get_by_role("link", name="Download the record").click()
    assert saved.value.suggested_filename.startswith("skippity-")
    ann.get_by_role("link", name="Look back").click()
    ann.wait_for_url(re.compile("/g/"))


# Teams --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "setting"), [("skipbo", "teams=true"), ("skip_or_trip", "variant=team")]
)
def test_teams_have_a_letter_and_a_shape_everywhere(
    people: People, game: str, setting: str
) -> None:
    page = people.open()
    chairs = ["me", *["bot:greedy"] * 3]
    facts = people.open_table(page, game, chairs=chairs, settings=[setting])
    page.goto(f"{people.url}/t/{facts['table']}")
    page.locator(".status.mine").wait_for()
    signs = page.locator("main.board [data-seat] .team")
    labels = signs.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert sorted(labels) == ["Team A", "Team A", "Team B", "Team B"]
    shapes = signs.evaluate_all(
        "all => all.map(one => one.querySelector('path').getAttribute('d'))"
    )
    assert len(set(shapes)) == 2
    button(page, "Resign").click()
    button(page, "Yes").click()
    page.locator(".moment").wait_for()
    assert page.locator(".moment h2").inner_text() == "Otto and Rafa win!"
    assert page.locator(".moment li .team").count() == 4
