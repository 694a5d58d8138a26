"""A backup has every row of a database, and restores it into an empty one of either kind."""

from __future__ import annotations

import gzip
import json
import pathlib
from typing import Any

import pytest
from helpers.databases import numbers
from helpers.sample_rows import entry, header

from skipyard.proofs.shared.postgres import Postgres
from skipyard.table.database import backup, schema
from skipyard.table.database.sql import SqlStore
from skipyard.table.database.store import (
    ADDRESS,
    JOIN,
    Act,
    Ban,
    Invitation,
    NewRow,
    Outcome,
    Row,
    SeatResult,
    Trouble,
)
from skipyard.table.database.stores import open_store
from skipyard.table.files import record, verify

RECORDS = pathlib.Path(__file__).parents[1] / "records"
SIT = Row("t", 1, "sit", 0, 0, '{"name":"Zoé \\u2028\\r\\n"}', "s1", 5)
KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.full))


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> str:
    """The address of another empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "other.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.create(f"other{next(numbers)}")


def opened(url: str) -> SqlStore:
    store = open_store(url)
    assert isinstance(store, SqlStore)
    return store


def fill(url: str) -> None:
    """At least one row in every table."""
    store = opened(url)
    store.create(header(), [(b"code", Invitation("t", 1, JOIN, 99))])
    result = SeatResult(0, "person", "people", "won", 1, "played", 9, 7)
    store.append([NewRow(SIT, holder=b"ann"), entry(2, over=True, results=(result,))])
    store.add_figures("t", [("longest", 0, 12)])
    store.add_recovery(b"recovery", b"ann", 50)
    store.recover(b"recovery", b"phone", 5)
    store.beat("p", 8)
    store.arrive("p", "t", 0)
    store.create_tournament(header("cup"), b"ann")
    store.append_to_tournament(NewRow(Row("cup", 1, "join", 0, 0, "{}", "j", 5), holder=b"bob"))
    store.add_ban(Ban(ADDRESS, "192.0.2.0/24", 5, 0, "spam"))
    store.add_act(Act(5, "1", "ban", "192.0.2.0/24", "root", "banned"))
    store.close()


def content(url: str) -> dict[str, list[Any]]:
    store = opened(url)
    rows = {}
    for table in schema.TABLES:
        listed = [[bytes(x) if isinstance(x, memoryview) else x for x in row]
                  for row in store.ask(f"SELECT * FROM {table}")]  # fmt: skip
        rows[table] = sorted(listed, key=repr)
    store.close()
    return rows


def test_every_row_of_every_table_comes_back(url: str, other: str, tmp_path: pathlib.Path) -> None:
    fill(url)
    before = content(url)
    assert all(before.values()), before
    file = tmp_path / "backup.gz"
    written = backup.write(url, file, 1234)
    assert backup.restore(file, other) == written
    assert content(other) == before
    assert file.stat().st_mode & 0o777 == 0o600
    assert sum(written.rows.values()) == sum(map(len, before.values()))
    store = opened(other)
    assert store.append([entry(3)]) == [Outcome.STORED]  # and it goes on
    store.close()


def test_every_finished_game_verifies_after_a_restore(
    url: str, other: str, tmp_path: pathlib.Path
) -> None:
    store, before = opened(url), {}
    for file in RECORDS.glob("*.json"):
        content = verify.read(file.read_bytes())
        played = content.header()._replace(table=file.stem)
        rows = [row._replace(table=file.stem) for row in content.rows()]
        store.create(played, [])
        store.append([NewRow(row, over=row is rows[-1]) for row in rows])
        before[file.stem] = record.dumps(record.of(played, rows))
    store.close()
    backup.write(url, tmp_path / "backup.gz", 1)
    backup.restore(tmp_path / "backup.gz", other)
    restored = opened(other)
    names = {name for (name,) in restored.ask("SELECT id FROM tables")}
    assert names == set(before)
    for name in names:
        found = restored.header(name)
        assert found is not None
        assert restored.is_over(name)
        written = record.dumps(record.of(found, restored.rows(name)))
        assert written == before[name]
        assert list(verify.read(written).checks())
    restored.close()


def test_the_list_of_tables_is_complete(url: str) -> None:
    store = opened(url)
    sqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    postgres = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'skipyard'"
    names = store.ask(postgres if "://" in url else sqlite)
    assert {name for (name,) in names} - {"version"} == set(schema.TABLES)
    store.close()


def test_a_backup_is_of_one_moment_while_rows_are_written(
    url: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row is written before each table is read; tables and logs agree all the same."""
    store = opened(url)
    store.create(header(), [])
    store.append([entry(1)])
    columns_of = backup.columns_of

    def write_first(*args: Any) -> list[str]:
        columns = columns_of(*args)
        seq = len(store.rows("t")) + 1
        assert store.append([entry(seq)]) == [Outcome.STORED]
        store.create(header(f"new{seq}"), [])
        return columns

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(backup, "columns_of", write_first)
        backup.write(url, tmp_path / "backup.gz", 1)
    written = len(store.rows("t"))
    assert written == 1 + len(schema.TABLES)
    store.close()
    fresh = str(tmp_path / "fresh.db")
    backup.restore(tmp_path / "backup.gz", fresh)
    restored = opened(fresh)
    ((last,),) = restored.ask("SELECT last FROM tables WHERE id = ?", ("t",))
    assert last == len(restored.rows("t")) < written
    restored.close()


