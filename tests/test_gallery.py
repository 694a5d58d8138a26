"""What viewers are shown: frames made in a hurry say the same as frames made from nothing."""

from __future__ import annotations

import json
import random

import pytest
from hosting import Keeper

from skipyard.core import NOBODY
from skipyard.games import GAMES
from skipyard.server.gallery import Gallery
from skipyard.server.listeners import WAITING, Listener
from skipyard.table.wish import Wish

MOVES = 40


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_is_the_same_whether_or_not_another_came_before(game: str) -> None:
    keeper = Keeper(game).deal()
    host, dice, now = keeper.host, random.Random(1), keeper.now
    gallery = Gallery(host)
    listeners = [
        Listener(viewer, language, lambda: None)
        for viewer in (0, 1, NOBODY)
        for language in ("en", "fr")
    ]
    for number in range(MOVES):
        if host.phase != "playing":
            break
        turn, action = host.turn, dice.choice(host.legal(host.turn))
        entry = host.check(turn, Wish("move", host.seq, f"c{number}", action=action), now)
        gallery.play(entry.row, listeners, {0, 1}, now)
        for listener in listeners:
            (frame,) = listener.waiting
            listener.waiting.clear()
            quick = json.loads(frame)
            assert quick["events"]
            fresh = json.loads(Gallery(host).shown(listener.viewer, listener.language, {0, 1}, now))
            assert quick | {"events": [], "heard": []} == fresh


def test_a_reader_that_does_not_read_is_let_go() -> None:
    woken: list[int] = []
    listener = Listener(0, "en", lambda: woken.append(1))
    for _ in range(WAITING):
        listener.put(b"frame")
    assert len(listener.waiting) == len(woken) == WAITING
    assert listener.why == ""
    listener.put(b"one too many")
    assert listener.waiting == []
    assert listener.why == "goodbye.slow"
    listener.put(b"another")
    assert listener.waiting == []
