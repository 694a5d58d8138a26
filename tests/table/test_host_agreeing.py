"""What people agree on or give up at a table: undo, offers, leaving, coming back."""

from __future__ import annotations

import contextlib
import json

import pytest
from helpers.host_log import HostLog

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER


# Undo and offers ----------------------------------------------------------------------------------
def quiet_move(log: HostLog) -> int:
    """A move that reveals nothing and does not end the turn."""
    for action in log.host.legal(log.host.turn):
        trial = log.host.copy()
        trial.apply(trial.check(trial.turn, Command("move", trial.seq, "c", action), log.now).row)
        if trial.phase == "playing" and trial.turn == log.host.turn:
            assert trial.table is not None
            if trial.table.state.reveals == trial.table.before[1]:
                return action
    raise AssertionError("no quiet move")


def test_undo_by_policy_takes_one_quiet_move_back() -> None:
    log = HostLog("skipbo").deal()
    assert log.host.table is not None
    before, seat = log.host.table.state.tobytes(), log.host.turn
    log.move(quiet_move(log))
    with pytest.raises(Refused, match="not yours"):
        log.ask(1 - seat, "undo")
    log.ask(seat, "undo")
    assert log.rows[-1].kind == "undo"
    assert log.host.table.state.tobytes() == before
    with pytest.raises(Refused, match="nothing to undo"):
        log.ask(seat, "undo")


def test_at_a_casual_table_a_refused_undo_becomes_an_offer() -> None:
    log = HostLog("skipbo", seats=3, casual=True).deal()
    host = log.host
    assert host.table is not None
    seat, before = host.turn, host.table.state.tobytes()
    while host.turn == seat:
        log.move()
    moved = len(host.table.log)
    log.move()
    entry = log.ask(seat, "undo")
    assert (entry.row.kind, json.loads(entry.row.data)) == (
        "offer",
        {"what": "undo", "to": moved - 1},
    )
    with pytest.raises(Refused, match="agreed already"):
        log.ask(seat, "agree", what="undo")
    others = [other for other in range(3) if other != seat]
    log.ask(others[0], "agree", what="undo")
    assert len(host.table.log) == moved + 1
    stale = Command("agree", host.offers["undo"].seq - 1, "c", 0, {"what": "undo"})
    with pytest.raises(Refused, match="moved on"):
        host.check(others[1], stale, log.now)
    log.ask(others[1], "agree", what="undo")
    assert len(host.table.log) == moved - 1
    assert host.turn == seat
    assert host.changed == host.seq
    while host.table.log:
        log.ask(seat, "offer", what="undo")
        for other in others:
            log.ask(other, "agree", what="undo")
    assert host.table.state.tobytes() == before


def test_bots_agree_to_take_back_and_to_no_draw() -> None:
    log = HostLog("flip_and_skip", chairs=["open", "bot:greedy"], casual=True).deal()
    host = log.host
    assert host.table is not None
    while len(host.table.log) < 8 or host.turn != 0:
        log.move()
    last = max(n for n, entry in enumerate(host.table.log) if entry.seat == 0)
    log.ask(0, "undo")
    assert len(host.table.log) == last
    with pytest.raises(Refused, match="bot does not agree"):
        log.ask(0, "offer", what="draw")


def test_a_declined_offer_and_one_that_the_game_left_behind_are_gone() -> None:
    log = HostLog("skippity", ["size=6"]).deal()
    turn = log.host.turn
    log.ask(turn, "offer", what="draw")
    with pytest.raises(Refused, match="already"):
        log.ask(1 - turn, "offer", what="draw")
    log.ask(1 - turn, "decline", what="draw")
    with pytest.raises(Refused, match="no such offer"):
        log.ask(1 - turn, "agree", what="draw")
    log.ask(turn, "offer", what="draw")
    log.move()
    with pytest.raises(Refused, match="no such offer"):
        log.ask(1 - turn, "agree", what="draw")
    log.ask(turn, "offer", what="draw")
    log.ask(turn, "bot", own=True)
    assert not log.host.offers


def test_undo_stays_off_where_the_game_says_so() -> None:
    log = HostLog("skippity", ["size=6"], casual=True).deal()
    seat = log.host.turn
    log.move()
    with pytest.raises(Refused, match="SK-A20"):
        log.ask(seat, "undo")
    with pytest.raises(Refused, match="SK-A20"):
        log.ask(seat, "offer", what="undo")


def test_a_serious_table_takes_nothing_back_by_consent() -> None:
    log = HostLog("skipbo").deal().play_on(20)
    with pytest.raises(Refused, match="not a casual"):
        log.ask(0, "offer", what="undo")


@pytest.mark.parametrize("name", ["flip_and_skip", "skippity"])
def test_two_players_agree_on_a_draw(name: str) -> None:
    log = HostLog(name).deal().play_on(6)
    log.ask(0, "offer", what="draw")
    log.ask(1, "agree", what="draw")
    assert log.host.result is not None
    assert log.host.result[:3] == ("agreed", (0, 1), (1, 1))


@pytest.mark.parametrize(
    ("name", "seats"), [("skipbo", 2), ("skipbo_mod", 3), ("skip_or_trip", 2), ("skippity", 3)]
)
def test_most_games_know_no_draw_by_agreement(name: str, seats: int) -> None:
    log = HostLog(name, seats=seats).deal()
    with pytest.raises(Refused, match="no draw by agreement"):
        log.ask(0, "offer", what="draw")


