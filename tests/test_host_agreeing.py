"""What people agree on or give up at a table: undo, offers, leaving, coming back."""

from __future__ import annotations

import json

import pytest
from hosting import Keeper

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.table.command import Wish
from skipyard.table.store import NEVER


# Undo and offers ----------------------------------------------------------------------------------
def quiet_move(keeper: Keeper) -> int:
    """A move that turns nothing up and leaves the turn where it is."""
    for action in keeper.host.legal(keeper.host.turn):
        trial = keeper.host.copy()
        trial.apply(trial.check(trial.turn, Wish("move", trial.seq, "c", action), keeper.now).row)
        if trial.phase == "playing" and trial.turn == keeper.host.turn:
            assert trial.table is not None
            if trial.table.state.reveals == trial.table.before[1]:
                return action
    raise AssertionError("no quiet move")


def test_undo_by_policy_takes_one_quiet_move_back() -> None:
    keeper = Keeper("skipbo").deal()
    assert keeper.host.table is not None
    before, seat = keeper.host.table.state.tobytes(), keeper.host.turn
    keeper.move(quiet_move(keeper))
    with pytest.raises(Refused, match="not yours"):
        keeper.ask(1 - seat, "undo")
    keeper.ask(seat, "undo")
    assert keeper.rows[-1].kind == "undo"
    assert keeper.host.table.state.tobytes() == before
    with pytest.raises(Refused, match="nothing to undo"):
        keeper.ask(seat, "undo")


def test_at_a_casual_table_a_refused_undo_becomes_an_offer() -> None:
    keeper = Keeper("skipbo", seats=3, casual=True).deal()
    host = keeper.host
    assert host.table is not None
    seat, before = host.turn, host.table.state.tobytes()
    while host.turn == seat:
        keeper.move()
    moved = len(host.table.log)
    keeper.move()
    entry = keeper.ask(seat, "undo")
    assert (entry.row.kind, json.loads(entry.row.data)) == (
        "offer",
        {"what": "undo", "to": moved - 1},
    )
    with pytest.raises(Refused, match="agreed already"):
        keeper.ask(seat, "agree", what="undo")
    others = [other for other in range(3) if other != seat]
    keeper.ask(others[0], "agree", what="undo")
    assert len(host.table.log) == moved + 1
    stale = Wish("agree", host.offers["undo"].seq - 1, "c", 0, {"what": "undo"})
    with pytest.raises(Refused, match="moved on"):
        host.check(others[1], stale, keeper.now)
    keeper.ask(others[1], "agree", what="undo")
    assert len(host.table.log) == moved - 1
    assert host.turn == seat
    assert host.changed == host.seq
    while host.table.log:
        keeper.ask(seat, "offer", what="undo")
        for other in others:
            keeper.ask(other, "agree", what="undo")
    assert host.table.state.tobytes() == before


def test_bots_agree_to_take_back_and_to_no_draw() -> None:
    keeper = Keeper("flip_and_skip", chairs=["open", "bot:greedy"], casual=True).deal()
    host = keeper.host
    assert host.table is not None
    while len(host.table.log) < 8 or host.turn != 0:
        keeper.move()
    last = max(n for n, entry in enumerate(host.table.log) if entry.seat == 0)
    keeper.ask(0, "undo")
    assert len(host.table.log) == last
    with pytest.raises(Refused, match="bot does not agree"):
        keeper.ask(0, "offer", what="draw")


def test_a_declined_offer_and_one_that_the_game_left_behind_are_gone() -> None:
    keeper = Keeper("skippity", ["size=6"]).deal()
    turn = keeper.host.turn
    keeper.ask(turn, "offer", what="draw")
    with pytest.raises(Refused, match="already"):
        keeper.ask(1 - turn, "offer", what="draw")
    keeper.ask(1 - turn, "decline", what="draw")
    with pytest.raises(Refused, match="no such offer"):
        keeper.ask(1 - turn, "agree", what="draw")
    keeper.ask(turn, "offer", what="draw")
    keeper.move()
    with pytest.raises(Refused, match="no such offer"):
        keeper.ask(1 - turn, "agree", what="draw")
    keeper.ask(turn, "offer", what="draw")
    keeper.ask(turn, "bot", own=True)
    assert not keeper.host.offers


def test_undo_stays_off_where_the_game_says_so() -> None:
    keeper = Keeper("skippity", ["size=6"], casual=True).deal()
    seat = keeper.host.turn
    keeper.move()
    with pytest.raises(Refused, match="SK-A20"):
        keeper.ask(seat, "undo")
    with pytest.raises(Refused, match="SK-A20"):
        keeper.ask(seat, "offer", what="undo")


def test_a_serious_table_takes_nothing_back_by_consent() -> None:
    keeper = Keeper("skipbo").deal().play_on(20)
    with pytest.raises(Refused, match="not a casual"):
        keeper.ask(0, "offer", what="undo")


