"""SQLite: its file, its locks, failures as sentences."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from helpers.sample_rows import entry, header

from skipyard.table.database.schema import VERSION, statements_after
from skipyard.table.database.sqlite import CHECKPOINT_ROWS, PAGE_SIZE, SqliteStore
from skipyard.table.database.store import (
    NEVER,
    Outcome,
    Trouble,
)
from skipyard.table.database.stores import open_store


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    store = SqliteStore(str(file))
    store.create(header(), [])
    for path in tmp_path.iterdir():  # the write-ahead log has keys in it too
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
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
    with pytest.raises(Trouble, match=f"newer Skipyard \\(schema 99, this one knows {VERSION}\\)"):
        open_store(file)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot be opened: No such file"):
        open_store(str(tmp_path / "nowhere" / "a.db"))


def test_a_locked_file_is_said_to_be_and_works_when_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipyard.table.database.sqlite.LOCK_TIMEOUT", 0.01)
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


def test_those_who_open_a_new_file_together_wait_for_the_one_that_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long that takes; the second has nothing to write."""
    patience = 0.05

    def slowly(*given: Any, **named: Any) -> list[str]:
        time.sleep(20 * patience)
        return statements_after(*given, **named)

    monkeypatch.setattr("skipyard.table.database.sqlite.LOCK_TIMEOUT", patience)
    monkeypatch.setattr("skipyard.table.database.sqlite.statements_after", slowly)
    with ThreadPoolExecutor(3) as pool:
        for store in pool.map(open_store, [str(tmp_path / "a.db")] * 3):
            assert store.last_beat() == NEVER
            store.close()


def test_opening_a_file_again_leaves_the_locks_on_it(tmp_path: Path) -> None:
    """POSIX drops all locks of a process on a file when the process closes any descriptor of it."""
    file = str(tmp_path / "a.db")
    first = open_store(file)
    first.create(header(), [])
    open_store(file).close()
    script = f"import sqlite3; sqlite3.connect({file!r}).execute('SELECT * FROM tables').fetchall()"
    subprocess.run([sys.executable, "-c", script], check=True)  # the last to go clears the WAL
    assert (tmp_path / "a.db-wal").exists()
    first.close()


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


def test_a_file_with_larger_pages_is_served_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute("VACUUM")
    connection.close()
    old, new = SqliteStore(str(file)), SqliteStore(str(tmp_path / "b.db"))
    for store, page in ((old, 4096), (new, PAGE_SIZE)):
        store.create(header(), [])
        assert store.append([entry(1)]) == [Outcome.STORED]
        assert store.ask("PRAGMA page_size") == [(page,)]
        store.close()


def test_the_journal_is_moved_into_the_file_between_groups_of_rows(tmp_path: Path) -> None:
    """A reader that sees only the main file finds everything that was checkpointed."""
    file = tmp_path / "a.db"
    store = SqliteStore(str(file))
    store.create(header(), [])
    store.append([entry(seq) for seq in range(1, CHECKPOINT_ROWS)])
    store.checkpoint()
    assert rows_in(file, tmp_path) == 0  # not worth its while yet
    store.append([entry(CHECKPOINT_ROWS)])
    store.checkpoint()
    assert rows_in(file, tmp_path) == CHECKPOINT_ROWS
    store.close()


def rows_in(file: Path, folder: Path) -> int:
    """The rows that the file has without its journal."""
    copy = folder / "copy.db"
    copy.write_bytes(file.read_bytes())
    with sqlite3.connect(f"file:{copy}?immutable=1", uri=True) as connection:
        made = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        rows = connection.execute("SELECT count(*) FROM log").fetchone()[0] if made else 0
    connection.close()
    return int(rows)


def test_a_log_that_goes_on_after_its_last_row_is_said_to_be_damaged(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    store = SqliteStore(str(file))
    store.create(header(), [])
    store.append([entry(1), entry(2)])
    store.ask("UPDATE tables SET last = 1")
    with pytest.raises(Trouble, match="damaged"):
        store.append([entry(2, "another")])
    assert [row.command for row in store.rows("t")] == ["c1", "c2"]
    assert store.ask("SELECT last FROM tables") == [(1,)]
    store.close()
