"""The contract of table/store.py, held by both databases and compared with a model."""

from __future__ import annotations

import queue
import sqlite3
import stat
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model import Model

from skipyard.proofs.postgres import Postgres
from skipyard.table.postgres import Listener, reason
from skipyard.table.sqlite import SqliteStore
from skipyard.table.store import (
    COMINGS,
    NEVER,
    Entry,
    Header,
    Invitation,
    Outcome,
    Row,
    Store,
    Trouble,
)
from skipyard.table.stores import open_store
from skipyard.table.writer import LARGEST_GROUP

OPEN = '{"chairs":["invited","open"]}'
KEY = bytes(range(32))


def header(table: str = "t", opened: int = 1) -> Header:
    return Header(table, "skipbo", 3, 2, '["stock=10"]', '{"clock":"none"}', KEY, opened, "t0")


def row(seq: int, command: str = "", table: str = "t", seat: int = 0, at: int = 7) -> Row:
    return Row(table, seq, "move", seat, 17, '{"é": 1}', command or f"c{seq}", at)


def entry(seq: int, command: str = "", **facts: Any) -> Entry:
    return Entry(row(seq, command), **facts)


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
    both = [Entry(row(1, "a", "t")), Entry(row(1, "a", "u"))]
    assert store.append(both) == [Outcome.STORED] * 2


def test_a_log_has_no_gap(store: Store) -> None:
    store.create(header(), [])
    outcomes = store.append([entry(2), entry(1), entry(3), entry(2)])
    assert outcomes == [Outcome.AHEAD, Outcome.STORED, Outcome.AHEAD, Outcome.STORED]
    assert store.append([Entry(row(1, table="nowhere"))]) == [Outcome.AHEAD]
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
    bad = Entry(row(2)._replace(at=2**70))
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
    store.append([Entry(row(1, table="c"), free=0), Entry(row(1, table="a"), free=1, over=True)])
    assert store.open_tables(9) == []


def test_running_tables_are_full_public_and_recent(store: Store) -> None:
    policies = {"a": OPEN, "b": OPEN, "c": '{"chairs":["invited"]}', "d": OPEN, "e": OPEN}
    for table, policy in policies.items():
        store.create(header(table)._replace(policy=policy), [], 1)
    for number, table in enumerate(policies):
        lines = {
            "d": Entry(row(1, table=table), over=True),
            "e": Entry(row(1, table=table), free=1),
        }
        usual = Entry(row(1, table=table)._replace(at=100 + number))
        store.append([lines.get(table, usual)])
    assert store.running(0, 9) == ["b", "a"]
    assert store.running(0, 1) == ["b"]
    assert store.running(101, 9) == ["b"]
    assert store.running(102, 9) == []


def test_due_tables_are_those_not_over_whose_time_has_come(store: Store) -> None:
    for table in "abcd":
        store.create(header(table), [])
    store.append([Entry(row(1, table="a"), due=20), Entry(row(1, table="b"), due=10)])
    store.append([Entry(row(1, table="c"), due=5, over=True)])
    assert store.due(9, 9) == []
    assert store.due(20, 9) == ["b", "a"]
    assert store.due(20, 1) == ["b"]
    store.set_due("b", NEVER)
    store.set_due("d", 3)
    assert store.due(20, 9) == ["d", "a"]


# Who may sit where --------------------------------------------------------------------------------
def test_a_seat_is_held_with_the_row_that_takes_it(store: Store) -> None:
    store.create(header(), [])
    store.append([Entry(row(1, seat=1), holder=b"anna"), Entry(row(1, "x", seat=1), holder=b"bob")])
    assert store.held(b"anna", "t") == [1]
    assert store.held(b"bob", "t") == []  # his row was not stored


