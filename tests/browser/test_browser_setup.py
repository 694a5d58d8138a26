"""Setting up a table on the first page: chairs, clock, options, remembered or refused."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.browser_people import (
    PHONE,
    People,
    axe_findings,
    needs_axe,
    needs_browser,
    open_ways,
    play_now,
)
from helpers.server_thread import ServerThread

from skipyard.bots import LEVELS
from skipyard.games import GAMES, game

pytestmark = [pytest.mark.full, needs_browser]


def more(page: Any, game_name: str = "skipbo") -> Any:
    """A game's form with the dialog of its options open."""
    form = open_ways(page, game_name)
    form.locator("[data-opens=setup]").click()
    return form


def done(form: Any) -> None:
    form.locator("[data-closes]").click()


def host_of(page: Any, server: ServerThread) -> Any:
    """The host of the table that a page shows."""
    page.wait_for_url("**/t/*")
    page.locator(".status, .room, .cover").first.wait_for()
    return server.app.state.seating.tables.open[page.url.rsplit("/", 1)[1]].host


def test_the_form_offers_every_option_of_every_game(people: People) -> None:
    page = people.open()
    for name in GAMES:
        form = more(page, name)
        for option in game(name).options.OPTIONS:
            count = form.locator(f'[name="option.{option.name}"]').count()
            chosen_from = len(set(option.names) - set(option.local))
            offered = not option.referee and (option.kind != "choice" or chosen_from > 1)
            assert count == offered, option.name
        bots = form.locator('[name="chair.2"] option[value^="bot:"]')
        assert bots.count() == len(LEVELS)
        done(form)


def test_chairs_clock_and_options_are_as_chosen(people: People, server: ServerThread) -> None:
    page = people.open()
    form = more(page)
    form.locator("[name=players]").select_option("4")
    form.locator('[name="chair.2"]').select_option("invited")
    form.locator('[name="chair.3"]').select_option("open")
    form.get_by_role("checkbox", name="Teams").check()
    assert form.locator(".side:visible").all_inner_texts() == ["team B", "your partner", "team B"]
    form.get_by_role("spinbutton", name="Stock").fill("5")
    form.get_by_role("combobox", name="When all pass").select_option("draw")
    form.get_by_role("combobox", name="Clock").select_option("game")
    form.get_by_label("Minutes for the game").fill("7")
    form.get_by_label("Friendly").uncheck()
    form.get_by_label("Listed in the lobby").check()
    bot = form.locator("[name=bot]").input_value()
    done(form)
    assert form.locator(".company").inner_text() == "3 casual bots"
    form.locator("button[value=bots]").click()
    host = host_of(page, server)
    policy = host.policy
    assert policy.chairs == ("invited", "invited", "open", f"bot:{bot}")
    assert (policy.clock, policy.time, policy.increment) == ("game", 420, 5)
    assert (policy.casual, policy.public) == (False, True)
    chosen = {name: host.chosen[name] for name in ("teams", "stock_size", "on_block")}
    assert chosen == {"teams": True, "stock_size": 5, "on_block": "draw"}
    told = ["Teams", "Stock: 5", "When all pass: a draw"]
    told += ["Clock: 7 min for the game, 5 s added for each turn", "Pace of the bots: instant"]
    assert page.locator(".room .agreed li").all_inner_texts() == told
    lobby = people.open("/watch")
    table = lobby.locator(f"#table-{host.header.table}")
    assert table.locator(".agreed li").all_inner_texts() == told


def test_choices_are_remembered_and_can_be_taken_back(people: People, server: ServerThread) -> None:
    page = people.open()
    form = more(page, "skippity")
    form.get_by_role("spinbutton", name="Board size").fill("8")
    form.get_by_role("checkbox", name="Passing").check()
    page.reload()
    form = page.locator('form[data-game="skippity"]')
    assert form.locator(".changed").inner_text() == "2 changed"
    play_now(page, "skippity")
    assert host_of(page, server).chosen["size"] == 8
    page.goto(people.url)
    form = more(page, "skippity")
    form.get_by_role("button", name="Back to the usual choices").click()
    done(form)
    assert form.locator(".changed").inner_text() == ""
    play_now(page, "skippity")
    assert host_of(page, server).chosen["size"] == 10


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_refused_choice_is_told_beside_its_field(people: People, locale: str) -> None:
    page = people.open(locale=locale)
    form = more(page)
    form.locator('[name="option.teams"]').check()  # two players are no teams
    form.locator("dialog button[value=play]").click()
    told = form.locator('.notice[data-about="teams"]:not(:empty)')
    told.wait_for()
    assert "SB-A23" in told.inner_text()
    assert page.evaluate("document.activeElement.name") == "option.teams"
    form.locator("[name=players]").select_option("4")
    assert form.locator(".notice:not(:empty)").count() == 0


def test_the_panel_opens_and_is_filled_in_by_keyboard(people: People, server: ServerThread) -> None:
    page = people.open()
    form = page.locator('form[data-game="skippity"]')
    form.locator("button[value=bots]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "players"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "chair.2"
    form.locator("[name=casual]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.opens") == "setup"
    form.locator("button[value=bots]").focus()
    page.keyboard.press("Enter")
    assert not host_of(page, server).policy.casual


def test_somebody_here_a_bot_and_a_friend_at_one_table(
    people: People, server: ServerThread
) -> None:
    page = people.open()
    form = more(page)
    form.locator("[name=players]").select_option("3")
    form.locator('[name="chair.3"]').select_option(f"bot:{LEVELS[0]}")
    done(form)
    form.locator("button[value=here]").click()
    assert page.locator("#here input").count() == 2
    page.locator("#here button[value=go]").click()
    page.locator(".cover").wait_for()
    kinds = [chair.kind for chair in host_of(page, server).chairs]
    assert kinds == ["person", "person", f"bot:{LEVELS[0]}"]


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_the_panel(people: People, theme: str) -> None:
    page = people.open(color_scheme=theme, **PHONE)
    for name in GAMES:
        form = more(page, name)
        assert not axe_findings(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        done(form)


def test_everything_in_the_panel_is_as_large_as_a_finger(people: People) -> None:
    page = people.open(**PHONE)
    form = more(page)
    heights = form.locator("button:visible, select:visible, label.setting:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def test_a_games_table_is_loaded_while_its_button_is_pressed(people: People) -> None:
    page = people.open()
    ahead = page.locator("link[rel=prefetch]")
    assert ahead.count() == 0
    page.locator('form[data-game="skippity"] button[value=bots]').dispatch_event("pointerdown")
    loaded = ahead.evaluate_all("all => all.map(one => new URL(one.href).pathname)")
    play_now(page, "skippity")
    used = page.evaluate(
        "() => performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)"
    )
    assert loaded
    assert set(loaded) <= set(used)
