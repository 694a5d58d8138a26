"""Every board at every size: all in view, nothing overlaps, is too small or cut."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.browser_people import People, needs_browser
from helpers.layout_audit import (
    FEW_SIZES,
    LANGUAGES,
    MOVES,
    SIZES,
    Setup,
    audit,
    open_middle,
    resize,
    setups,
    show_table,
    view_of,
)
from helpers.loaded_tables import KEEP_BUBBLES, LoadedTable, longest_refusal
from helpers.long_deeds import long_deeds, tell_instead

from skipyard.games import GAMES
from skipyard.games import game as game_of
from skipyard.testing.depth import sizes

pytestmark = needs_browser
MOST_SHOWN = 60  # findings in one message
LATE = 40  # moves of mine
# What cannot be touched now, and is in no panel that a touch enlarges.
DEAD = "main.board [data-area]:not(.player, .rival) [data-id]:is(.pile, .piece):not(.live)"


def table_findings(
    people: People, setup: Setup, windows: tuple[tuple[int, int], ...], moves: int = MOVES
) -> list[str]:
    """What the audit finds at a table: as it lies, and with something taken up."""
    page = people.open("/offline", locale=setup.language)
    table = open_middle(page.context, people.url, setup, moves)
    show_table(page, people.url, table)
    scene = view_of(page.context, people.url, table)["scene"]
    findings = audits(page, scene, setup, windows, "")
    held = held_thing(scene)
    if held:
        resize(page, (1366, 768))
        page.locator(f'main.board :is([data-id="{held}"], [data-top="{held}"]).live').first.click()
        findings += audits(page, scene, setup, windows, ", held")
    page.close()
    return findings


def audits(
    page: Any, scene: dict[str, Any], setup: Setup, windows: tuple[tuple[int, int], ...], state: str
) -> list[str]:
    findings = []
    for size in windows:
        resize(page, size)
        where = f"{setup} {size[0]}x{size[1]}{state}"
        findings += [f"{where}: {finding}" for finding in audit(page, scene)]
    return findings


def held_thing(scene: dict[str, Any]) -> str:
    """The first thing whose touch only takes it up."""
    touches = (path["touch"] for path in scene["paths"])
    return next((touch[0] for touch in touches if len(touch) > 1), "")


@sizes("full", few=False, many=True)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_fits_every_window(people: People, game: str, full: bool) -> None:
    windows = SIZES if full else FEW_SIZES
    findings = [
        finding
        for setup in setups(game, full)
        for finding in table_findings(people, setup, windows)
    ]
    shown = "\n".join(findings[:MOST_SHOWN])
    assert not findings, f"{len(findings)} findings in the layout of {game}:\n{shown}"


# Everything that takes room -----------------------------------------------------------------------
def loaded_findings(people: People, setup: Setup) -> list[str]:
    """What the audit finds with long names, clock and totals, then each thing that comes up."""
    page = people.open("/offline", locale=setup.language)
    page.context.add_init_script(KEEP_BUBBLES)
    table = LoadedTable(page.context, people.url, setup)
    table.play_to_my_turn()
    show_table(page, people.url, table.id)

    def look(state: str, seen: Any = page, seat: int = 0) -> list[str]:
        scene = table.view(seat)["scene"] if seat >= 0 else {**table.view(0)["scene"], "me": -1}
        if seat < 0:
            scene["paths"] = []
        return audits(seen, scene, setup, SIZES, f", {state}")

    findings = look("loaded")
    for seat in table.guests:
        table.speak(seat)
    page.wait_for_function("n => document.querySelectorAll('.bubble').length >= n", arg=1)
    findings += look("phrases")
    show_table(page, people.url, table.id)
    refusal = json.dumps(longest_refusal(setup))
    page.route("**/why", lambda route: route.fulfill(body=refusal, content_type="application/json"))
    page.locator(DEAD).first.dispatch_event("click")
    page.locator(".status .notice").wait_for()
    findings += look("refused")
    if table.ask():
        page.locator(".offer").wait_for()
        findings += look("offer")
    watcher = people.open(f"/t/{table.id}", locale=setup.language)
    watcher.locator("main.board .status").first.wait_for()
    findings += look("watched", watcher, -1)
    watcher.close()
    page.close()
    return findings


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_keeps_room_for_all_that_comes_up(people: People, game: str, language: str) -> None:
    most = game_of(game).options.MOST_SEATS
    found = [
        finding
        for seats in sorted({2, most})
        for finding in loaded_findings(people, Setup(game, seats, language))
    ]
    assert not found, f"{len(found)} findings:\n" + "\n".join(found[:MOST_SHOWN])


@pytest.mark.full
@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_fits_late_in_a_game(people: People, game: str) -> None:
    setup = Setup(game, game_of(game).options.MOST_SEATS, "fr")
    found = table_findings(people, setup, SIZES, LATE)
    assert not found, f"{len(found)} findings:\n" + "\n".join(found[:MOST_SHOWN])


def ribbon_findings(people: People, setup: Setup) -> list[str]:
    """What the audit finds with a game's longest sentences on the ribbon."""
    page = people.open("/offline", locale=setup.language)
    table = LoadedTable(page.context, people.url, setup)
    table.play_to_my_turn()
    scene, findings = table.view(0)["scene"], []
    for deed in long_deeds(setup.game, setup.language):
        page = page.context.new_page()
        tell_instead(page, deed)
        show_table(page, people.url, table.id)
        findings += audits(page, scene, setup, SIZES, f", {deed['label']}")
        page.close()
    return findings


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_ribbon_says_the_longest_sentence_whole(people: People, game: str, language: str) -> None:
    most = game_of(game).options.MOST_SEATS
    found = [
        finding
        for seats in sorted({2, most})
        for finding in ribbon_findings(people, Setup(game, seats, language))
    ]
    assert not found, f"{len(found)} findings:\n" + "\n".join(found[:MOST_SHOWN])


