"""Things are dragged by a finger: real touch events, on each kind of board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import PHONE, People, needs_browser, seq_of, wait_beyond

pytestmark = [pytest.mark.full, needs_browser]
STEPS = 6  # of a drag
LONGEST = 12  # moves of mine, until something can be dragged
Point = tuple[float, float]


class Finger:
    """One finger on a page, by the browser's own touch events."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: Point) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def drag(self, start: Point, end: Point) -> None:
        self.send("touchStart", start)
        for step in range(1, STEPS + 1):
            share = step / STEPS
            way = [a + share * (b - a) for a, b in zip(start, end, strict=True)]
            self.send("touchMove", (way[0], way[1]))
        self.send("touchEnd")


def middle(thing: Any) -> Point:
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(page: Any, thing: str) -> Any:
    """What shows a thing of the scene: it, or the pile that it is on top of."""
    return page.locator(f'main.board :is([data-id="{thing}"], [data-top="{thing}"])').last


def two_touches(page: Any) -> tuple[str, str] | None:
    """A move that takes up one thing and puts it on another, if there is one now."""
    views = [view for view in page.traffic.shown() if view["scene"] and view["scene"]["paths"]]
    moves = [path["touch"] for path in views[-1]["scene"]["paths"] if len(path["touch"]) == 2]
    return (moves[0][0], moves[0][1]) if moves else None


@pytest.fixture
def sit_down(people: People) -> Callable[[str], Any]:
    def open_game(game: str) -> Any:
        page = people.open("/offline", **PHONE)
        facts = people.open_table(page, game, chairs=["me", "bot:greedy"])
        page.goto(f"{people.url}/t/{facts['table']}")
        page.locator(".status.mine").wait_for()
        return page

    return open_game


@pytest.mark.parametrize("game", ["skipbo", "skipbo_mod", "flip_and_skip", "skippity"])
def test_a_finger_drags_a_thing_to_where_it_goes(sit_down: Callable[[str], Any], game: str) -> None:
    page = sit_down(game)
    move = two_touches(page)
    for _ in range(LONGEST):
        if move:
            break
        take_turns(page, 1)
        move = two_touches(page)
    assert move
    before = seq_of(page)
    source, target = shown(page, move[0]), shown(page, move[1])
    source.scroll_into_view_if_needed()
    Finger(page).drag(middle(source), middle(target))
    wait_beyond(page, before)


def test_a_finger_drags_a_card_onto_its_figure(sit_down: Callable[[str], Any]) -> None:
    """Skip or Trip: a card held above the land goes to the stone or figure that is lit."""
    page = sit_down("skip_or_trip")
    move = two_touches(page)
    assert move
    before = seq_of(page)
    card = shown(page, move[0])
    card.tap()
    page.locator("main.choosing").wait_for()
    goal = middle(page.locator("main.board .world button.next").first)
    page.keyboard.press("Escape")
    Finger(page).drag(middle(card), goal)
    wait_beyond(page, before)


def test_a_finger_that_drops_nothing_anywhere_changes_nothing(
    sit_down: Callable[[str], Any],
) -> None:
    page = sit_down("skipbo")
    before = seq_of(page)
    Finger(page).drag(middle(shown(page, "hand.0.0")), middle(page.locator(".bar")))
    assert page.locator("main.choosing, .traveller").count() == 0
    assert seq_of(page) == before
