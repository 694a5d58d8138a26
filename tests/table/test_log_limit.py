"""A table's log is bounded, people are told long before, and the game can always be finished."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.host_log import HostLog

from skipyard.options import Refused
from skipyard.table import log_limit
from skipyard.table.database.store import NEVER
from skipyard.table.host import Host


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"LONG_SOON": 15, "LONG": 20, "FULL_SOON": 24, "FULL": 28}
    for name, rows in limits.items():
        monkeypatch.setattr(log_limit, name, rows)


def fill(log: HostLog, rows: int) -> HostLog:
    """Rows that lead nowhere."""
    while log.host.seq < rows:
        log.ask(0, "pace", pace="calm" if log.host.seq % 2 else "brisk")
    return log


@pytest.mark.usefixtures("short_limits")
@pytest.mark.parametrize("kind", ["pace", "phrases", "offer", "undo"])
def test_a_long_log_takes_only_what_brings_the_game_forward(kind: str) -> None:
    log = fill(HostLog("skippity", casual=True).deal(), 20)
    data: dict[str, Any] = {"pace": "calm", "phrases": "off", "what": "undo"}
    with pytest.raises(Refused, match="more than 20 entries"):
        log.ask(0, kind, **data)
    log.play_on(3)
    log.ask(log.host.turn, "resign")
    assert log.host.phase == "over"
    log.ask(0, "offer", what="rematch")


@pytest.mark.usefixtures("short_limits")
def test_a_full_log_takes_no_move_and_can_be_ended() -> None:
    log = fill(HostLog("skippity").deal(), 20).play_on(8)
    host = log.host
    assert host.seq == 28
    assert host.due() == NEVER
    with pytest.raises(Refused, match="is full, with 28 entries"):
        log.ask(host.turn, "move", host.legal(host.turn)[0])
    log.ask(host.turn, "resign")
    assert host.phase == "over"
    assert Host(host.header, log.rows).phase == "over"  # a longer log can still be read


@pytest.mark.usefixtures("short_limits")
def test_a_bot_at_a_full_table_does_not_try_on_and_on() -> None:
    log = HostLog("skippity", chairs=["bot:greedy", "bot:greedy"]).deal()
    assert log.host.due() != NEVER
    log.play_on(28 - log.host.seq)
    assert log.host.phase == "playing"
    assert log.host.due() == NEVER


@pytest.mark.usefixtures("short_limits")
def test_in_a_long_log_every_seat_is_given_to_a_bot_at_most_once() -> None:
    log = fill(HostLog("skippity").deal(), 20)
    log.ask(0, "bot", own=True)
    with pytest.raises(Refused, match="more than 20 entries"):
        log.ask(0, "back", own=True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_people_are_told_long_before(language: str) -> None:
    assert log_limit.told(14_999, language) == ""
    told = [log_limit.told(rows, language) for rows in (15_000, 20_000, 50_000, 60_000)]
    assert len(set(told)) == 4
    assert "20" in told[0]
    assert "60" in told[2]
