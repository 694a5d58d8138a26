"""axe finds no violation on any page or state of a table, in both themes."""

from __future__ import annotations

import pytest
from helpers.browser_moves import take_turns
from helpers.browser_people import (
    PHONE,
    READING,
    People,
    axe_findings,
    needs_axe,
    needs_browser,
    open_ways,
    play_now,
)
from helpers.layout_audit import resize
from helpers.shown_pages import PAGES

from skipyard.games import GAMES

pytestmark = [pytest.mark.full, needs_browser]
THREE_SIZES = [(360, 640), (844, 390), (1366, 768)]


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_pages_to_read(people: People, theme: str) -> None:
    page = people.open(color_scheme=theme)
    violations = {}
    for path in READING:
        page.goto(people.url + path)
        violations[path] = axe_findings(page)
    assert not any(violations.values()), told(violations)


@needs_axe
@pytest.mark.parametrize("size", THREE_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_axe_has_nothing_against_any_page_at_three_sizes(
    people: People, size: tuple[int, int]
) -> None:
    page = people.open(viewport={"width": size[0], "height": size[1]})
    violations = {"/": axe_findings(page)}
    form = open_ways(page, "skip_or_trip")
    violations["ways"] = axe_findings(page)
    form.locator("[data-opens=setup]").click()
    violations["setup"] = axe_findings(page)
    for path in [*READING[1:5], "/rules/skippity", "/learn/skippity"]:
        page.goto(people.url + path)
        violations[path] = axe_findings(page)
    page.goto(people.url)
    play_now(page, "skippity")
    violations["table"] = axe_findings(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()
    violations["result"] = axe_findings(page)
    page.locator(".moment .closes").click()
    for name in ("Play again", "Look back", "All games"):
        assert page.locator(".after").get_by_text(name).is_visible(), name
    violations["result closed"] = axe_findings(page)
    page.goto(page.url.replace("/t/", "/g/"))
    page.locator(".look .board").wait_for()
    violations["review"] = axe_findings(page)
    assert not any(violations.values()), told(violations)


def test_forced_colours_keep_edges_and_words(people: People) -> None:
    """Without our colours a button still has an edge, and the letters of a box are drawn."""
    page = people.open(forced_colors="active")
    edges = page.locator(".box button:visible").evaluate_all(
        "all => all.filter(one => !one.matches('.quiet')"
        " && parseFloat(getComputedStyle(one).borderTopWidth) < 1).length"
    )
    assert edges == 0
    strokes = page.locator(".lid .lettering g").evaluate_all(
        "all => all.map(one => [getComputedStyle(one).stroke,"
        " getComputedStyle(one.closest('.lid')).backgroundColor])"
    )
    assert all(stroke != ground for stroke, ground in strokes), strokes


# What can be touched, or a part of it, has an edge in a system colour.
EDGED = """things => things.filter((one) => ![one, ...one.querySelectorAll("*")].some((e) =>
  ["", "::before", "::after"].some((part) => {
    const s = getComputedStyle(e, part || undefined);
    return (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1)
      || (s.borderTopStyle !== "none" && parseFloat(s.borderTopWidth) >= 1);
  }))).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("game", list(GAMES))
def test_forced_colours_mark_what_can_be_touched(people: People, game: str) -> None:
    page = people.open("/offline", forced_colors="active")
    facts = people.open_table(page, game, chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    page.locator(".status.mine").wait_for()
    take_turns(page, 2)
    for state in ("free", "held"):
        live = page.locator("main.board .live.next:visible")
        assert live.count(), state
        assert not live.evaluate_all(EDGED), state
        plain = page.locator("main.board .live.can:visible").first
        if plain.count():
            assert plain.evaluate("one => getComputedStyle(one).outlineStyle") != "none", state
        live.first.dispatch_event("click")
        if not page.locator("main.choosing").count():
            break


@needs_axe
@pytest.mark.parametrize("game", list(GAMES))
def test_axe_has_nothing_against_any_board_at_three_sizes(people: People, game: str) -> None:
    page = people.open("/offline")
    facts = people.open_table(page, game, chairs=["me", "bot:greedy"])
    page.goto(f"{people.url}/t/{facts['table']}")
    page.locator(".status.mine").wait_for()
    take_turns(page, 2)
    violations = {}
    for width, height in THREE_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Escape")
        violations[f"{width}x{height}"] = axe_findings(page)
        page.locator("main.board .live.next").first.dispatch_event("click")
        violations[f"{width}x{height} held"] = axe_findings(page)
        page.locator(".status.mine").wait_for()
    assert not any(violations.values()), told(violations)


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(GAMES))
def test_axe_has_nothing_against_a_table(people: People, game: str, theme: str) -> None:
    page = people.open(color_scheme=theme, **PHONE)
    play_now(page, game)
    violations = {"my turn": axe_findings(page)}
    take_turns(page, 2)
    page.locator(".live.next").first.click()
    violations["held"] = axe_findings(page)
    page.keyboard.press("Escape")
    for name in ("Settings", "Say", "Resign"):
        page.get_by_role("button", name=name).click()
        violations[name] = axe_findings(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator(".moment").wait_for()
    violations["the end"] = axe_findings(page)
    page.goto(page.url.replace("/t/", "/g/"))
    violations["review"] = axe_findings(page)
    assert not any(violations.values()), told(violations)


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_a_shared_screen(people: People, theme: str) -> None:
    page = people.open(color_scheme=theme, **PHONE)
    open_ways(page, "skipbo").locator("button[value=here]").click()
    violations = {"names": axe_findings(page)}
    page.locator("#here button[value=go]").click()
    page.locator(".cover").wait_for()
    violations["cover"] = axe_findings(page)
    for nth in range(2):
        page.locator(".cover button").click()
        page.locator(".status.mine").wait_for()
        if nth:
            page.get_by_role("button", name="Go on").click()
        while not page.locator(".cover").count():
            take_turns(page, 1, over=".cover")
    page.locator(".cover button").click()
    page.locator(".since").wait_for()
    violations["since"] = axe_findings(page)
    assert not any(violations.values()), told(violations)


@needs_axe
@pytest.mark.parametrize("name", list(PAGES))
def test_axe_has_nothing_against_a_page_with_people_at_three_sizes(
    people: People, name: str
) -> None:
    """Waiting rooms, links, tournaments, one's games, puzzles; the second size is in the dark."""
    page = PAGES[name](people, {})
    violations = {}
    for size, theme in zip(THREE_SIZES, ("light", "dark", "light"), strict=True):
        resize(page, size)
        page.emulate_media(color_scheme=theme)
        violations[f"{size}"] = axe_findings(page)
    assert not any(violations.values()), told(violations)


def told(violations: dict[str, list[str]]) -> str:
    return "\n".join(f"{where}: {each}" for where, many in violations.items() for each in many)