def test_a_seat_left_and_taken_again_has_one_holder(store: Store) -> None:
    store.create(header(), [])
    store.append([Entry(row(1, seat=1), holder=b"anna")])
    store.hold(b"anna's phone", "t", 1, 8)
    store.append([Entry(row(2, seat=0)), Entry(row(3, seat=1), holder=b"")])
    assert store.held(b"anna", "t") == store.held(b"anna's phone", "t") == []
    store.append([Entry(row(4, seat=1), holder=b"bob")])
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
    assert store.use(b"code", 49) == Invitation("t", 1, "join", 50)
    assert store.use(b"code", 49) is None
    assert store.use(b"late", 50) is None
    assert store.use(b"unknown", 1) is None


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
    store.append([Entry(row(1, table="b"), over=True), Entry(row(1, table="c"), due=3)])
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


# Both against the model ---------------------------------------------------------------------------
TABLES, SEATS, TIMES = st.sampled_from("abc"), st.integers(0, 2), st.integers(1, 9)
NAMES = st.sampled_from([b"x", b"y"])
PROCESSES = st.sampled_from("pq")
ENTRIES = st.builds(
    Entry,
    st.builds(
        lambda table, seq, seat, command, at: Row(table, seq, "move", seat, 1, "", command, at),
        TABLES, st.integers(1, 5), SEATS, st.sampled_from("mnopqrs"), TIMES,
    ),
    due=st.integers(0, 9),
    over=st.booleans(),
    free=SEATS,
    holder=st.sampled_from([None, None, b"", b"x", b"y"]),
)  # fmt: skip
CALLS = st.one_of(
    st.tuples(st.just("append"), st.lists(ENTRIES, max_size=6)),
    st.tuples(st.just("append"), st.lists(ENTRIES, max_size=6)),
    st.tuples(st.just("due"), TIMES, st.integers(1, 3)),
    st.tuples(st.just("set_due"), TABLES, st.integers(0, 9)),
    st.tuples(st.just("open_tables"), st.integers(1, 3)),
    st.tuples(st.just("running"), TIMES, st.integers(1, 3)),
    st.tuples(st.just("rows"), TABLES, st.integers(0, 3)),
    st.tuples(st.just("hold"), NAMES, TABLES, SEATS, TIMES),
    st.tuples(st.just("held"), NAMES, TABLES),
    st.tuples(st.just("tables_of"), NAMES, st.integers(1, 3)),
    st.tuples(st.just("invite"), NAMES, st.builds(Invitation, TABLES, SEATS, st.just("j"), TIMES)),
    st.tuples(st.just("use"), NAMES, TIMES),
    st.tuples(st.just("beat"), PROCESSES, TIMES),
    st.tuples(st.just("last_beat")),
    st.tuples(st.just("arrive"), PROCESSES, TABLES, SEATS),
    st.tuples(st.just("leave"), PROCESSES, TABLES, SEATS),
    st.tuples(st.just("present"), TABLES, TIMES),
    st.tuples(st.just("forget_dead"), TIMES, TIMES),
)


@pytest.fixture(scope="module")
def shared_url(postgres: Postgres) -> str:
    return postgres.create("compared")


@settings(max_examples=60)
@given(calls=st.lists(CALLS, min_size=5, max_size=40))
def test_both_databases_answer_as_the_model(
    shared_url: str, tmp_path_factory: pytest.TempPathFactory, calls: list[tuple[Any, ...]]
) -> None:
    stores: list[Store] = [
        Model(),
        open_store(str(tmp_path_factory.mktemp("compared") / "a.db")),
        open_store(shared_url),
    ]
    with psycopg.connect(shared_url) as connection:
        connection.execute("TRUNCATE skipyard.tables, skipyard.processes CASCADE")
    for store in stores:
        for opened, table in enumerate("abc"):
            store.create(header(table, opened), [], free=1)
    questions: list[tuple[Any, ...]] = [("rows", table) for table in "abc"]
    questions += [
        ("due", 9, 9),
        ("open_tables", 9),
        ("running", 0, 9),
        ("tables_of", b"x", 9),
        ("last_beat",),
    ]
    for name, *values in [*calls, *questions]:
        expected, *answers = [getattr(store, name)(*values) for store in stores]
        assert answers == [expected, expected], name
    for store in stores:
        store.close()


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
                    Entry(row(len(store.rows(t)) + 1, f"{number}-{turn}-{tables}", t))
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
    found = [(r.table, r.seq, r.command) for table in "ab" for r in first.rows(table)]
    assert sorted(found) == sorted(line for lines in won for line in lines)
    assert all([r.seq for r in first.rows(t)] == [*range(1, len(first.rows(t)) + 1)] for t in "ab")
    first.close()


