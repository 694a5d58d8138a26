"""Whole games in real browsers: by touch on a phone, by keyboard, and watched."""

from __future__ import annotations

import pytest
from helpers.browser_people import (
    PHONE,
    KeyboardPlayer,
    People,
    Player,
    TouchPlayer,
    needs_browser,
    seq_of,
)
from helpers.frame_checks import check_frames, frames_for
from helpers.server_thread import ServerThread
from helpers.short_games import SHORT

from skipyard.seats import NOBODY

pytestmark = [pytest.mark.full, needs_browser]
MOST = 400  # moves


@pytest.mark.parametrize("game", list(SHORT))
def test_a_whole_game_and_nothing_came_that_a_seat_may_not_know(
    people: People, server: ServerThread, game: str
) -> None:
    ann = people.open(**PHONE)
    facts = people.open_table(ann, game, settings=SHORT[game])
    ann.goto(f"{people.url}/t/{facts['table']}")
    bob = people.join(facts["codes"]["1"], "Bob")
    watcher = people.open(f"/t/{facts['table']}")
    pages = {0: ann, 1: bob, NOBODY: watcher}
    for page in pages.values():
        page.locator("main.board").wait_for()
    play(server, facts["table"], [TouchPlayer(ann, server, 1), KeyboardPlayer(bob, server, 2)])
    host, frames = frames_for(server.app.state.settings.db, facts["table"])
    for viewer, page in pages.items():
        page.locator(".moment").wait_for()
        assert seq_of(page) == host.seq
        assert check_frames(page, viewer, frames) > host.moves
        kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
        assert "skipyard_guest" not in kept  # the token of a seat is for the server alone
    assert watcher.locator("button.live").count() == 0


def play(server: ServerThread, table: str, players: list[Player]) -> None:
    """Play until somebody has won."""
    host = server.app.state.seating.tables.open[table].host
    for _ in range(MOST):
        if host.phase == "over":
            return
        player = players[host.turn]
        player.page.locator(".status.mine").wait_for()
        player.move()
    raise AssertionError(f"not over after {MOST} moves")
