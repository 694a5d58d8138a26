"""Bots that search spend less where a person would wait for many of them."""

from __future__ import annotations

import pytest
from helpers.host_log import HostLog

from skipyard.server.live.thinking_times import ThinkingTimes
from skipyard.table import pace

GAME, BOT = "skipbo", "search"


def waited_for_bots(chairs: list[str], pace_name: str, whole: float) -> list[float]:
    """How long each run of bots' moves takes, if a whole search takes `whole` milliseconds."""
    log = HostLog(GAME, seats=len(chairs), chairs=chairs, pace=pace.PACES[pace_name]).deal()
    host, times, runs = log.host, ThinkingTimes(), [0.0]
    for _ in range(200):
        if host.phase != "playing":
            break
        if host.chairs[host.turn].bot:
            effort = times.effort(host, GAME, BOT)
            times.note(GAME, BOT, whole * effort, effort)
            runs[-1] += max(host.due() - host.last_at, whole * effort)
        else:
            runs.append(0.0)
        log.move()
    return runs


@pytest.mark.parametrize("whole", [10, 400, 1500])
def test_six_searching_bots_in_a_row_cost_six_seconds_at_most(whole: float) -> None:
    runs = waited_for_bots(["open", *["bot:search"] * 5], pace.BRISK, whole)
    assert 1000 < max(runs) <= 6000


def test_a_bot_alone_and_bots_among_themselves_spend_everything() -> None:
    times = ThinkingTimes()
    times.note(GAME, BOT, 2000, 1.0)
    for chairs in (["open", "bot:search"], ["bot:search", "bot:search"]):
        host = HostLog(GAME, seats=2, chairs=chairs, pace=700).deal().host
        assert times.effort(host, GAME, BOT) == 1.0