# SQLite -------------------------------------------------------------------------------------------
def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    store = SqliteStore(str(file))
    store.create(header(), [])
    for found in tmp_path.iterdir():  # the write-ahead log has keys in it too
        assert stat.S_IMODE(found.stat().st_mode) == 0o600, found
    store.close()


def test_a_url_names_the_same_file_as_its_path(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/a.db").close()
    assert (tmp_path / "a.db").exists()


def test_another_programs_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(Trouble, match="not a database of Skipyard"):
        open_store(str(file))
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    file.write_text("Dear diary, " * 100)
    with pytest.raises(Trouble, match="not a database of Skipyard"):
        open_store(str(file))
    assert file.read_text() == "Dear diary, " * 100


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "a.db")
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(Trouble, match="newer Skipyard \\(schema 99, this one knows 1\\)"):
        open_store(file)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot be opened: No such file"):
        open_store(str(tmp_path / "nowhere" / "a.db"))


def test_a_locked_file_is_said_to_be_and_works_when_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipyard.table.sqlite.PATIENCE", 0.01)
    file = str(tmp_path / "a.db")
    store = open_store(file)
    store.create(header(), [])
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Trouble, match="Another program"):
        store.append([entry(1)])
    other.execute("ROLLBACK")
    other.close()
    assert store.append([entry(1)]) == [Outcome.STORED]
    store.close()


def test_presence_does_not_wait_for_the_disk_and_rows_do(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "a.db"))
    store.create(header(), [])
    said: list[str] = []
    store.connected().set_trace_callback(said.append)
    store.beat("p", 1)
    full = "PRAGMA synchronous = FULL"
    assert said[0] == "PRAGMA synchronous = NORMAL"
    assert said[-1] == full
    said.clear()
    store.append([entry(1)])
    assert not any("synchronous" in text for text in said)
    assert store.ask("PRAGMA synchronous") == [(2,)]
    store.close()


@pytest.mark.parametrize("where", ["mysql://root:hush@host/db", "http://hush@host"])
def test_an_unknown_kind_of_database_is_refused(where: str) -> None:
    with pytest.raises(Trouble, match="no database that Skipyard knows") as refused:
        open_store(where)
    assert "hush" not in str(refused.value)


# PostgreSQL ---------------------------------------------------------------------------------------
def test_listeners_are_told_of_new_rows(postgres: Postgres) -> None:
    url = postgres.create("heard")
    store = open_store(url)
    store.create(header(), [])
    heard: queue.SimpleQueue[tuple[str, int, str]] = queue.SimpleQueue()
    listener = Listener(url, lambda *hint: heard.put(hint))
    assert heard.get(timeout=30) == ("", 0, "")
    store.append([entry(1), entry(2)])
    assert heard.get(timeout=30) == ("t", 2, "")
    store.append([entry(2, "x")])  # not stored, not told
    store.append([entry(3)])
    assert heard.get(timeout=30) == ("t", 3, "")
    store.hint("t", "a word")
    assert heard.get(timeout=30) == ("t", 0, "a word")
    store.arrive("p", "t", 0)
    store.leave("p", "t", 0)
    assert [heard.get(timeout=30) for _ in range(2)] == [("t", 0, COMINGS)] * 2
    listener.stop()
    store.close()