def test_a_database_with_something_in_it_is_left_alone(tmp_path: pathlib.Path) -> None:
    url, file = str(tmp_path / "a.db"), tmp_path / "backup.gz"
    fill(url)
    backup.write(url, file, 1)
    before = content(url)
    with pytest.raises(Trouble, match="something in"):
        backup.restore(file, url)
    assert content(url) == before


def test_a_damaged_file_restores_nothing(tmp_path: pathlib.Path) -> None:
    url, file = str(tmp_path / "a.db"), tmp_path / "backup.gz"
    fill(url)
    backup.write(url, file, 1)
    lines = gzip.decompress(file.read_bytes()).decode().split("\n")
    changed = [line.replace("Zo", "Za") for line in lines]
    assert changed != lines
    foreign = [json.dumps({"format": "other/1"}), *lines[1:]]
    injected = [line.replace('"holder"', '"holder) SELECT"') for line in lines]
    texts = ["\n".join(each).encode() for each in (changed, lines[:-2], foreign, injected, [])]
    damaged = [*map(gzip.compress, texts), file.read_bytes()[:-20], b"not gzip"]
    for number, raw in enumerate(damaged):
        file.write_bytes(raw)
        fresh = str(tmp_path / f"fresh{number}.db")
        with pytest.raises(Trouble, match="damaged"):
            backup.restore(file, fresh)
        assert not any(content(fresh).values())


def test_a_missing_database_is_no_empty_backup(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Trouble, match=r"There is no .*none\.db"):
        backup.write(str(tmp_path / "none.db"), tmp_path / "backup.gz", 1)
    assert not (tmp_path / "backup.gz").exists()


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_a_backup_of_an_older_schema_is_restored(
    url: str, version: int, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup.gz"
    with monkeypatch.context() as older:
        older.setattr(schema, "STEPS", schema.STEPS[:version])
        for database in ("sqlite", "postgres"):
            older.setattr(f"skipyard.table.database.{database}.VERSION", version)
        store = opened(url)
        store.create(header(), [])
        store.close()
    backup.write(url, file, 1)  # the old tables are only read
    fresh = str(tmp_path / "fresh.db")
    assert backup.restore(file, fresh).schema == version
    store = opened(fresh)
    assert store.header("t") == header()
    store.close()


def test_a_backup_of_a_newer_schema_is_refused(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, file = str(tmp_path / "a.db"), tmp_path / "backup.gz"
    fill(url)
    backup.write(url, file, 1)
    monkeypatch.setattr(backup, "VERSION", schema.VERSION - 1)
    with pytest.raises(Trouble, match="newer"):
        backup.restore(file, str(tmp_path / "b.db"))
    with pytest.raises(Trouble, match="newer"):
        backup.write(url, file, 1)
