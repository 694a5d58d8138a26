"""A Store in one file: SQLite in WAL mode, synced to disk before anything is acknowledged."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from skipyard.table.database.schema import VERSION, statements_after
from skipyard.table.database.sql import SqlStore
from skipyard.table.database.store import NewRow, Outcome, Trouble
from skipyard.table.sentences import say

APPLICATION_ID = 0x534B5944  # “SKYD”: the application id in the file's header
LOCK_TIMEOUT = 5.0  # seconds to wait for another program's lock
CACHED_STATEMENTS = 1024  # every size of a group has a statement of its own
PAGE_SIZE = 1024  # bytes: a row is 80, and every page that it touches is written whole
AUTOCHECKPOINT_PAGES = 4000  # in the journal, before a commit itself moves them into the file
CHECKPOINT_ROWS = 100  # in the journal, before they are moved into the file between commits
SQLITE_ERRORS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_CANTOPEN: "open",
}
OS_ERRORS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
CONNECTION_SURVIVES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SqliteStore(SqlStore):
    """One connection to one file; after trouble it is opened again."""

    def __init__(self, path: str, language: str = "en", synchronous: str = "FULL") -> None:
        self.path, self.language = path, language
        self.synchronous = synchronous  # the durability proof shows what less would lose
        self.connection: sqlite3.Connection | None = None
        self.unmoved_rows = 0  # written since the last checkpoint
        with self.errors_as_trouble():
            self.connected()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    # Opening --------------------------------------------------------------------------------------
    def connected(self) -> sqlite3.Connection:
        if self.connection is None:
            with folder_lock(self.path):
                create_file(self.path)
                connection = sqlite3.connect(
                    self.path,
                    timeout=LOCK_TIMEOUT,
                    isolation_level=None,
                    check_same_thread=False,
                    cached_statements=CACHED_STATEMENTS,
                )
                try:
                    self.set_up(connection)
                except BaseException:
                    connection.close()
                    raise
            self.connection = connection
        return self.connection

    def set_up(self, connection: sqlite3.Connection) -> None:
        """Refuse a file that is not ours or too new, untouched; bring its tables up to date."""
        tables = number(connection, "SELECT count(*) FROM sqlite_master")
        if tables and number(connection, "PRAGMA application_id") != APPLICATION_ID:
            raise self.trouble("foreign")
        version = number(connection, "PRAGMA user_version")
        if version > VERSION:
            raise self.trouble("newer", found=version, known=VERSION)
        if version < VERSION:
            # Has an effect only while the file is empty.
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {AUTOCHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA synchronous = {self.synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements_after(version, blob="BLOB", keyed=" WITHOUT ROWID"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")

    # Writing --------------------------------------------------------------------------------------
    def append(self, new_rows: Sequence[NewRow]) -> list[Outcome]:
        self.unmoved_rows += len(new_rows)
        return super().append(new_rows)

    def checkpoint(self) -> None:
        """Move the journal into the file a little at a time; all at once would take 30 ms."""
        if self.unmoved_rows >= CHECKPOINT_ROWS:
            self.unmoved_rows = 0
            self.ask("PRAGMA wal_checkpoint(PASSIVE)")

    # Asking ---------------------------------------------------------------------------------------
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self.errors_as_trouble():
            return self.connected().execute(sql, values).fetchall()

    def change(self, sql: str, values: Sequence[object]) -> int:
        with self.errors_as_trouble():
            return self.connected().execute(sql, values).rowcount

    def stream(self, sql: str) -> Iterator[Any]:
        with self.errors_as_trouble():
            yield from self.connected().execute(sql)

    @contextmanager
    def transaction(self, durable: bool = True) -> Iterator[None]:
        with self.errors_as_trouble():
            connection = self.connected()
            if not durable and self.synchronous == "FULL":
                connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            finally:
                if self.connection is connection:  # trouble may have closed it
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    if not durable:
                        connection.execute(f"PRAGMA synchronous = {self.synchronous}")

    def announce(self, hints: Sequence[str]) -> None:
        """Nobody to tell: a file has one server."""

    # Trouble --------------------------------------------------------------------------------------
    @contextmanager
    def errors_as_trouble(self) -> Iterator[None]:
        """Raise every failure of the database as Trouble."""
        try:
            yield
        except sqlite3.Error as problem:
            code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code not in CONNECTION_SURVIVES:
                self.drop()
            key = self.disk_error() if code == sqlite3.SQLITE_IOERR else SQLITE_ERRORS.get(code)
            why = getattr(problem, "sqlite_errorname", str(problem))
            raise self.trouble(key or "failed", why=why) from problem
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise self.trouble(OS_ERRORS.get(problem.errno or 0, "open"), why=why) from problem

    def disk_error(self) -> str | None:
        """What is wrong with the disk: SQLite says only “I/O error” when it became read-only."""
        try:  # our connection is closed by now: closing this file loses no lock of it
            os.close(os.open(self.path, os.O_RDWR))
        except OSError as problem:
            return OS_ERRORS.get(problem.errno or 0)
        return None

    def trouble(self, key: str, **facts: object) -> Trouble:
        return Trouble(say(self.language, f"database.{key}", where=self.path, **facts), key)

    def drop(self) -> None:
        """Drop a connection that may be unusable; the next statement opens another."""
        with suppress(sqlite3.Error):
            self.close()
        self.connection = None


@contextmanager
def folder_lock(path: str) -> Iterator[None]:
    """Lock the folder while a database in it is opened: the first process creates it.

    SQLite itself retries with growing pauses, in no order and up to a timeout: when several
    processes started together on a busy machine, the last one gave up. Here the system keeps the
    queue. We lock the folder, since closing the file itself would drop all locks that SQLite holds
    on it in this process.
    """
    try:
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    except OSError:  # opening the file will say what is wrong
        yield
        return
    try:
        with suppress(OSError):  # some network file systems have no such lock
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def create_file(path: str) -> None:
    """Create the file for its owner alone: the dice keys of running games are in it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


def number(connection: sqlite3.Connection, sql: str) -> int:
    """The one number that a statement returns."""
    return int(connection.execute(sql).fetchone()[0])
