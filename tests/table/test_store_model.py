"""Both databases answer random calls as a plain model does."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from helpers.sample_rows import header
from helpers.store_model import StoreModel
from hypothesis import given, settings
from hypothesis import strategies as st

from skipyard.proofs.shared.postgres import Postgres
from skipyard.table.database.store import (
    Invitation,
    NewRow,
    Row,
    SeatResult,
    Store,
    Trouble,
)
from skipyard.table.database.stores import open_store

TABLES, SEATS, TIMES = st.sampled_from("abc"), st.integers(0, 2), st.integers(1, 9)
NAMES = st.sampled_from([b"x", b"y"])
PROCESSES = st.sampled_from("pq")
RESULTS = st.builds(
    SeatResult, SEATS, st.just("person"), st.just("people"), st.sampled_from(["won", "lost"]),
    st.just(1), st.just("played"), TIMES, st.just(5),
)  # fmt: skip
ENTRIES = st.builds(
    NewRow,
    st.builds(
        lambda table, seq, seat, command, at: Row(table, seq, "move", seat, 1, "", command, at),
        TABLES, st.integers(1, 5), SEATS, st.sampled_from("mnopqrs"), TIMES,
    ),
    due=st.integers(0, 9),
    over=st.booleans(),
    free=SEATS,
    holder=st.sampled_from([None, None, b"", b"x", b"y"]),
    turn=SEATS,
    results=st.lists(RESULTS, max_size=3, unique_by=lambda each: each.seat).map(
        lambda found: tuple(sorted(each._replace(ended=5) for each in found))
    ),
)  # fmt: skip
CALLS = st.one_of(
    st.tuples(st.just("append"), st.lists(ENTRIES, max_size=6)),
    st.tuples(st.just("append"), st.lists(ENTRIES, max_size=6)),
    st.tuples(st.just("due"), TIMES, st.integers(1, 3)),
    st.tuples(st.just("set_due"), TABLES, st.integers(0, 9)),
    st.tuples(st.just("is_over"), TABLES),
    st.tuples(st.just("open_tables"), st.integers(1, 3)),
    st.tuples(st.just("running"), TIMES, st.integers(1, 3)),
    st.tuples(st.just("rows"), TABLES, st.integers(0, 3)),
    st.tuples(st.just("hold"), NAMES, TABLES, SEATS, TIMES),
    st.tuples(st.just("held"), NAMES, TABLES),
    st.tuples(st.just("tables_of"), NAMES, st.integers(1, 3)),
    st.tuples(st.just("invite"), NAMES, st.builds(Invitation, TABLES, SEATS, st.just("j"), TIMES)),
    st.tuples(st.just("use"), NAMES, TIMES),
    st.tuples(st.just("fate"), NAMES, TIMES),
    st.tuples(st.just("void_codes"), TABLES, SEATS),
    st.tuples(st.just("forget_invitations"), TIMES),
    st.tuples(st.just("add_recovery"), st.sampled_from([b"1", b"2"]), NAMES, TIMES),
    st.tuples(st.just("recover"), st.sampled_from([b"1", b"2"]), NAMES, TIMES),
    st.tuples(st.just("forget_recoveries"), TIMES),
    st.tuples(st.just("forget"), NAMES),
    st.tuples(st.just("finished_of"), NAMES, st.integers(1, 3)),
    st.tuples(st.just("played_by"), NAMES),
    st.tuples(st.just("without_results"), NAMES, st.integers(1, 3)),
    st.tuples(st.just("running_of"), NAMES, st.integers(1, 3), st.integers(0, 1)),
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


@settings(max_examples=15)
@given(calls=st.lists(CALLS, min_size=5, max_size=40))
def test_sqlite_answers_as_the_model(
    tmp_path_factory: pytest.TempPathFactory, calls: list[tuple[Any, ...]]
) -> None:
    compare([fresh_sqlite(tmp_path_factory)], calls)


@pytest.mark.full
@settings(max_examples=60)
@given(calls=st.lists(CALLS, min_size=5, max_size=40))
def test_both_databases_answer_as_the_model(
    shared_url: str, tmp_path_factory: pytest.TempPathFactory, calls: list[tuple[Any, ...]]
) -> None:
    stores = [fresh_sqlite(tmp_path_factory), open_store(shared_url)]
    with psycopg.connect(shared_url) as connection:
        for table in ("tables", "processes", "devices", "recoveries"):
            connection.execute(f"TRUNCATE skipyard.{table} CASCADE".encode())
    compare(stores, calls)


def fresh_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return open_store(str(tmp_path_factory.mktemp("compared") / "a.db"))


def compare(databases: list[Store], calls: list[tuple[Any, ...]]) -> None:
    """Make the same calls to the model and to empty databases, and compare the answers."""
    stores: list[Any] = [StoreModel(), *databases]
    for store in stores:
        for opened, table in enumerate("abc"):
            store.create(header(table, opened), [], free=1)
    questions: list[tuple[Any, ...]] = [("rows", table) for table in "abc"]
    questions += [
        ("due", 9, 9),
        ("is_over", "a"),
        ("open_tables", 9),
        ("running", 0, 9),
        ("tables_of", b"x", 9),
        ("running_of", b"y", 9),
        ("seats_of", b"x"),
        ("devices_of", b"y"),
        ("last_beat",),
    ]
    for name, *values in [*calls, *questions]:
        expected, *answers = [answer_of(store, name, values) for store in stores]
        assert answers == [expected] * len(databases), name
    for store in stores:
        store.close()


def answer_of(store: Store, name: str, values: list[Any]) -> Any:
    """What a call returns; Trouble itself, where a code is already taken."""
    try:
        return getattr(store, name)(*values)
    except Trouble:
        return Trouble
