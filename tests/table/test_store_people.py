"""The contract of table/database/store.py about people, tested on both databases."""

from __future__ import annotations

import json

from helpers.sample_rows import entry, header, row

from skipyard.table.database.store import NEVER, NewRow, OwnFigure, Recovery, Row, SeatResult, Store

ANN, PHONE, BOB = b"ann", b"ann's phone", b"bob"


def sit(table: str, seq: int, seat: int, name: str, holder: bytes, **more: str) -> NewRow:
    data = json.dumps({"kind": "person", "name": name, "nonce": ""} | more)
    return NewRow(Row(table, seq, "sit", seat, 0, data, f"s{seq}", seq), holder=holder)


def result(seat: int, outcome: str, ended: int, against: str = "people") -> SeatResult:
    return SeatResult(seat, "person", against, outcome, 1, "played", 9, ended)


def finished(store: Store, table: str, ended: int, outcome: str = "won") -> None:
    """A table that Ann has played and that is over."""
    store.create(header(table), [])
    results = (result(0, outcome, ended), result(1, "lost", ended))
    end = NewRow(row(2, table=table), over=True, results=results)
    store.append([sit(table, 1, 0, "Ann", ANN), end])


def link(store: Store) -> None:
    store.add_recovery(b"code", ANN, 50)
    assert store.recover(b"code", PHONE, 5) is Recovery.LINKED


# Devices ------------------------------------------------------------------------------------------
def test_linked_devices_hold_each_others_seats_earlier_and_later_ones(store: Store) -> None:
    for table in "abc":
        store.create(header(table), [])
    store.append([sit("a", 1, 0, "Ann", ANN), sit("b", 1, 1, "Annie", PHONE)])
    link(store)
    store.append([sit("c", 1, 0, "Ann", ANN), sit("c", 2, 1, "Bob", BOB)])
    for device in (ANN, PHONE):
        assert store.seats_of(device) == [("a", 0), ("b", 1), ("c", 0)]
        assert store.held(device, "b") == [1]
        assert sorted(store.tables_of(device, 9)) == ["a", "b", "c"]
    assert store.held(BOB, "a") == []
    assert [device for device, _ in store.devices_of(PHONE)] == [ANN, PHONE]
    assert store.names_of(PHONE) == ["Ann", "Annie"]
    assert store.devices_of(BOB) == [(BOB, NEVER)]


def test_two_people_with_devices_of_their_own_become_one(store: Store) -> None:
    link(store)
    store.add_recovery(b"other", BOB, 50)
    assert store.recover(b"other", b"bob's phone", 5) is Recovery.LINKED
    store.add_recovery(b"both", PHONE, 50)
    assert store.recover(b"both", b"bob's phone", 6) is Recovery.LINKED
    assert len(store.devices_of(BOB)) == 4


def test_a_code_says_what_became_of_it(store: Store) -> None:
    store.add_recovery(b"code", ANN, 50)
    assert store.open_recoveries(ANN, 5) == [50]
    assert store.recover(b"nonsense", BOB, 5) is Recovery.UNKNOWN
    assert store.recover(b"code", ANN, 5) is Recovery.OWN
    assert store.recover(b"code", BOB, 50) is Recovery.EXPIRED
    assert store.recover(b"code", PHONE, 49) is Recovery.LINKED  # neither has used it up
    assert store.recover(b"code", PHONE, 49) is Recovery.DONE
    assert store.recover(b"code", BOB, 49) is Recovery.USED
    assert store.open_recoveries(ANN, 5) == []


def test_a_new_code_ends_the_one_before_and_old_ones_are_dropped(store: Store) -> None:
    store.add_recovery(b"first", ANN, 50)
    store.add_recovery(b"second", ANN, 60)
    assert store.recover(b"first", PHONE, 5) is Recovery.UNKNOWN
    store.forget_recoveries(59)
    assert store.open_recoveries(ANN, 5) == [60]
    store.forget_recoveries(60)
    assert store.recover(b"second", PHONE, 5) is Recovery.UNKNOWN


# Tables -------------------------------------------------------------------------------------------
def test_where_it_is_my_turn_comes_first_then_the_latest(store: Store) -> None:
    for number, table in enumerate("abcd"):
        store.create(header(table, opened=number), [])
        store.append([sit(table, 1, 0, "Ann", ANN)])
    store.append([NewRow(row(2, table="a", at=20), turn=0), NewRow(row(2, table="b", at=30))])
    store.append([NewRow(row(2, table="c", at=40), over=True)])
    found = store.running_of(ANN, 9)
    assert [(each.table, each.my_turn) for each in found] == [("a", 1), ("b", 0), ("d", 0)]
    assert [each.table for each in store.running_of(ANN, 1, skip=1)] == ["b"]
    assert store.running_of(BOB, 9) == []