@pytest.mark.parametrize("name", ["flip_and_skip", "skippity"])
def test_two_players_agree_on_a_draw(name: str) -> None:
    keeper = Keeper(name).deal().play_on(6)
    keeper.ask(0, "offer", what="draw")
    keeper.ask(1, "agree", what="draw")
    assert keeper.host.result is not None
    assert keeper.host.result[:3] == ("agreed", (0, 1), (1, 1))


@pytest.mark.parametrize(
    ("name", "seats"), [("skipbo", 2), ("skipbo_mod", 3), ("skip_or_trip", 2), ("skippity", 3)]
)
def test_most_games_know_no_draw_by_agreement(name: str, seats: int) -> None:
    keeper = Keeper(name, seats=seats).deal()
    with pytest.raises(Refused, match="no draw by agreement"):
        keeper.ask(0, "offer", what="draw")


def test_a_rematch_when_all_people_want_it() -> None:
    keeper = Keeper("skipbo", ["stock_size=2"], seats=3, chairs=["open", "open", "bot:greedy"])
    keeper.deal()
    with pytest.raises(Refused, match="when this one is over"):
        keeper.ask(0, "offer", what="rematch")
    keeper.play_on()
    with pytest.raises(Refused, match="No other game"):
        keeper.ask(NOBODY, "rematch", own=True, table="t2")
    keeper.ask(1, "offer", what="rematch")
    assert keeper.host.due() == NEVER
    entry = keeper.ask(0, "agree", what="rematch")
    assert (entry.due, entry.over) == (keeper.now, False)  # the next table is still to be opened
    assert keeper.ask(NOBODY, "rematch", own=True, table="t2").over
    assert (keeper.host.next_table, keeper.host.due()) == ("t2", NEVER)


# Giving up, leaving, coming back ------------------------------------------------------------------
def test_of_two_sides_the_other_one_wins_when_both_partners_have_given_up() -> None:
    keeper = Keeper("skipbo", ["teams=on", "stock_size=5"], seats=4).deal().play_on(9)
    assert not keeper.ask(3, "resign").over
    assert keeper.host.chairs[3].bot == "greedy"
    assert keeper.ask(1, "resign").over
    assert keeper.host.result is not None
    assert keeper.host.result[:3] == ("resigned", (0, 2), (1, 2, 1, 2))
    with pytest.raises(Refused, match="Nothing is being played"):
        keeper.ask(0, "resign")


def test_among_several_sides_a_bot_plays_on_for_good() -> None:
    keeper = Keeper("skipbo", ["stock_size=3"], seats=3).deal().play_on(9)
    assert not keeper.ask(1, "resign").over
    assert keeper.host.chairs[1].bot == "greedy"
    with pytest.raises(Refused, match="to the end"):
        keeper.ask(1, "move", 0)
    with pytest.raises(Refused, match="given up"):
        keeper.ask(1, "back", own=True)
    keeper.play_on()
    assert keeper.host.result is not None
    assert keeper.host.result.how == "played"


def test_a_leaver_is_played_on_by_a_bot_and_gets_the_seat_back() -> None:
    keeper = Keeper("skipbo", ["stock_size=5"], pace=700).deal()
    host, seat = keeper.host, keeper.host.turn
    with pytest.raises(Refused, match="No bot plays chair"):
        keeper.ask(seat, "move", host.legal(seat)[0], own=True)
    entry = keeper.ask(seat, "bot", own=True)
    assert entry.due == keeper.now + 700
    with pytest.raises(Refused, match="take it back first"):
        keeper.ask(seat, "move", host.legal(seat)[0])
    keeper.move()
    assert keeper.rows[-1].seat == seat
    keeper.ask(seat, "back", own=True)
    with pytest.raises(Refused, match="No bot plays chair"):
        keeper.ask(seat, "back", own=True)
    assert host.chairs[seat].here
    keeper.play_on()
    assert host.result is not None


def test_a_match_goes_on_by_itself_when_nobody_is_left() -> None:
    keeper = Keeper("skipbo", ["stock_size=2", "match=on", "max_rounds=2"], between=10).deal()
    host = keeper.host
    while host.phase == "playing":
        keeper.move()
    assert host.phase == "between"
    assert host.due() == NEVER
    with pytest.raises(Refused, match="does not deal yet"):
        keeper.ask(NOBODY, "deal", own=True)
    keeper.ask(0, "bot", own=True)
    entry = keeper.ask(1, "bot", own=True)
    assert entry.due == keeper.now + 10_000
    with pytest.raises(Refused, match="does not deal yet"):
        keeper.ask(NOBODY, "deal", own=True)
    keeper.now += 10_000
    keeper.ask(NOBODY, "deal", own=True)
    assert json.loads(keeper.rows[-1].data) == {"round": 2}
    keeper.play_on()
    assert host.table is not None
    assert host.result is not None
    assert list(host.result.points) == host.table.match.totals
