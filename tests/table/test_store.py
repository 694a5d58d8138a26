"""The contract of table/database/store.py, tested on both databases."""

from __future__ import annotations

import queue
import threading

import psycopg
import pytest
from helpers.sample_rows import entry, header, row

from skipyard.table.database.store import (
    EXPIRED,
    NEVER,
    UNKNOWN,
    USED,
    VALID,
    VOID,
    Invitation,
    NewRow,
    Outcome,
    Store,
    Trouble,
)
from skipyard.table.database.stores import open_store
from skipyard.table.database.writer import LARGEST_GROUP

OPEN = '{"chairs":["invited","open"]}'
CLOSED = '{"chairs":["invited"],"public":false}'
LISTED = '{"chairs":["invited"],"public":true}'


# Tables and their logs ----------------------------------------------------------------------------
def test_a_header_comes_back_as_it_was(store: Store) -> None:
    store.create(header(), [])
    assert store.header("t") == header()
    assert store.header("other") is None


def test_a_table_is_opened_once(store: Store) -> None:
    store.create(header(), [])
    with pytest.raises(Trouble, match="already"):
        store.create(header(opened=2), [(b"code", Invitation("t", 0, "join", 9))])
    assert store.header("t") == header()
    assert store.use(b"code", 1) is None  # nothing of the second is there


def test_rows_come_back_in_order_and_from_anywhere(store: Store) -> None:
    store.create(header(), [])
    assert store.append([entry(1), entry(2)]) == [Outcome.STORED] * 2
    assert store.append([entry(3)]) == [Outcome.STORED]
    assert store.rows("t") == [row(1), row(2), row(3)]
    assert store.rows("t", after=2) == [row(3)]
    assert store.rows("t", after=1, limit=1) == [row(2)]
    assert store.rows("other") == []


def test_a_seq_is_given_once(store: Store) -> None:
    store.create(header(), [])
    outcomes = store.append([entry(1, "a", due=5), entry(1, "b", due=6)])
    assert outcomes == [Outcome.STORED, Outcome.TAKEN]
    assert store.append([entry(1, "c", due=7, over=True)]) == [Outcome.TAKEN]
    assert store.rows("t") == [row(1, "a")]
    assert store.due(5, 9) == ["t"]  # the line is the stored row's, not a refused one's


def test_a_command_is_done_once_whatever_its_seq(store: Store) -> None:
    store.create(header(), [])
    assert store.append([entry(1, "a"), entry(2, "a")]) == [Outcome.STORED, Outcome.REPEATED]
    assert store.append([entry(1, "a"), entry(2, "a"), entry(9, "a")]) == [Outcome.REPEATED] * 3
    assert store.rows("t") == [row(1, "a")]


def test_a_command_belongs_to_its_table(store: Store) -> None:
    store.create(header("t"), [])
    store.create(header("u"), [])
    both = [NewRow(row(1, "a", "t")), NewRow(row(1, "a", "u"))]
    assert store.append(both) == [Outcome.STORED] * 2


def test_a_log_has_no_gap(store: Store) -> None:
    store.create(header(), [])
    outcomes = store.append([entry(2), entry(1), entry(3), entry(2)])
    assert outcomes == [Outcome.AHEAD, Outcome.STORED, Outcome.AHEAD, Outcome.STORED]
    assert store.append([NewRow(row(1, table="nowhere"))]) == [Outcome.AHEAD]
    assert [r.seq for r in store.rows("t")] == [1, 2]


def test_nothing_to_append_is_nothing_done(store: Store) -> None:
    assert store.append([]) == []


def test_the_largest_group_of_the_writer_fits(store: Store) -> None:
    store.create(header(), [])
    group = [entry(seq) for seq in range(1, LARGEST_GROUP + 1)]
    assert store.append(group) == [Outcome.STORED] * LARGEST_GROUP
    assert store.append(group) == [Outcome.REPEATED] * LARGEST_GROUP
    assert len(store.rows("t")) == LARGEST_GROUP


def test_a_value_that_no_database_holds_changes_nothing(store: Store) -> None:
    store.create(header(), [])
    bad = NewRow(row(2)._replace(at=2**70))
    with pytest.raises((OverflowError, psycopg.DataError)):
        store.append([entry(1), bad])
    assert store.rows("t") == []
    assert store.append([entry(1)]) == [Outcome.STORED]


def test_what_was_written_is_there_for_the_next_who_opens(url: str) -> None:
    first = open_store(url)
    first.create(header(), [])
    first.append([entry(1, free=1)])
    first.close()
    again = open_store(url)
    assert again.rows("t") == [row(1)]
    assert again.open_tables(5) == ["t"]
    again.close()


