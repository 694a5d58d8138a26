"""What was told before is told again to somebody who comes back, and to a watcher."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from helpers.host_log import HostLog

from skipyard.core import NOBODY
from skipyard.games import GAMES
from skipyard.games import game as find_game
from skipyard.server.live import past_events
from skipyard.server.live.past_events import MOST_ROWS
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.listeners import Listener
from skipyard.table.command import Command
from skipyard.table.host import Host

GROUPS = [(0, "en"), (0, "fr"), (1, "en"), (NOBODY, "en"), (NOBODY, "fr")]


def options(name: str) -> Any:
    return find_game(name).options.OPTIONS


class Told:
    """A table whose listeners remember every event with a sentence."""

    def __init__(self, game: str) -> None:
        settings = ["undo=true"] if "undo" in [each.name for each in options(game)] else []
        self.log = HostLog(game, settings, casual=True)
        self.host, self.dice = self.log.host, random.Random(3)
        self.presenter = Presenter(self.host)
        self.listeners = [Listener(viewer, language) for viewer, language in GROUPS]
        self.live: dict[tuple[int, str], list[Any]] = {group: [] for group in GROUPS}
        for seat in range(2):
            self.do(seat, "sit", name=f"P{seat + 1}")
        self.do(NOBODY, "deal", own=True)

    def do(self, seat: int, kind: str, action: int = 0, own: bool = False, **data: Any) -> None:
        command = self.log.command(kind, action, own, **data)
        row = self.host.check(seat, command, self.log.now).row
        self.log.rows.append(row)
        self.presenter.play(row, self.listeners, {0, 1}, self.log.now)
        for listener in self.listeners:
            events = json.loads(listener.waiting.pop())["events"]
            group = listener.viewer, listener.language
            self.live[group] += [event for event in events if event["label"]]

    def play(self, moves: int) -> None:
        for number in range(moves):
            if self.host.phase != "playing":
                return
            self.do(self.host.turn, "move", self.dice.choice(self.host.legal(self.host.turn)))
            if number % 9 == 5 and self.host.phase == "playing":
                self.do(0, "offer", what="undo")
                self.do(1, "agree", what="undo")


def past(presenter: Presenter, group: tuple[int, str]) -> list[Any]:
    told: list[Any] = json.loads(presenter.shown(*group, {0, 1}, 0, past=True))["past"]
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_past_is_what_was_told_live(game: str) -> None:
    told = Told(game)
    for moves in (4, MOST_ROWS):
        told.play(moves)
        for group in GROUPS:
            again = past(told.presenter, group)
            assert again == told.live[group][-len(again) :]
            assert len(again) == min(MOST_ROWS, len(told.live[group]))
            assert past(told.presenter, group) == again


@pytest.mark.parametrize("game", GAMES)
def test_a_table_read_from_its_log_tells_the_same(game: str) -> None:
    told = Told(game)
    told.play(30)
    rows = told.log.rows
    reopened = Presenter(Host(told.host.header, rows[:-MOST_ROWS]))
    for row in rows[-MOST_ROWS:]:
        reopened.apply(row)
    for group in GROUPS:
        assert past(reopened, group) == past(told.presenter, group)


def test_only_who_has_just_come_is_told_the_past() -> None:
    told = Told("skipbo")
    told.play(3)
    assert json.loads(told.presenter.shown(0, "en", {0, 1}, 0))["past"] == []
    newcomer, host = Listener(0, "en", changes=True), told.host
    before = past(told.presenter, (0, "en"))
    command = Command("move", host.seq, "next", action=host.legal(host.turn)[0])
    row = host.check(host.turn, command, told.log.now).row
    told.presenter.play(row, [newcomer], {0, 1}, told.log.now)  # before the answer to its hello
    shown = json.loads(newcomer.waiting.pop())
    assert shown["past"] == before
    assert shown["events"]


def test_a_row_is_told_once_to_each_group(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told("skipbo")
    told.play(MOST_ROWS)
    rows: list[int] = []
    tell = past_events.tell

    def counted(scratch: Presenter, row: past_events.PastRow, *more: Any) -> Any:
        rows.append(row.seq)
        return tell(scratch, row, *more)

    monkeypatch.setattr(past_events, "tell", counted)
    past(told.presenter, (1, "fr"))
    assert 0 < len(rows) <= MOST_ROWS
    rows.clear()
    past(told.presenter, (1, "fr"))
    assert not rows
    told.play(1)
    past(told.presenter, (1, "fr"))
    assert rows == [told.host.seq]