def test_a_rematch_when_all_people_want_it() -> None:
    log = HostLog("skipbo", ["stock_size=2"], seats=3, chairs=["open", "open", "bot:greedy"])
    log.deal()
    with pytest.raises(Refused, match="when this one is over"):
        log.ask(0, "offer", what="rematch")
    log.play_on()
    with pytest.raises(Refused, match="No other game"):
        log.ask(NOBODY, "rematch", own=True, table="t2")
    log.ask(1, "offer", what="rematch")
    assert log.host.due() == NEVER
    entry = log.ask(0, "agree", what="rematch")
    assert (entry.due, entry.over) == (log.now, False)  # the next table is still to be opened
    assert log.ask(NOBODY, "rematch", own=True, table="t2").over
    assert (log.host.next_table, log.host.due()) == ("t2", NEVER)


# Giving up, leaving, coming back ------------------------------------------------------------------
def test_of_two_sides_the_other_one_wins_when_both_partners_have_given_up() -> None:
    log = HostLog("skipbo", ["teams=on", "stock_size=5"], seats=4).deal().play_on(9)
    assert not log.ask(3, "resign").over
    assert log.host.chairs[3].bot == "greedy"
    assert log.ask(1, "resign").over
    assert log.host.result is not None
    assert log.host.result[:3] == ("resigned", (0, 2), (1, 2, 1, 2))
    with pytest.raises(Refused, match="Nothing is being played"):
        log.ask(0, "resign")


def test_among_several_sides_a_bot_plays_on_for_good() -> None:
    log = HostLog("skipbo", ["stock_size=3"], seats=3).deal().play_on(9)
    assert not log.ask(1, "resign").over
    assert log.host.chairs[1].bot == "greedy"
    with pytest.raises(Refused, match="to the end"):
        log.ask(1, "move", 0)
    with pytest.raises(Refused, match="given up"):
        log.ask(1, "back", own=True)
    log.play_on()
    assert log.host.result is not None
    assert log.host.result.how == "played"


def test_a_leaver_is_played_on_by_a_bot_and_gets_the_seat_back() -> None:
    log = HostLog("skipbo", ["stock_size=5"], pace=700).deal()
    host, seat = log.host, log.host.turn
    with pytest.raises(Refused, match="No bot plays chair"):
        log.ask(seat, "move", host.legal(seat)[0], own=True)
    entry = log.ask(seat, "bot", own=True)
    assert entry.due == log.now + 700
    with pytest.raises(Refused, match="take it back first"):
        log.ask(seat, "move", host.legal(seat)[0])
    log.move()
    assert log.rows[-1].seat == seat
    log.ask(seat, "back", own=True)
    with pytest.raises(Refused, match="No bot plays chair"):
        log.ask(seat, "back", own=True)
    assert host.chairs[seat].played_by_person
    log.play_on()
    assert host.result is not None


def test_a_match_goes_on_by_itself_when_nobody_is_left() -> None:
    log = HostLog("skipbo", ["stock_size=2", "match=on", "max_rounds=2"], between=10).deal()
    host = log.host
    while host.phase == "playing":
        log.move()
    assert host.phase == "between"
    assert host.due() == NEVER
    with pytest.raises(Refused, match="does not deal yet"):
        log.ask(NOBODY, "deal", own=True)
    log.ask(0, "bot", own=True)
    entry = log.ask(1, "bot", own=True)
    assert entry.due == log.now + 10_000
    with pytest.raises(Refused, match="does not deal yet"):
        log.ask(NOBODY, "deal", own=True)
    log.now += 10_000
    log.ask(NOBODY, "deal", own=True)
    assert json.loads(log.rows[-1].data) == {"round": 2}
    log.play_on()
    assert host.table is not None
    assert host.result is not None
    assert list(host.result.points) == host.table.match.totals


def test_nobody_looks_and_takes_back_while_the_others_are_away() -> None:
    """With grace 0 a moment's absence would be enough to look at a card and take the move back."""
    log = HostLog("skipbo", casual=True, grace=0).deal()
    host, me = log.host, NOBODY
    while me == NOBODY:  # until a move turned up a card, or ended the turn
        mover = host.turn
        log.play_on(1)
        assert host.table is not None
        with contextlib.suppress(Refused):
            host.table.check_undo(mover)
            continue
        me = mover
    log.ask(1 - me, "bot", own=True)
    before = host.digest()
    for kind in ("undo", "offer"):
        with pytest.raises(Refused, match="away"):
            log.ask(me, kind, what="undo")
    assert "away" in host.why_not(me, "undo")
    assert host.digest() == before
    log.ask(1 - me, "back", own=True)
    log.ask(me, "offer", what="undo")
    log.ask(1 - me, "agree", what="undo")
    assert host.digest() != before


def test_whoever_has_given_up_is_not_asked() -> None:
    log = HostLog("skipbo", seats=3, casual=True).deal()
    me = log.host.turn
    log.play_on(1)
    log.ask((me + 1) % 3, "resign")
    log.ask(me, "offer", what="undo")
    log.ask((me + 2) % 3, "agree", what="undo")
    assert log.host.offers == {}