# Each fault, planted in a board, and words of the sentence that tells it.
FAULTS = {
    "my hand below the window": (
        "document.querySelector('[data-id^=\"hand.\"]').style.translate = '0 2000px'",
        "is not whole in view",
    ),
    "a board that scrolls": (
        "const tall = document.createElement('div'); tall.style.height = '3000px';"
        "document.querySelector('main.board > *').after(tall)",
        "the board scrolls",
    ),
    "a status over other things": (
        "const s = document.querySelector('.status').style;"
        "s.position = 'fixed'; s.inset = '0'; s.zIndex = '9'",
        "overlaps",
    ),
    "a button under a veil": (
        "const veil = document.createElement('div');"
        "veil.style = 'position: fixed; inset: 0; z-index: 9';"
        "document.querySelector('main.board').append(veil)",
        "is covered by",
    ),
    "a ribbon over a card": (
        "const ribbon = document.createElement('p'), r = ribbon.style;"
        "ribbon.className = 'ribbon'; ribbon.textContent = 'Nora plays a 9'; r.position = 'fixed';"
        "document.querySelector('main.board').append(ribbon);"
        "const b = document.querySelector('[data-id^=\"hand.\"] .piece').getBoundingClientRect();"
        "r.left = `${b.left}px`; r.top = `${b.top}px`",
        "lies over",
    ),
    "a small card of mine": (
        "document.querySelector('[data-id^=\"build.\"]').style.width = '20px'",
        "a card (shared) is 20.0 px",
    ),
    "a small button": (
        "const b = document.querySelector('nav.actions button').style;"
        "b.minHeight = b.height = '20px'; b.padding = '0'",
        "px to touch",
    ),
    "a status without words": ("document.querySelector('.status').remove()", "nothing is shown"),
    "small text": (
        "document.querySelector('.status p').style.fontSize = '10px'",
        "text of 10.0 px",
    ),
    "text that is cut": (
        "const p = document.querySelector('.status p').style;"
        "p.width = '30px'; p.overflow = 'hidden'; p.whiteSpace = 'nowrap'",
        "is cut by",
    ),
    "a ribbon that is too small": (
        "const d = document.querySelector('.ribbon .deed').style;"
        "d.display = 'block'; d.width = '40px'; d.height = '14px'",
        "the ribbon has no room",
    ),
    "small text in a drawing": (
        "const s = document.querySelector('.status');"
        "s.insertAdjacentHTML('beforeend', '<svg viewBox=\"0 0 9 9\""
        ' width="9" height="9"><text y="8" font-size="8">8</text></svg>\')',
        "px in a drawing",
    ),
    "a phrase over a card": (
        "const p = document.createElement('span'); p.className = 'bubble'; p.textContent = 'Oops!';"
        "document.querySelector('main.board').append(p);"
        "const c = document.querySelector('[data-id^=\"hand.\"] .piece').getBoundingClientRect();"
        "p.style.cssText = `position: fixed; left: ${c.left}px; top: ${c.top}px`",
        "lies over",
    ),
    "text out of its button": (
        "const b = document.querySelector('nav.actions button'); b.style.whiteSpace = 'nowrap';"
        "b.style.width = '90px'; b.append('a long sentence on a button that has no room for it')",
        "runs out of",
    ),
}


@pytest.mark.full
def test_the_audit_notices_planted_faults(people: People) -> None:
    page = people.open("/offline")
    table = open_middle(page.context, people.url, Setup("skipbo", 2, "en"))
    resize(page, (1366, 768))
    for fault, (script, words) in FAULTS.items():
        show_table(page, people.url, table)
        scene = view_of(page.context, people.url, table)["scene"]
        before = audit(page, scene)
        page.evaluate(f"() => {{ {script} }}")
        new = [finding for finding in audit(page, scene) if finding not in before]
        assert any(words in finding for finding in new), (fault, new)
