"""The pace of bots: one person sets it, the log keeps it, and many bots in a row hurry."""

from __future__ import annotations

import json

import pytest
from helpers.host_log import HostLog, facts

from skipyard.options import Refused
from skipyard.table import pace
from skipyard.table.host import Host

MANY = 500  # moves in a row


def table(chairs: list[str], milliseconds: int) -> HostLog:
    return HostLog("skipbo", seats=len(chairs), chairs=chairs, pace=milliseconds).deal()


@pytest.mark.parametrize(
    ("milliseconds", "name"),
    [(0, pace.INSTANT), (700, pace.BRISK), (800, pace.BRISK), (900, pace.BRISK), (1400, pace.CALM)],
)
def test_a_pace_has_a_name(milliseconds: int, name: str) -> None:
    assert pace.name_of(milliseconds) == name


@pytest.mark.parametrize("milliseconds", [700, 800, 900, 1000])
def test_brisk_bots_in_a_row_never_wait_six_seconds(milliseconds: int) -> None:
    waits = [pace.wait(milliseconds, moves) for moves in range(MANY)]
    assert waits[0] == milliseconds
    assert sorted(waits, reverse=True) == waits
    assert sum(waits) < 6000


def test_six_brisk_bots_play_their_turns_within_six_seconds() -> None:
    log = table(["open", *["bot:greedy"] * 5], pace.PACES[pace.BRISK])
    host, waited, turns = log.host, 0, 0
    for _ in range(200):
        if host.phase != "playing":
            break
        if host.chairs[host.turn].bot:
            waited += host.due() - host.last_at
            assert waited < 6000
        else:
            turns += waited > 0
            waited = 0
        log.move()
    assert turns > 1


def test_bots_among_themselves_never_hurry() -> None:
    log = table(["bot:greedy", "bot:greedy"], 700)
    for _ in range(12):
        log.move()
        assert log.host.due() - log.host.last_at == 700


def test_the_host_sets_the_pace_and_the_log_keeps_it() -> None:
    log = HostLog("skipbo", seats=3, chairs=["open", "open", "bot:greedy"])
    log.ask(1, "sit", name="Ann")
    log.ask(0, "sit", name="Bob")
    log.ask(-1, "deal", own=True)
    with pytest.raises(Refused, match="The host sets"):
        log.ask(0, "pace", pace="calm")
    with pytest.raises(Refused, match="calm, brisk, instant"):
        log.ask(1, "pace", pace="slow")
    row = log.ask(1, "pace", pace="calm").row
    assert json.loads(row.data) == {"pace": "calm"}
    assert log.host.pace == pace.PACES[pace.CALM]
    assert facts(Host(log.host.header, log.rows)) == facts(log.host)
    log.ask(1, "resign")
    log.ask(0, "pace", pace="instant")  # the next one may


def test_a_command_is_asked_about_without_doing_it() -> None:
    log = HostLog("skipbo", seats=2).deal()
    before, mover = facts(log.host), log.host.turn
    assert log.host.why_not(mover, "undo") == "There is nothing to undo."
    assert facts(log.host) == before
    casual = HostLog("skipbo", seats=2, casual=True).deal()
    casual.move()
    assert casual.host.why_not(mover, "undo") == ""
    assert casual.host.why_not(1 - mover, "undo")
    assert casual.host.why_not(-1, "undo")