def test_finished_tables_come_page_by_page(store: Store) -> None:
    for table, ended in (("a", 7), ("b", 9), ("c", 7), ("d", 5)):
        finished(store, table, ended)
    first = store.finished_of(ANN, 2)
    assert [each.table for each in first] == ["b", "a"]
    assert first[0].mine == (0,)
    assert [each.outcome for each in first[0].results] == ["won", "lost"]
    rest = store.finished_of(ANN, 9, first[-1].ended, first[-1].table)
    assert [each.table for each in rest] == ["c", "d"]


def test_statistics_come_from_results_in_the_order_of_play(store: Store) -> None:
    finished(store, "a", 9, "lost")
    finished(store, "b", 5)
    store.hold(ANN, "b", 1, 6)  # two people at one screen
    played = store.played_by(ANN)
    assert [(each.ended, each.seats) for each in played] == [(5, 2), (9, 1)]
    assert played[1].outcome == "lost"


def test_tables_that_ended_before_there_were_results_are_found(store: Store) -> None:
    store.create(header("old"), [])
    store.append([sit("old", 1, 0, "Ann", ANN), NewRow(row(2, table="old"), over=True)])
    finished(store, "new", 9)
    assert store.without_results(ANN, 9) == ["old"]
    store.add_results("old", [result(0, "unknown", 3)])
    store.add_results("old", [result(0, "won", 4)])  # another process was later
    assert store.without_results(ANN, 9) == []
    assert [each.results[0].outcome for each in store.finished_of(ANN, 9)] == ["won", "unknown"]


# Erasing ------------------------------------------------------------------------------------------
def test_erasing_takes_names_seats_codes_and_devices_and_nothing_of_others(store: Store) -> None:
    for table in "ab":
        store.create(header(table), [])
    store.append([sit("a", 1, 0, "Ann", ANN, face="123"), sit("a", 2, 1, "Bob", BOB)])
    store.append([sit("b", 1, 0, "Annie", ANN), NewRow(row(2, table="b"), holder=b"")])
    store.append([sit("b", 3, 0, "Bob", BOB)])  # on the chair that Ann had left
    link(store)
    store.add_recovery(b"more", PHONE, 90)
    forgotten = store.forget(PHONE)
    assert forgotten.tables == ("a", "b")
    assert forgotten.devices == 2
    names = [json.loads(each.data) for each in store.sit_rows(["a", "b"])]
    assert [each["name"] for each in names] == ["", "Bob", "", "Bob"]
    assert all("face" not in each for each in names)
    assert store.seats_of(ANN) == store.seats_of(PHONE) == []
    assert store.seats_of(BOB) == [("a", 1), ("b", 0)]
    assert store.recover(b"more", BOB, 5) is Recovery.UNKNOWN
    assert store.devices_of(PHONE) == [(PHONE, NEVER)]


def test_names_of_tables_from_before_are_found_by_their_seats(store: Store) -> None:
    store.create(header(), [])
    first, second = sit("t", 1, 0, "Ann", ANN).row, sit("t", 2, 1, "Bob", BOB).row
    store.append([NewRow(first), NewRow(second), entry(3)])  # nobody noted who gave which name
    store.hold(ANN, "t", 0, 5)
    store.forget(ANN)
    assert [json.loads(each.data)["name"] for each in store.sit_rows(["t"])] == ["", "Bob"]
    assert store.rows("t")[2] == row(3)


# Figures ------------------------------------------------------------------------------------------
def test_the_best_of_each_figure_is_found_on_every_device(store: Store) -> None:
    for table, value in (("a", 3), ("b", 8), ("c", 5)):
        finished(store, table, ended=value)
        store.add_figures(table, [("longest", 0, value), ("wilds", 1, 9)])
    finished(store, "d", ended=99)
    link(store)
    for device in (ANN, PHONE):
        assert store.best_figures(device) == [OwnFigure("skipbo", "longest", 8, "b")]
        assert store.without_figures(device, 9) == ["d"]
    store.add_figures("d", [])
    assert store.without_figures(ANN, 9) == []
    assert store.best_figures(BOB) == []
