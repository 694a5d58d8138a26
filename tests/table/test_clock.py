"""Clocks: all kinds, folded from the times of rows; a pause gives back, an undo does not."""

from __future__ import annotations

import pytest
from helpers.host_log import OPENED, HostLog

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.table import policy
from skipyard.table.database.store import NEVER
from skipyard.table.host import Host

MINUTE = 60_000


def other_turn(log: HostLog) -> None:
    """Play without time passing until the turn has gone to the other seat."""
    seat = log.host.turn
    while log.host.turn == seat:
        log.move()


def test_without_a_clock_nobody_runs_out() -> None:
    log = HostLog("skipbo").deal()
    log.now += 10**9
    assert log.host.due() == NEVER
    assert log.host.clock.remaining(log.now) == []
    with pytest.raises(Refused, match="not up"):
        log.ask(log.host.turn, "flag", own=True)
    log.move()


def test_a_game_has_its_time_and_an_increment_for_each_turn() -> None:
    log = HostLog("skipbo", clock="game", time=60, increment=5).deal()
    host, seat = log.host, log.host.turn
    assert host.due() == log.now + MINUTE
    log.now += 10_000
    assert host.clock.remaining(log.now)[seat] == MINUTE - 10_000
    other_turn(log)
    assert host.clock.remaining(log.now)[seat] == MINUTE - 10_000 + 5000
    assert host.clock.remaining(log.now + 7)[1 - seat] == MINUTE - 7
    assert host.clock.running == 1 - seat


def test_the_time_of_a_game_is_spent_over_several_moves_of_a_turn() -> None:
    log = HostLog("skippity", ["size=6"], clock="game", time=60).deal()
    host = log.host
    spent = {0: 0, 1: 0}
    for _ in range(6):
        spent[host.turn] += 3000
        log.now += 3000
        log.move()
    assert host.clock.remaining(log.now) == [MINUTE - spent[0], MINUTE - spent[1]]


def test_time_that_is_up_refuses_the_move_and_lets_the_flag_fall() -> None:
    log = HostLog("skipbo", clock="game", time=60).deal()
    host, seat = log.host, log.host.turn
    log.now += MINUTE - 1
    with pytest.raises(Refused, match="not up"):
        log.ask(seat, "flag", own=True)
    log.now += 1
    with pytest.raises(Refused, match="time is up"):
        log.move()
    with pytest.raises(Refused, match="not up"):
        log.ask(1 - seat, "flag", own=True)
    assert log.ask(seat, "flag", own=True).over
    assert host.result is not None
    assert host.result[:2] == ("time", (1 - seat,))


def test_with_three_sides_a_bot_plays_on_for_a_flag_and_its_clock_is_quiet() -> None:
    log = HostLog("skipbo", seats=3, clock="move", time=5, pace=300).deal()
    seat = log.host.turn
    log.now = log.host.due()
    entry = log.ask(seat, "flag", own=True)
    assert not entry.over
    assert log.host.clock.running == NOBODY
    assert entry.due == log.now + 300
    with pytest.raises(Refused, match="given up"):
        log.ask(seat, "back", own=True)


@pytest.mark.parametrize(
    ("kind", "time", "length"), [("move", 5, 5000), ("days", 2, 2 * 86_400_000)]
)
def test_every_move_has_its_own_time(kind: str, time: int, length: int) -> None:
    log = HostLog("skippity", ["size=6"], clock=kind, time=time).deal()
    for _ in range(5):
        log.now += length - 1
        log.move()
        assert log.host.due() == log.now + length


def test_taking_back_wins_no_time() -> None:
    log = HostLog("skippity", ["undo=on"], key=3, clock="move", time=5).deal()
    host, seat = log.host, log.host.turn
    log.move()
    assert host.turn == seat, "the test wants a jump that can go on, or an end by hand"
    started = log.now
    for _ in range(3):
        log.now += 1000
        log.ask(seat, "undo")
        log.move()
    assert host.due() == started + 5000
    log.now += 1000
    assert host.clock.remaining(log.now)[seat] == 1000


def test_a_pause_gives_back_what_the_table_was_away() -> None:
    log = HostLog("skipbo", clock="game", time=60).deal()
    seat = log.host.turn
    log.now += 50_000
    log.ask(NOBODY, "pause", own=True, ms=45_000)
    assert log.host.clock.remaining(log.now)[seat] == MINUTE - 5000
    log.ask(NOBODY, "pause", own=True, ms=10**9)
    assert log.host.clock.remaining(log.now)[seat] == MINUTE - 5000  # no more than went by
    for wrong in (-1, "1", 1.5, True):
        with pytest.raises(Refused):
            log.ask(NOBODY, "pause", own=True, ms=wrong)


def test_offers_neither_stop_nor_refresh_a_clock() -> None:
    log = HostLog("flip_and_skip", clock="move", time=5).deal()
    due = log.host.due()
    log.now += 2000
    log.ask(0, "offer", what="draw")
    assert log.host.due() == due


def test_a_leaver_comes_back_to_a_whole_move() -> None:
    log = HostLog("skipbo", clock="move", time=5).deal()
    seat = log.host.turn
    log.now += 4000
    log.ask(seat, "bot", own=True)
    log.now += 9000
    log.ask(seat, "back", own=True)
    assert log.host.due() == log.now + 5000


def test_no_clock_runs_between_rounds_and_rows_never_go_back_in_time() -> None:
    settings = ["stock_size=2", "match=on"]
    log = HostLog("skipbo", settings, clock="game", time=60).deal()
    while log.host.phase == "playing":
        log.move()
    assert log.host.clock.running == NOBODY
    log.now = OPENED - 5000  # another process, whose clock is behind
    log.ask(0, "deal")
    assert log.rows[-1].at == log.rows[-2].at
    assert log.host.clock.running == log.host.turn
    again = Host(log.host.header, log.rows)
    assert again.clock == log.host.clock


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"speed": 1}, "no policy “speed”"),
        ({"clock": "sand"}, "one of none, move, game, days"),
        ({"clock": "game"}, "needs a “time”"),
        ({"time": 5}, "needs a “time”"),
        ({"clock": "move", "time": 5, "increment": 1}, "clock “game” alone"),
        ({"clock": "game", "time": "5"}, "“time” is a whole number"),
        ({"clock": "game", "time": True}, "“time” is a whole number"),
        ({"grace": -1}, "“grace” is a whole number"),
        ({"casual": 1}, "true or false"),
        ({"chairs": ["open"]}, "each of the 2 seats"),
        ({"chairs": "open"}, "each of the 2 seats"),
        ({"chairs": ["open", "bot:hal"]}, "bot:greedy"),
        ({"chairs": ["open", ["x"]]}, "bot:greedy"),
        ({"clock": ["game"], "time": 5}, "one of none"),
    ],
)
def test_a_policy_that_cannot_be_is_refused(content: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        policy.make(content, 2)


def test_a_policy_survives_writing_and_reading() -> None:
    made = policy.make({"clock": "days", "time": 3, "chairs": ["open", "bot:random"]}, 2)
    assert policy.read(policy.write(made), 2) == made
    for text in ("", "[", "[]", "3", "[" * 100_000):
        with pytest.raises(Refused, match="JSON object"):
            policy.read(text, 2)
