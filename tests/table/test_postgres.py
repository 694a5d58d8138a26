"""PostgreSQL: notifications, broken connections, failures as sentences."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Iterator

import httpx
import psycopg
import pytest
from helpers.sample_rows import entry, header
from helpers.server_thread import ServerThread

from skipyard.proofs.outage.prove import children_of, frozen_database
from skipyard.proofs.shared.postgres import Postgres
from skipyard.server.live import readiness
from skipyard.server.settings import Settings
from skipyard.table.database.postgres import (
    PATIENCE_OF_OURS,
    HintListener,
    PostgresStore,
    reason,
)
from skipyard.table.database.store import (
    PRESENCE_CHANGED,
    Outcome,
    Store,
    Trouble,
)
from skipyard.table.database.stores import open_store

SOON = 5.0  # seconds


@pytest.mark.full
def test_listeners_are_told_of_new_rows(postgres: Postgres) -> None:
    url = postgres.create("heard")
    store = open_store(url)
    store.create(header(), [])
    heard: queue.SimpleQueue[tuple[str, int, str]] = queue.SimpleQueue()
    listener = HintListener(url, lambda *hint: heard.put(hint))
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
    assert [heard.get(timeout=30) for _ in range(2)] == [("t", 0, PRESENCE_CHANGED)] * 2
    listener.stop()
    store.close()


@pytest.mark.full
def test_a_listener_whose_connection_breaks_listens_again(postgres: Postgres) -> None:
    url = postgres.create("again")
    store = open_store(url)
    store.create(header(), [])
    heard: queue.SimpleQueue[tuple[str, int, str]] = queue.SimpleQueue()
    listener = HintListener(url, lambda *hint: heard.put(hint))
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


@pytest.mark.full
def test_a_database_that_does_not_exist_is_named(postgres: Postgres) -> None:
    with pytest.raises(Trouble, match=r"“nowhere”.*cannot be opened: .*does not exist"):
        open_store(postgres.url("nowhere"))


@pytest.mark.full
def test_a_newer_schema_is_refused(postgres: Postgres) -> None:
    url = postgres.create("newer")
    open_store(url).close()
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE skipyard.version SET version = 99, oldest = 99")
    with pytest.raises(Trouble, match="newer Skipyard"):
        open_store(url)


@pytest.mark.full
def test_a_server_set_to_lazy_commits_is_held_to_its_disk(postgres: Postgres) -> None:
    url = postgres.create("lazy")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER DATABASE lazy SET synchronous_commit TO off")
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    assert store.ask("SHOW synchronous_commit") == [("on",)]
    store.beat("p", 1)
    assert store.ask("SHOW synchronous_commit") == [("on",)]
    store.close()


@pytest.mark.full
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


@pytest.mark.full
def test_a_database_that_is_not_in_utf_8_is_refused(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        how = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        connection.execute(f"CREATE DATABASE ascii {how}".encode())
    with pytest.raises(Trouble, match=r"SQL_ASCII.*UTF8"):
        open_store(postgres.url("ascii"))


@contextlib.contextmanager
def frozen(postgres: Postgres) -> Iterator[None]:
    """Stop every process of the server; after a minute they go on in any case."""
    with frozen_database(postgres):
        thaw = threading.Timer(60, send_continue, [postgres])
        thaw.start()
        try:
            yield
        finally:
            thaw.cancel()


def send_continue(postgres: Postgres) -> None:
    for process in (postgres.process.pid, *children_of(postgres.process.pid)):
        os.kill(process, signal.SIGCONT)


@pytest.mark.full
def test_a_frozen_server_does_not_answer_and_play_goes_on_when_it_does(postgres: Postgres) -> None:
    store = open_store(postgres.create("frozen"), patience=1)
    store.create(header(), [])
    store.append([entry(1)])
    with frozen(postgres):
        for _ in range(3):
            with pytest.raises(Trouble, match="does not answer"):
                store.append([entry(2)])
            with pytest.raises(Trouble, match="does not answer"):
                store.rows("t")
    wait_until_it_answers(store)
    assert store.append([entry(2)])[0] in (Outcome.STORED, Outcome.REPEATED)
    assert store.append([entry(3)]) == [Outcome.STORED]
    store.close()


def wait_until_it_answers(store: Store) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(Trouble):
            store.rows("t")
            return
        time.sleep(0.1)


@pytest.mark.full
def test_a_statement_that_waits_too_long_is_ended_by_the_server(postgres: Postgres) -> None:
    url = postgres.create("waits")
    store = open_store(url, patience=1)
    store.create(header(), [])
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE skipyard.tables IN ACCESS EXCLUSIVE MODE")
        waited = threading.Timer(60, other.cancel)
        waited.start()
        with pytest.raises(Trouble, match="does not answer"):
            store.append([entry(1)])
        waited.cancel()
        other.rollback()
    assert store.append([entry(1)]) == [Outcome.STORED]
    store.close()


@pytest.mark.full
def test_visitors_of_a_server_whose_database_is_frozen_get_an_answer(postgres: Postgres) -> None:
    settings = Settings(db=postgres.create("visited"), chances=False, compile_ahead=False)
    server = ServerThread(settings).start()
    try:
        patience = server.app.state.seating.tables.writer.store.patience
        assert 0 < patience + PATIENCE_OF_OURS < SOON
        assert readiness.TIMEOUT < SOON
        with frozen(postgres):
            for path in ("/api/tables/nothing", "/api/tables", "/readyz"):
                answer = httpx.get(server.url + path, timeout=20)
                assert answer.status_code == 503
                assert "not answer" in answer.text
            assert httpx.get(server.url + "/healthz").status_code == 200
        deadline = time.monotonic() + 60
        while httpx.get(server.url + "/readyz", timeout=20).status_code != 200:
            assert time.monotonic() < deadline
    finally:
        server.stop()