# The list of tables -------------------------------------------------------------------------------
def test_open_tables_are_those_with_a_free_seat_newest_first(store: Store) -> None:
    for number, (table, free) in enumerate([("a", 1), ("b", 0), ("c", 2)]):
        store.create(header(table, opened=number), [], free)
    assert store.open_tables(9) == ["c", "a"]
    assert store.open_tables(1) == ["c"]
    store.append([NewRow(row(1, table="c"), free=0), NewRow(row(1, table="a"), free=1, over=True)])
    assert store.open_tables(9) == []


def test_a_table_is_over_once_a_row_has_ended_it(store: Store) -> None:
    store.create(header(), [])
    assert not store.is_over("t")
    store.append([entry(1)])
    assert not store.is_over("t")
    store.append([NewRow(row(2), over=True)])
    assert store.is_over("t")
    assert not store.is_over("nowhere")


def test_running_tables_are_full_public_and_recent(store: Store) -> None:
    policies = {"a": OPEN, "b": OPEN, "c": CLOSED, "d": OPEN, "e": OPEN, "f": LISTED}
    for table, policy in policies.items():
        store.create(header(table)._replace(policy=policy), [], 1)
    for number, table in enumerate(policies):
        lines = {
            "d": NewRow(row(1, table=table), over=True),
            "e": NewRow(row(1, table=table), free=1),
        }
        usual = NewRow(row(1, table=table)._replace(at=100 + number))
        store.append([lines.get(table, usual)])
    assert store.running(0, 9) == ["f", "b", "a"]
    assert store.running(0, 1) == ["f"]
    assert store.running(101, 9) == ["f", "b"]
    assert store.running(106, 9) == []


def test_due_tables_are_those_not_over_whose_time_has_come(store: Store) -> None:
    for table in "abcd":
        store.create(header(table), [])
    store.append([NewRow(row(1, table="a"), due=20), NewRow(row(1, table="b"), due=10)])
    store.append([NewRow(row(1, table="c"), due=5, over=True)])
    assert store.due(9, 9) == []
    assert store.due(20, 9) == ["b", "a"]
    assert store.due(20, 1) == ["b"]
    store.set_due("b", NEVER)
    store.set_due("d", 3)
    assert store.due(20, 9) == ["d", "a"]


# Who may sit where --------------------------------------------------------------------------------
def test_a_seat_is_held_with_the_row_that_takes_it(store: Store) -> None:
    store.create(header(), [])
    store.append(
        [NewRow(row(1, seat=1), holder=b"anna"), NewRow(row(1, "x", seat=1), holder=b"bob")]
    )
    assert store.held(b"anna", "t") == [1]
    assert store.held(b"bob", "t") == []  # his row was not stored


def test_a_seat_left_and_taken_again_has_one_holder(store: Store) -> None:
    store.create(header(), [])
    store.append([NewRow(row(1, seat=1), holder=b"anna")])
    store.hold(b"anna's phone", "t", 1, 8)
    store.append([NewRow(row(2, seat=0)), NewRow(row(3, seat=1), holder=b"")])
    assert store.held(b"anna", "t") == store.held(b"anna's phone", "t") == []
    store.append([NewRow(row(4, seat=1), holder=b"bob")])
    assert store.held(b"bob", "t") == [1]


def test_the_tables_of_a_holder_newest_first(store: Store) -> None:
    for table in "abc":
        store.create(header(table), [])
    store.hold(b"anna", "a", 0, 5)
    store.hold(b"anna", "b", 0, 9)
    store.hold(b"anna", "a", 1, 7)
    store.hold(b"anna", "a", 1, 99)  # again: as before
    store.hold(b"bob", "c", 0, 8)
    assert store.tables_of(b"anna", 9) == ["b", "a"]
    assert store.tables_of(b"anna", 1) == ["b"]
    assert store.held(b"anna", "a") == [0, 1]


def test_a_new_holder_ends_the_codes_for_devices_of_the_old_one(store: Store) -> None:
    store.create(header(), [(b"join", Invitation("t", 0, "join", 50))])
    store.invite(b"mine", Invitation("t", 0, "device", 50))
    store.invite(b"other", Invitation("t", 1, "device", 50))
    store.append([entry(1)._replace(holder=b"new")])
    assert store.use(b"mine", 1) is None
    assert store.use(b"join", 1) is not None
    assert store.use(b"other", 1) is not None


def test_a_code_opens_one_seat_once_and_not_for_ever(store: Store) -> None:
    store.create(header(), [(b"code", Invitation("t", 1, "join", 50))])
    store.invite(b"late", Invitation("t", 0, "device", 50))
    assert store.invitation(b"code", 49) == Invitation("t", 1, "join", 50)
    assert store.invitation(b"late", 50) is store.invitation(b"unknown", 1) is None
    assert store.use(b"code", 49) == Invitation("t", 1, "join", 50)
    assert store.invitation(b"code", 49) is None
    assert store.use(b"code", 49) is None
    assert store.use(b"late", 50) is None
    assert store.use(b"unknown", 1) is None
    fates = [store.fate(code, 50) for code in (b"code", b"late", b"unknown")]
    assert fates == [USED, EXPIRED, UNKNOWN]
    assert store.fate(b"late", 49) == VALID


