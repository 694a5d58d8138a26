"""A Store in PostgreSQL for several processes: NOTIFY hints at new rows, the log decides."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import conninfo

from skipyard.table.database.sql import VERSION, SqlStore, schema
from skipyard.table.database.store import Trouble
from skipyard.table.sentences import say

Connection = psycopg.Connection[tuple[Any, ...]]

CHANNEL = "skipyard"
LOCK = 0x534B5944  # “SKYD”: the advisory lock under which the schema is made
MANY = 100  # values of one statement
PATIENCE = {  # seconds, but for the last: how soon a server that is away is known to be
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
SENTENCES: dict[str, str] = {  # by SQLSTATE, or its first two letters
    "53100": "full",
    "25006": "read_only",
    "42501": "denied",
    "28": "denied",
    "08": "away",
    "57": "away",
    "55": "locked",
    "40": "locked",
    "XX": "damaged",
}


class PostgresStore(SqlStore):
    """One connection to one database; when it breaks, the next question makes another."""

    FOR_UPDATE = " FOR UPDATE"

    def __init__(self, url: str, language: str = "en") -> None:
        self.address, self.language = Address(url, language), language
        self.connection: Connection | None = None
        with self.troubles():
            self.connected()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    # Opening --------------------------------------------------------------------------------------
    def connected(self) -> Connection:
        if self.connection is None or self.connection.closed:
            connection = self.address.connect()
            try:
                self.set_up(connection)
            except BaseException:
                connection.close()
                raise
            self.connection = connection
        return self.connection

    def set_up(self, connection: Connection) -> None:
        """Hold the server to its disk, and make our tables where they are not there yet."""
        if setting(connection, "fsync") == "off":
            raise self.trouble("unsafe")
        if setting(connection, "synchronous_commit") == "off":
            connection.execute("SET synchronous_commit TO on")
        with connection.transaction():  # processes that start together wait for the first one
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            connection.execute("SET search_path TO skipyard")
            if connection.execute("SELECT to_regclass('skipyard.version')").fetchone() == (None,):
                connection.execute("CREATE SCHEMA IF NOT EXISTS skipyard")
                connection.execute("CREATE TABLE version (version INTEGER NOT NULL)")
                connection.execute("INSERT INTO version VALUES (%s)", (VERSION,))
                for statement in schema(blob="BYTEA"):
                    connection.execute(statement.encode())
            found = connection.execute("SELECT version FROM version").fetchone()
        if found is None or found[0] > VERSION:
            raise self.trouble("newer", found=found and found[0], known=VERSION)

    # Asking ---------------------------------------------------------------------------------------
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self.troubles():
            cursor = self.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def change(self, sql: str, values: Sequence[object]) -> int:
        with self.troubles():
            return self.execute(sql, values).rowcount

    def execute(self, sql: str, values: Sequence[object]) -> psycopg.Cursor[Any]:
        # Statements of whole groups come in many lengths: the server need not remember them.
        prepare = None if len(values) < MANY else False
        return self.connected().execute(in_psycopg(sql), values, prepare=prepare)

    @contextmanager
    def transaction(self, lasting: bool = True) -> Iterator[None]:
        with self.troubles():
            connection = self.connected()
            with connection.transaction():
                if not lasting:
                    connection.execute("SET LOCAL synchronous_commit TO off")
                yield

    def tidy(self) -> None:
        """PostgreSQL does so itself."""

    def announce(self, hints: Sequence[str]) -> None:
        self.ask(
            f"SELECT pg_notify('{CHANNEL}', hint) FROM unnest(?::text[]) AS hint",
            (list(hints),),
        )

    # Trouble --------------------------------------------------------------------------------------
    @contextmanager
    def troubles(self) -> Iterator[None]:
        """Every failure of the database as a sentence; a value it cannot hold is the asker's."""
        try:
            yield
        except psycopg.DataError:
            raise
        except psycopg.Error as problem:
            raise self.trouble(*reason(problem)) from problem

    def trouble(self, key: str, why: str = "", **facts: object) -> Trouble:
        facts |= {"where": self.address.shown, "why": why}
        return Trouble(say(self.language, f"database.{key}", **facts))


def reason(problem: psycopg.Error) -> tuple[str, str]:
    """Which sentence a failure is told by, and the server's own words for it."""
    code = problem.sqlstate or ""
    if code:
        key = SENTENCES.get(code) or SENTENCES.get(code[:2]) or "failed"
        return key, problem.diag.message_primary or code
    _, refused, why = str(problem).strip().rpartition("FATAL:  ")
    if refused:  # it answers, and does not let us in
        return "open", why
    away = isinstance(problem, psycopg.OperationalError)
    return "away" if away else "failed", type(problem).__name__


class Address:
    """Where a database is; `shown` has no secret in it."""

    def __init__(self, url: str, language: str) -> None:
        try:
            self.parts = PATIENCE | {k: str(v) for k, v in conninfo.conninfo_to_dict(url).items()}
        except psycopg.Error:  # its message may quote a password: it goes no further
            raise Trouble(say(language, "database.url")) from None
        host, name = self.parts.get("host", "localhost"), self.parts.get("dbname", "")
        port = f":{self.parts['port']}" if "port" in self.parts else ""
        self.shown = f"PostgreSQL “{name}” ({host}{port})"

    def connect(self) -> Connection:
        return psycopg.connect("", autocommit=True, **self.parts)  # type: ignore[arg-type]


def in_psycopg(sql: str) -> bytes:
    """A statement with psycopg's places for values."""
    return sql.replace("?", "%s").encode()


def setting(connection: Connection, name: str) -> str:
    """A setting of the server."""
    found = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(found[0]) if found else ""


class Listener:
    """A thread that hears of new rows and passes on (table, seq, ""); of all else (table, 0, news).

    Each time it begins to listen it passes on ("", 0, ""): hints may have been missed.
    """

    RETRY = 1.0  # seconds until a lost connection is tried again, and until a stop is noticed

    def __init__(
        self, url: str, heard: Callable[[str, int, str], None], language: str = "en"
    ) -> None:
        self.address, self.heard = Address(url, language), heard
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, name="listener", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                with self.address.connect() as connection:
                    self.listen(connection)
            except psycopg.Error:
                self.stopped.wait(self.RETRY)  # the Store tells of the trouble; we only hint

    def listen(self, connection: Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self.heard("", 0, "")
        while not self.stopped.is_set():
            for hint in connection.notifies(timeout=self.RETRY):
                table, seq, news = hint.payload.split(" ", 2)
                self.heard(table, int(seq), news)