def test_a_listener_whose_connection_breaks_listens_again(postgres: Postgres) -> None:
    url = postgres.create("again")
    store = open_store(url)
    store.create(header(), [])
    heard: queue.SimpleQueue[tuple[str, int, str]] = queue.SimpleQueue()
    listener = Listener(url, lambda *hint: heard.put(hint))
    assert heard.get(timeout=30) == ("", 0, "")
    break_connections(url)
    assert heard.get(timeout=30) == ("", 0, "")
    with pytest.raises(Trouble, match="does not answer"):
        store.append([entry(1)])
    assert store.append([entry(1)]) == [Outcome.STORED]
    assert heard.get(timeout=30) == ("t", 1, "")
    listener.stop()
    store.close()


def break_connections(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_server_that_is_away_is_said_to_be() -> None:
    with pytest.raises(Trouble, match="does not answer") as refused:
        open_store("postgresql://anna:hush@localhost:1/skipyard")
    assert "hush" not in str(refused.value)
    assert "localhost:1" in str(refused.value)


def test_an_address_that_cannot_be_read_is_not_repeated() -> None:
    with pytest.raises(Trouble, match="not the address") as refused:
        open_store("postgresql://host/db?pasword=hush")
    assert "hush" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_database_that_does_not_exist_is_named(postgres: Postgres) -> None:
    with pytest.raises(Trouble, match=r"“nowhere”.*cannot be opened: .*does not exist"):
        open_store(postgres.url("nowhere"))


def test_a_newer_schema_is_refused(postgres: Postgres) -> None:
    url = postgres.create("newer")
    open_store(url).close()
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE skipyard.version SET version = 99")
    with pytest.raises(Trouble, match="newer Skipyard"):
        open_store(url)


def test_a_server_set_to_lazy_commits_is_held_to_its_disk(postgres: Postgres) -> None:
    url = postgres.create("lazy")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER DATABASE lazy SET synchronous_commit TO off")
    store = open_store(url)
    assert store.ask("SHOW synchronous_commit") == [("on",)]  # type: ignore[attr-defined]
    store.beat("p", 1)
    assert store.ask("SHOW synchronous_commit") == [("on",)]  # type: ignore[attr-defined]
    store.close()


def test_a_server_that_can_only_be_read_is_said_to_be(postgres: Postgres) -> None:
    url = postgres.create("standby")
    store = open_store(url, "fr")
    store.create(header(), [])
    set_read_only(url, "on")
    with pytest.raises(Trouble, match="ne répond pas"):  # its connection was cut
        store.append([entry(1)])
    with pytest.raises(Trouble, match="est en lecture seule ; rien n’a été écrit"):
        store.append([entry(1)])
    set_read_only(url, "off")
    with pytest.raises(Trouble, match="ne répond pas"):
        store.append([entry(1)])
    assert store.append([entry(1)]) == [Outcome.STORED]
    store.close()


def set_read_only(url: str, value: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("SET TRANSACTION READ WRITE")
        sql = f"ALTER DATABASE standby SET default_transaction_read_only TO {value}"
        connection.execute(sql.encode())
    break_connections(url)


@pytest.mark.parametrize(
    ("problem", "key"),
    [
        (psycopg.errors.DiskFull(), "full"),
        (psycopg.errors.InsufficientPrivilege(), "denied"),
        (psycopg.errors.AdminShutdown(), "away"),
        (psycopg.errors.DeadlockDetected(), "locked"),
        (psycopg.errors.UndefinedTable(), "failed"),
        (psycopg.OperationalError("connection failed: Connection refused"), "away"),
        (psycopg.OperationalError('failed: FATAL:  role "anna" does not exist'), "open"),
    ],
)
def test_each_failure_has_its_sentence(problem: psycopg.Error, key: str) -> None:
    assert reason(problem)[0] == key
