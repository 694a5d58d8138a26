"""A Store in one file: SQLite in WAL mode, synced to disk before anything is acknowledged."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from skipyard.table.database.sql import VERSION, SqlStore, schema
from skipyard.table.database.store import Entry, Outcome, Trouble
from skipyard.table.sentences import say

OURS = 0x534B5944  # “SKYD”: the application id in the file's header
PATIENCE = 5.0  # seconds to wait for another program's lock
STATEMENTS = 1024  # kept ready: every size of a group has its own
PAGE = 1024  # bytes: a row is 80, and every page that it touches is written whole
CHECKPOINT = 4000  # pages in the journal before a commit itself moves them into the file
SWEEP = 100  # rows in the journal that are moved into the file when nobody waits for a commit
SENTENCES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_CANTOPEN: "open",
}
SYSTEM = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
HARMLESS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SqliteStore(SqlStore):
    """One connection to one file; after trouble it is opened anew."""

    def __init__(self, path: str, language: str = "en", synchronous: str = "FULL") -> None:
        self.path, self.language = path, language
        self.synchronous = synchronous  # the durability proof shows what less would lose
        self.connection: sqlite3.Connection | None = None
        self.unswept = 0  # rows
        with self.troubles():
            self.connected()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    # Opening --------------------------------------------------------------------------------------
    def connected(self) -> sqlite3.Connection:
        if self.connection is None:
            with taking_turns(self.path):
                make_file(self.path)
                connection = sqlite3.connect(
                    self.path,
                    timeout=PATIENCE,
                    isolation_level=None,
                    check_same_thread=False,
                    cached_statements=STATEMENTS,
                )
                try:
                    self.set_up(connection)
                except BaseException:
                    connection.close()
                    raise
            self.connection = connection
        return self.connection

    def set_up(self, connection: sqlite3.Connection) -> None:
        """Refuse, untouched, a file that is not ours or too new; make the tables of a new one."""
        tables = number(connection, "SELECT count(*) FROM sqlite_master")
        if tables and number(connection, "PRAGMA application_id") != OURS:
            raise self.trouble("foreign")
        found = number(connection, "PRAGMA user_version")
        if found > VERSION:
            raise self.trouble("newer", found=found, known=VERSION)
        if found < VERSION:
            connection.execute(f"PRAGMA page_size = {PAGE}")  # counts while the file is empty
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        connection.execute(f"PRAGMA synchronous = {self.synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        if found < VERSION:
            connection.execute("BEGIN IMMEDIATE")
            for statement in schema(blob="BLOB", keyed=" WITHOUT ROWID"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {OURS}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")

    # Writing --------------------------------------------------------------------------------------
    def append(self, entries: Sequence[Entry]) -> list[Outcome]:
        self.unswept += len(entries)
        return super().append(entries)

    def tidy(self) -> None:
        """Move the journal into the file bit by bit; all at once, a commit would take 30 ms."""
        if self.unswept >= SWEEP:
            self.unswept = 0
            self.ask("PRAGMA wal_checkpoint(PASSIVE)")

    # Asking ---------------------------------------------------------------------------------------
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self.troubles():
            return self.connected().execute(sql, values).fetchall()

    def change(self, sql: str, values: Sequence[object]) -> int:
        with self.troubles():
            return self.connected().execute(sql, values).rowcount

    @contextmanager
    def transaction(self, lasting: bool = True) -> Iterator[None]:
        with self.troubles():
            connection = self.connected()
            if not lasting and self.synchronous == "FULL":
                connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            finally:
                if self.connection is connection:  # trouble may have closed it
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    if not lasting:
                        connection.execute(f"PRAGMA synchronous = {self.synchronous}")

    def announce(self, hints: Sequence[str]) -> None:
        """Nobody to tell: one file has one server."""

    # Trouble --------------------------------------------------------------------------------------
    @contextmanager
    def troubles(self) -> Iterator[None]:
        """Every failure of the database as a sentence."""
        try:
            yield
        except sqlite3.Error as problem:
            code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code not in HARMLESS:
                self.drop()
            key = (
                self.refusal_of_the_disk() if code == sqlite3.SQLITE_IOERR else SENTENCES.get(code)
            )
            why = getattr(problem, "sqlite_errorname", str(problem))
            raise self.trouble(key or "failed", why=why) from problem
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise self.trouble(SYSTEM.get(problem.errno or 0, "open"), why=why) from problem

    def refusal_of_the_disk(self) -> str | None:
        """SQLite says no more than “I/O error” of a disk that has become read-only: ask it."""
        try:  # our own connection is closed by now, so that no lock of ours is lost with this
            os.close(os.open(self.path, os.O_RDWR))
        except OSError as problem:
            return SYSTEM.get(problem.errno or 0)
        return None

    def trouble(self, key: str, **facts: object) -> Trouble:
        return Trouble(say(self.language, f"database.{key}", where=self.path, **facts))

    def drop(self) -> None:
        """Give up a connection that may be unusable; the next question opens another."""
        with suppress(sqlite3.Error):
            self.close()
        self.connection = None


@contextmanager
def taking_turns(path: str) -> Iterator[None]:
    """Let one at a time open a file of this folder: whoever is first makes it, the others find it.

    SQLite's own waiting is looking again after ever longer pauses, in no order and for a limited
    time: of those who start together, all want to write, and on a busy machine the last gave up.
    Here the system keeps the queue. It is the folder's lock, since to close the file itself would
    lose all locks that SQLite has on it in this process.
    """
    try:
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    except OSError:  # what is wrong with it, opening the file will say
        yield
        return
    try:
        with suppress(OSError):  # some file systems of networks have no such lock
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def make_file(path: str) -> None:
    """The dice keys of games under way are in this file: it is for its owner alone."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


def number(connection: sqlite3.Connection, sql: str) -> int:
    """The one number that a statement gives."""
    return int(connection.execute(sql).fetchone()[0])