def test_a_new_code_for_a_seat_makes_the_old_one_void(store: Store) -> None:
    store.create(header(), [(b"old", Invitation("t", 1, "join", 50))])
    store.invite(b"device", Invitation("t", 1, "device", 50))
    store.invite(b"other", Invitation("t", 0, "join", 50))
    store.invite(b"new", Invitation("t", 1, "join", 50))
    codes = (b"old", b"new", b"device", b"other")
    assert [store.fate(code, 1) for code in codes] == [VOID, VALID, VALID, VALID]
    assert store.use(b"old", 1) is store.invitation(b"old", 1) is None
    store.void_codes("t", 1)
    assert [store.fate(code, 1) for code in codes] == [VOID, VOID, VOID, VALID]


def test_codes_are_forgotten_when_their_time_is_over(store: Store) -> None:
    store.create(header(), [(b"old", Invitation("t", 1, "join", 50))])
    store.invite(b"new", Invitation("t", 0, "join", 51))
    store.forget_invitations(50)
    assert store.use(b"old", 1) is None
    assert store.use(b"new", 1) is not None


# Who is here --------------------------------------------------------------------------------------
def test_people_are_here_as_long_as_their_process_lives(store: Store) -> None:
    store.create(header(), [])
    assert store.last_beat() == NEVER
    store.beat("p", 10)
    store.beat("q", 20)
    store.arrive("p", "t", 0)
    store.arrive("q", "t", 0)
    store.arrive("q", "t", 1)
    assert store.present("t", 10) == [0, 1]
    store.leave("q", "t", 0)
    assert store.present("t", 10) == [0, 1]  # p still has somebody in seat 0
    assert store.present("t", 11) == [1]
    store.beat("p", 30)
    assert store.present("t", 21) == [0]
    assert store.last_beat() == 30


def test_tables_of_a_dead_process_become_due(store: Store) -> None:
    for table in "abcd":
        store.create(header(table), [])
    store.append([NewRow(row(1, table="b"), over=True), NewRow(row(1, table="c"), due=3)])
    store.beat("dead", 10)
    store.beat("alive", 20)
    for table in "abc":
        store.arrive("dead", table, 0)
    store.arrive("alive", "d", 0)
    store.forget_dead(alive_since=15, due=7)
    assert store.due(99, 9) == ["c", "a"]  # c keeps its earlier time, b is over, d has its people
    assert store.present("a", 0) == []
    assert store.present("d", 15) == [0]


def test_the_last_beat_of_all_survives_its_process(store: Store) -> None:
    store.beat("p", 10)
    store.beat("q", 12)
    store.forget_dead(alive_since=50, due=50)
    assert store.last_beat() == 12


# Several at once ----------------------------------------------------------------------------------
def test_processes_that_start_together_make_one_schema(url: str) -> None:
    opened: queue.SimpleQueue[Store | BaseException] = queue.SimpleQueue()
    together = threading.Barrier(4)

    def start() -> None:
        together.wait()
        try:
            opened.put(open_store(url))
        except BaseException as problem:
            opened.put(problem)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stores = [opened.get() for _ in threads]
    for store in stores:
        assert not isinstance(store, BaseException), store
        store.close()


def test_writers_who_race_get_one_order(url: str) -> None:
    writers, rounds = 3, 40
    first = open_store(url)
    for table in "ab":
        first.create(header(table), [])
    won: list[list[tuple[str, int, str]]] = [[] for _ in range(writers)]

    def play(number: int) -> None:
        store = open_store(url)
        for turn in range(rounds):
            for tables in ("ab", "ba"):  # in either order: no deadlock
                wanted = [
                    NewRow(row(len(store.rows(t)) + 1, f"{number}-{turn}-{tables}", t))
                    for t in tables
                ]
                for e, outcome in zip(wanted, store.append(wanted), strict=True):
                    if outcome is Outcome.STORED:
                        won[number].append((e.row.table, e.row.seq, e.row.command))
                    else:
                        assert outcome is Outcome.TAKEN
        store.close()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = [(r.table, r.seq, r.command) for table in "ab" for r in first.rows(table)]
    assert sorted(stored) == sorted(line for lines in won for line in lines)
    assert all([r.seq for r in first.rows(t)] == [*range(1, len(first.rows(t)) + 1)] for t in "ab")
    first.close()
