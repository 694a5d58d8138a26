"""Boards in a real browser: whole games by touches, on a phone, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.browser_moves import press_keys, take_turns
from helpers.browser_people import PHONE, People, needs_browser

pytestmark = [pytest.mark.full, needs_browser]
FINGER = 44  # pixels
SMALLEST = 28  # of a square that need not be enlarged, since a near miss counts
LONGEST = 300  # moves of my own in any of these games
GAMES = ["skip_or_trip", "flip_and_skip", "skippity"]

Visit = Callable[..., Any]


@pytest.fixture
def visit(people: People) -> Visit:
    """Open a table against a bot."""

    def sit_down(game: str, *settings: str, **how: Any) -> Any:
        page = people.open(**how)
        chairs = ["me", "bot:greedy"]
        facts = people.open_table(page, game, chairs=chairs, settings=list(settings))
        page.goto(f"{people.url}/t/{facts['table']}")
        page.locator(".status.mine").wait_for()
        return page

    return sit_down


def sizes_of_targets(page: Any, selector: str = "main.board button.next") -> list[float]:
    """The shorter side of everything that can be touched now."""
    script = """selector => [...document.querySelectorAll(selector)].map(one => {
        const box = one.getBoundingClientRect();
        return Math.min(box.width, box.height);
    })"""
    sizes: list[float] = page.evaluate(script, selector)
    return sizes


def spills(page: Any) -> bool:
    """Whether the page, or the board in it, is wider than the screen."""
    script = """() => [document.documentElement, document.querySelector('main.board')]
        .some(one => one.scrollWidth > one.clientWidth)"""
    return bool(page.evaluate(script))


# Whole games --------------------------------------------------------------------------------------
def test_skip_or_trip_by_taps_on_a_phone(visit: Visit) -> None:
    page = visit("skip_or_trip", **PHONE)

    def tap(thing: Any) -> None:
        assert not spills(page)
        # On the track a near miss counts for the nearest legal thing.
        assert min(sizes_of_targets(page)) >= SMALLEST
        others = sizes_of_targets(page, "main.board button.next:not([data-place])")
        assert min(others, default=FINGER) >= FINGER - 0.5
        thing.tap()

    take_turns(page, LONGEST, tap)
    assert page.locator(".moment").count() == 1


def test_flip_and_skip_by_clicks(visit: Visit) -> None:
    page = visit("flip_and_skip", "no_progress_limit=20")
    take_turns(page, LONGEST)
    assert page.locator(".moment").count() == 1


def test_skippity_by_keyboard_alone(visit: Visit) -> None:
    page = visit("skippity", "size=6")
    take_turns(page, LONGEST, lambda _: press_keys(page))
    assert page.locator(".moment").count() == 1


# What is shown ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_everything_has_a_name_and_a_drawing(visit: Visit, game: str) -> None:
    page = visit(game)
    assert page.locator("main.board .written").count() == 0
    for thing in page.locator("main.board button[data-id]").all():
        label = thing.get_attribute("aria-label") or thing.inner_text()  # some are words
        assert label.strip()
        assert ":" not in label.replace(": ", " ")  # codes such as known:EYE are for machines


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_a_board_without_scrolling_sideways(visit: Visit, game: str) -> None:
    page = visit(game, **PHONE)
    for _ in range(4):
        assert not spills(page)
        take_turns(page, 1)


def test_the_last_move_is_marked_after_a_reload_and_for_a_watcher(
    visit: Visit, people: People
) -> None:
    page = visit("skip_or_trip")
    take_turns(page, 2)
    marks = "all => all.map(one => one.querySelector('[data-id]').dataset.id)"
    marked = page.locator(".stone.reached").evaluate_all(marks)
    assert marked
    page.reload()
    page.locator(".stone.reached").first.wait_for(state="attached")
    assert page.locator(".stone.reached").evaluate_all(marks) == marked
    watcher = people.open(page.url.removeprefix(people.url))
    watcher.locator(".stone.reached").first.wait_for(state="attached")
    assert watcher.locator(".stone.reached").evaluate_all(marks) == marked


def test_my_figure_is_in_view_though_the_start_is_far_below(visit: Visit) -> None:
    page = visit("skip_or_trip", **PHONE)
    frame = page.locator(".view").bounding_box()
    figure = page.locator('[data-id="token.0.0"]').bounding_box()
    assert frame["y"] <= figure["y"]
    assert figure["y"] + figure["height"] <= frame["y"] + frame["height"] + 1


def test_a_lens_makes_squares_as_large_as_a_finger(visit: Visit) -> None:
    page = visit("skippity", "size=16", **PHONE)
    assert min(sizes_of_targets(page)) < SMALLEST
    page.get_by_role("button", name="Larger squares").tap()
    assert min(sizes_of_targets(page)) >= FINGER - 2  # but for the gap
    assert not spills(page)
    take_turns(page, 1, lambda thing: thing.tap())


def test_squares_of_a_usual_board_are_large_enough_for_a_phone(visit: Visit) -> None:
    page = visit("skippity", viewport={"width": 320, "height": 568})
    assert min(sizes_of_targets(page)) >= SMALLEST
    assert page.locator(".lens").count() == 0


@pytest.mark.parametrize("dragged", [False, True])
def test_a_chain_is_shown_and_taken_in_one_go(visit: Visit, dragged: bool) -> None:
    page = visit("skippity", "size=6", "first_player=seat0", "undo=true")
    taken = 0
    for _ in range(LONGEST):
        page.locator(".status.mine").or_(page.locator(".moment")).first.wait_for()
        chains = scene(page)["chains"]
        if taken > 1 or not chains:
            break
        chain = max(chains, key=lambda one: len(one["actions"]))
        page.locator(f'button[data-id="{chain["touch"][0]}"]').click()
        taken = len(chain["actions"])
        assert page.locator(".prey").count() == taken
        assert page.locator(".promise").inner_text() == chain["label"]
        before = scene(page)["zones"][0]["count"]
        if dragged:
            drag(page, *(page.locator(f'.grid [data-id="{chain["touch"][n]}"]') for n in (0, -1)))
        else:
            page.get_by_role("button", name=chain["effect"]).click()
        page.locator(f'.is-moving[data-id="{chain["touch"][-1]}"]').wait_for()
        assert scene(page)["zones"][0]["count"] == before - taken
        page.get_by_role("button", name="End the turn").click()
        page.locator(".is-moving").wait_for(state="detached")
    assert taken > 1


def drag(page: Any, thing: Any, place: Any) -> None:
    """Drag a thing to a place by the mouse."""
    for at, then in (
        (thing.bounding_box(), page.mouse.down),
        (place.bounding_box(), page.mouse.up),
    ):
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, steps=4)
        then()


def scene(page: Any) -> Any:
    """What the server shows to this browser."""
    script = """async () => (await (await fetch(
        location.pathname.replace("/t/", "/api/tables/"))).json()).scene"""
    return page.evaluate(script)


def test_a_chain_leaves_its_way_on_the_board(visit: Visit) -> None:
    page = visit("skippity", "size=6", "first_player=seat0")
    assert page.locator(".way").count() == 0
    take_turns(page, 1)
    assert page.locator(".way polyline").count() == 2
    page.locator(".status.mine").wait_for()
    way = page.locator(".way .line").get_attribute("points")
    page.reload()
    page.locator(".status.mine").wait_for()
    assert page.locator(".way .line").get_attribute("points") == way


def test_rows_of_skippity_count_from_the_top(visit: Visit) -> None:
    page = visit("skippity", "size=6")
    labels = [
        (label.bounding_box()["y"], label.inner_text()) for label in page.locator(".rank").all()
    ]
    assert [text for _, text in sorted(labels)] == ["1", "2", "3", "4", "5", "6"]
    first, last = (page.locator(f'[data-id="{name}"]').bounding_box() for name in ("a1", "a6"))
    assert first["y"] < last["y"]


def test_a_coin_is_dragged_to_a_square(visit: Visit) -> None:
    page = visit("flip_and_skip", "setup_pick=random")
    stepping = page.locator(".status.mine", has_text="steps left")  # not looking under it
    while not stepping.count() or not page.locator(".wood .upon .live.next").count():
        take_turns(page, 1)
    coin = page.locator(".wood .upon .live.next").first
    coin.click()
    square = page.locator(".wood .square.next").first.get_attribute("data-id")
    page.keyboard.press("Escape")
    name = coin.get_attribute("data-id")
    coin.drag_to(page.locator(f'[data-id="{square}"]'))
    page.locator(f'.cell:has([data-id="{square}"]) [data-id="{name}"]').wait_for()


def test_a_near_miss_counts_for_the_nearest_square_and_a_far_one_does_not(visit: Visit) -> None:
    page = visit("flip_and_skip", "setup_pick=random")
    stepping = page.locator(".status.mine", has_text="steps left")
    while not stepping.count() or not page.locator(".wood .upon .live.next").count():
        take_turns(page, 1)
    coin = page.locator(".wood .upon .live.next").first
    name = coin.get_attribute("data-id")
    coin.click()
    near = """() => {
        const box = one => one.closest(".cell").getBoundingClientRect();
        const legal = [...document.querySelectorAll(".cell button.next")].map(box);
        const held = box(document.querySelector(".wood .upon .held"));
        for (const cell of document.querySelectorAll(".cell:not(:has(button))")) {
            const at = cell.getBoundingClientRect(), y = at.top + at.height / 2;
            for (const to of legal) {
                if (Math.abs(to.top - at.top) > 1 || Math.abs(to.left - held.left) < 1) continue;
                const side = to.left - at.left;
                if (Math.abs(Math.abs(side) - at.width) > 1) continue;
                const edge = side > 0 ? at.right : at.left, into = side > 0 ? -1 : 1;
                return [edge + into * at.width * 0.2, edge + into * at.width * 0.5, y,
                    document.elementFromPoint(to.left + 4, y).closest("[data-id]").dataset.id];
            }
        }
        return null;
    }"""
    x, far, y, square = page.evaluate(near)
    page.mouse.click(far, y)
    assert page.locator(f'.held[data-id="{name}"]').count() == 1  # it is still in hand
    page.mouse.click(x, y)
    page.locator(f'.cell:has([data-id="{square}"]) [data-id="{name}"]').wait_for()


def test_a_touched_coin_explains_itself(visit: Visit) -> None:
    page = visit("flip_and_skip")
    page.locator('.wood .upon [data-id="coin.0"]').hover(
        force=True
    )  # my own, which cannot be taken
    page.locator(".power.told p", has_text="Nobody has seen what is underneath.").wait_for()


@pytest.mark.parametrize("game", ["flip_and_skip", "skippity"])
def test_squares_fill_their_board(visit: Visit, game: str) -> None:
    page = visit(game)
    board, grid = page.locator(".wood").bounding_box(), page.locator(".wood .grid").bounding_box()
    assert grid["width"] > 0.9 * board["width"]
    assert grid["height"] > 0.9 * board["height"]
