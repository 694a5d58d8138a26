"""One whole game of each kind in Firefox, by clicks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from helpers.browser_people import BUTTON, RANDOM
from helpers.firefox import Firefox, firefox, program
from helpers.server_thread import ServerThread
from helpers.short_games import SHORT

from skipyard.bots import seat_bot
from skipyard.server.pages import assets

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(program() is None, reason="Firefox is missing (Debian: firefox-esr)"),
    pytest.mark.skipif(assets.page_script("table") is None, reason="run make web first"),
]
MOST = 400  # moves of mine
OPEN = """fetch("/api/tables", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify(arguments[0]),
}).then((answer) => answer.json()).then((facts) => facts.table)"""
READY = "document.querySelector('.moment') || document.querySelector('.status.mine')"
OVER = "document.querySelector('.moment') !== null"
SEQ = "Number(document.querySelector('main.board').dataset.seq)"
LATER = "document.querySelector('.moment') || " + SEQ + " > arguments[0]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Firefox]:
    with firefox() as running:
        yield running


@pytest.mark.parametrize("game", list(SHORT))
def test_a_whole_game_in_firefox(browser: Firefox, server: ServerThread, game: str) -> None:
    browser.go(server.url)
    body = {"game": game, "chairs": ["me", "bot:greedy"], "settings": SHORT[game]}
    table = browser.evaluate(OPEN, body)
    browser.go(f"{server.url}/t/{table}")
    host, dice = server.app.state.seating.tables.open[table].host, random.Random(game)
    for _ in range(MOST):
        browser.wait_for(READY + " !== null")
        if browser.evaluate(OVER):
            break
        before = browser.evaluate(SEQ)
        for item in touches(host, dice):
            browser.click(BUTTON.replace("ID", item))
        browser.wait_for(LATER, before)
    assert browser.evaluate(OVER)
    assert host.phase == "over"


def touches(host: Any, dice: random.Random) -> list[str]:
    """The touches of a move that a greedy bot would make; sometimes of any move."""
    legal = host.legal(0)
    bot = seat_bot(host.game.name, "greedy", 1)
    action = bot.choose(host.view(0), np.array(legal, np.int16))
    if dice.random() < RANDOM:
        action = dice.choice(legal)
    names = [chair.name for chair in host.chairs]
    scene = host.game.scene.scene(host.view(0), legal, names, "en")
    return next(list(path.touch) for path in scene.paths if path.action == action)
