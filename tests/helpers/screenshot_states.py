"""Pictures of what comes up during a game: journal, hint, refusal, clock, offer, dialogs."""

from __future__ import annotations

import json
from typing import Any

from helpers.browser_people import open_ways
from helpers.layout_audit import Setup, open_middle, resize, show_table
from helpers.loaded_tables import KEEP_BUBBLES, LoadedTable, longest_refusal

DESKTOP = (1366, 768)
DEAD = "main.board [data-area]:not(.player, .rival) [data-id]:is(.pile, .piece):not(.live)"
Size = tuple[int, int]


def states(camera: Any, name: str, language: str, sizes: list[Size], themes: list[str]) -> None:
    """Every state of a game's table that passes or must be opened."""

    def keep(page: Any, state: str) -> None:
        camera.keep(page, f"{name}-states", state, sizes, themes)

    setup, url = Setup(name, 2, language), camera.server.url
    alone(camera, setup, url, keep)
    together(camera, setup, url, keep)
    shared(camera, setup, url, keep)


def alone(camera: Any, setup: Setup, url: str, keep: Any) -> None:
    """Against a bot: journal, hint, and the dialogs."""
    page = camera.visitor(setup.language)
    table = open_middle(page.context, url, setup, name="Zoé")
    show_table(page, url, table)
    resize(page, DESKTOP)
    page.locator(".opens-journal").click()
    page.locator(".journal.open").wait_for()
    keep(page, "journal")
    show_table(page, url, table)
    resize(page, DESKTOP)
    page.get_by_role("button", name="Hint").click()
    page.locator(".status .notice").wait_for()
    keep(page, "hint")
    for dialog in ("Settings", "Say", "Resign"):
        show_table(page, url, table)
        resize(page, DESKTOP)
        page.get_by_role("button", name=dialog).click()
        page.locator("dialog[open]").wait_for()
        keep(page, dialog.lower())
    page.context.close()


def together(camera: Any, setup: Setup, url: str, keep: Any) -> None:
    """Among people: long names, a clock, a phrase, a refusal, an offer, a watcher."""
    page = camera.visitor(setup.language)
    page.context.add_init_script(KEEP_BUBBLES)
    table = LoadedTable(page.context, url, setup)
    table.play_to_my_turn()
    show_table(page, url, table.id)
    table.speak(1)
    page.locator(".bubble").first.wait_for()
    keep(page, "clock-phrase")
    show_table(page, url, table.id)
    refusal = json.dumps(longest_refusal(setup))
    page.route("**/why", lambda route: route.fulfill(body=refusal, content_type="application/json"))
    page.locator(DEAD).first.dispatch_event("click")
    page.locator(".status .notice").wait_for()
    keep(page, "refusal")
    if table.ask():
        page.locator(".offer").wait_for()
        keep(page, "offer")
        offers(page, table, keep)
    watcher = camera.visitor(setup.language)
    show_table(watcher, url, table.id)
    keep(watcher, "watched")
    watcher.context.close()
    page.context.close()


def offers(page: Any, table: LoadedTable, keep: Any) -> None:
    """What I offer myself, and that it was declined."""
    what = table.view(0)["table"]["offers"][0]["what"]
    table.send(1, type="decline", what=what)
    page.locator(".offer").wait_for(state="detached")
    if table.send(0, type="offer", what=what):
        page.locator(".offer").wait_for()
        keep(page, "offered")
        table.send(1, type="decline", what=what)
        page.locator(".status .notice").wait_for()
        keep(page, "declined")


def shared(camera: Any, setup: Setup, url: str, keep: Any) -> None:
    """One screen for two: the cover between them, where something is hidden."""
    page = camera.visitor(setup.language)
    resize(page, DESKTOP)
    page.goto(url)
    open_ways(page, setup.game).locator("button[value=here]").click()
    page.locator("#here button[value=go]").click()
    page.locator(".cover, main.board .status").first.wait_for()
    keep(page, "shared")
    page.context.close()
