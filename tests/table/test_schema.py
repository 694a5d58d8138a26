"""A database of every older version of the schema is brought up to date as it is opened."""

from __future__ import annotations

import pytest
from helpers.sample_rows import header, row

from skipyard.table.database import schema
from skipyard.table.database.sql_people import ROW
from skipyard.table.database.stores import open_store


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_tables_of_an_older_schema_are_kept(
    url: str,
    version: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as older:
        older.setattr(schema, "STEPS", schema.STEPS[:version])
        for database in ("sqlite", "postgres"):
            older.setattr(f"skipyard.table.database.{database}.VERSION", version)
        store = open_store(url)
        store.create(header(), [])
        marks = ", ".join("?" * len(row(1)))  # as an older version would write it
        into = f"INSERT INTO log ({ROW}) VALUES ({marks})"
        store.ask(into, row(1))  # type: ignore[attr-defined]
        store.close()
    for _ in range(2):  # the second time there is nothing left to do
        store = open_store(url)
        assert store.header(header().table) == header()
        assert store.rows(header().table) == [row(1)]
        store.close()


def test_a_new_step_is_taken_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(url).close()
    extra = ["CREATE TABLE extra (a INTEGER)", "INSERT INTO extra VALUES (7)"]
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, lambda blob, keyed: extra))
    for database in ("sqlite", "postgres"):
        monkeypatch.setattr(f"skipyard.table.database.{database}.VERSION", schema.VERSION + 1)
    open_store(url).close()
    store = open_store(url)
    assert store.ask("SELECT a FROM extra") == [(7,)]  # type: ignore[attr-defined]
    store.close()
