"""Frames that reuse earlier ones equal frames made from scratch."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from helpers.client_views import after
from helpers.host_log import HostLog

from skipyard.core import NOBODY
from skipyard.games import GAMES
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.listeners import MOST_WAITING, Listener
from skipyard.table.command import Command
from skipyard.testing.depth import sizes


@sizes("moves", 12, 40)
@pytest.mark.parametrize("game", GAMES)
def test_a_frame_is_the_same_whether_or_not_another_came_before(game: str, moves: int) -> None:
    tables = HostLog(game).deal()
    host, dice, now = tables.host, random.Random(1), tables.now
    presenter = Presenter(host)
    listeners = [
        Listener(viewer, language, changes=changes)
        for viewer in (0, 1, NOBODY)
        for language in ("en", "fr")
        for changes in (False, True)
    ]
    last: dict[Listener, dict[str, Any]] = {}
    sizes = {"shown": 0, "changed": 0}
    for number in range(moves):
        if host.phase != "playing":
            break
        turn, action = host.turn, dice.choice(host.legal(host.turn))
        entry = host.check(turn, Command("move", host.seq, f"c{number}", action=action), now)
        presenter.play(entry.row, listeners, {0, 1}, now)
        for listener in listeners:
            (frame,) = listener.waiting
            listener.waiting.clear()
            quick = json.loads(frame)
            sizes[quick["type"]] += len(frame)
            if quick["type"] == "changed":
                quick = after(last[listener], quick)
            last[listener] = quick
            assert quick["events"]
            fresh = json.loads(
                Presenter(host).shown(listener.viewer, listener.language, {0, 1}, now)
            )
            assert quick | {"events": [], "heard": [], "past": []} == fresh
    assert 0 < sizes["changed"] < sizes["shown"]


def test_somebody_who_missed_a_row_is_shown_everything() -> None:
    tables = HostLog("skipbo").deal()
    host, presenter, now = tables.host, Presenter(tables.host), tables.now
    listener = Listener(0, "en", changes=True)
    kinds = []
    for number, audience in enumerate([[listener], [listener], [], [listener], [listener]]):
        command = Command("move", host.seq, f"c{number}", action=host.legal(host.turn)[0])
        presenter.play(host.check(host.turn, command, now).row, audience, {0, 1}, now)
        kinds += [json.loads(frame)["type"] for frame in listener.waiting]
        listener.waiting.clear()
    assert kinds == ["shown", "changed", "shown", "changed"]
    newcomer = Listener(0, "en", changes=True)  # at the table, and not shown it yet
    command = Command("move", host.seq, "last", action=host.legal(host.turn)[0])
    presenter.play(host.check(host.turn, command, now).row, [listener, newcomer], {0, 1}, now)
    assert json.loads(listener.waiting.pop())["type"] == "changed"
    assert json.loads(newcomer.waiting.pop())["type"] == "shown"


def test_a_reader_that_does_not_read_is_let_go() -> None:
    woken: list[int] = []
    listener = Listener(0, "en", lambda: woken.append(1))
    for _ in range(MOST_WAITING):
        listener.put(b"frame")
    assert len(listener.waiting) == len(woken) == MOST_WAITING
    assert listener.close_reason == ""
    listener.put(b"one too many")
    assert listener.waiting == []
    assert listener.close_reason == "goodbye.slow"
    listener.put(b"another")
    assert listener.waiting == []
