"""How a table ended for each seat, as the row that ends it carries along."""

from __future__ import annotations

from helpers.host_log import HostLog

from skipyard.seats import NOBODY
from skipyard.table import seat_results


def test_the_row_that_ends_a_game_carries_the_results() -> None:
    log = HostLog("skipbo", ["stock_size=3"], chairs=["invited", "bot:greedy"]).deal()
    rows = []
    while log.host.phase != "over":
        log.now += 1000
        rows.append(log.move())
    *before, last = rows
    assert not any(row.results for row in before)
    assert [(each.seat, each.kind) for each in last.results] == [(0, "person"), (1, "bot:greedy")]
    assert {each.outcome for each in last.results} == {"won", "lost"}
    assert last.results[0].against == "bot:greedy"
    assert last.results[1].against == "people"
    assert {each.moves for each in last.results} == {len(rows)}
    assert last.turn == NOBODY


def test_whoever_gives_up_has_lost_whatever_the_bot_does_then() -> None:
    log = HostLog("skipbo", ["stock_size=3"], seats=3).deal()
    log.ask(0, "resign")
    log.play_on()
    assert log.host.result is not None
    results = seat_results.of(log.host)
    assert results[0].outcome == "lost"
    assert sum(each.outcome == "won" for each in results[1:]) <= 1


def test_partners_win_together_and_play_the_others() -> None:
    log = HostLog(
        "skipbo", ["stock_size=3", "teams=yes"], seats=4, chairs=["invited", "bot:greedy"] * 2
    )
    log.deal().play_on()
    results = seat_results.of(log.host)
    assert results[0].outcome == results[2].outcome != results[1].outcome == results[3].outcome
    assert [each.against for each in results] == ["bot:greedy", "people"] * 2


def test_an_agreed_draw_is_drawn_for_all() -> None:
    log = HostLog("flip_and_skip").deal()
    log.ask(0, "offer", what="draw")
    end = log.ask(1, "agree", what="draw")
    assert [each.outcome for each in end.results] == ["drawn", "drawn"]


def test_the_turn_is_a_persons_or_nobodys() -> None:
    log = HostLog("skipbo", chairs=["invited", "bot:greedy"]).deal()
    turns = set()
    for _ in range(12):
        log.now += 1000
        turns.add(log.move().turn)
    assert turns == {0, NOBODY}
