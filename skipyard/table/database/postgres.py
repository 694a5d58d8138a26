"""A Store in PostgreSQL for several processes: NOTIFY hints at new rows, the log decides."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import conninfo

from skipyard.table.database.schema import OLDEST, VERSION, statements_after
from skipyard.table.database.sql import SqlStore
from skipyard.table.database.store import Trouble
from skipyard.table.sentences import say


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that gives up on a server that does not answer, such as a frozen one."""

    patience: float | None = None  # seconds for one statement

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError as problem:
            if is_silent(problem):
                self.pgconn.finish()  # nobody knows what will become of the statement
            raise


CHANNEL = "skipyard"
SCHEMA_LOCK = 0x534B5944  # “SKYD”: the advisory lock under which the schema is made
PATIENCE_OF_OURS = 0.5  # seconds that we wait longer than the server should take
REFUSED_AFTER = 1.0  # seconds in which a server that did not answer is not asked again
MOST_PREPARED = 100  # values; a statement with more is not prepared on the server
TIMEOUTS = {  # seconds, but for the last (ms): how soon we notice that a server is away
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
SQLSTATES: dict[str, str] = {  # sentences by SQLSTATE, or by its first two letters
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
    """One connection to one database; when it breaks, the next statement opens another."""

    FOR_UPDATE = " FOR UPDATE"

    def __init__(self, url: str, language: str = "en", patience: float = 0) -> None:
        self.address, self.language = Address(url, language), language
        self.patience = patience  # seconds for a statement; 0: any time
        self.away_until = 0.0  # until when we do not ask a server that did not answer
        self.connection: Connection | None = None
        with self.errors_as_trouble():
            self.connected()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    # Opening --------------------------------------------------------------------------------------
    def connected(self) -> Connection:
        if self.connection is None or self.connection.closed:
            connection = self.address.connect(self.patience)
            try:
                self.set_up(connection)
                self.limit(connection)
            except BaseException:
                connection.close()
                raise
            self.connection = connection
        return self.connection

    def set_up(self, connection: Connection) -> None:
        """Insist on synchronous commits and on UTF-8, and bring our tables up to date."""
        if setting(connection, "fsync") == "off":
            raise self.trouble("unsafe")
        if setting(connection, "server_encoding") != "UTF8":
            raise self.trouble("encoding", found=setting(connection, "server_encoding"))
        if setting(connection, "synchronous_commit") == "off":
            connection.execute("SET synchronous_commit TO on")
        with connection.transaction():  # processes that start together wait for the first one
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
            connection.execute("SET search_path TO skipyard")
            if connection.execute("SELECT to_regclass('skipyard.version')").fetchone() == (None,):
                connection.execute("CREATE SCHEMA IF NOT EXISTS skipyard")
                connection.execute("CREATE TABLE version (version INTEGER NOT NULL)")
                connection.execute("INSERT INTO version VALUES (0)")
            (version,) = connection.execute("SELECT version FROM version").fetchone() or (0,)
            if version > VERSION and oldest_server(connection) > VERSION:
                raise self.trouble("newer", found=version, known=VERSION)
            if version < VERSION:
                for statement in statements_after(version, blob="BYTEA"):
                    connection.execute(statement.encode())
                connection.execute("ALTER TABLE version ADD COLUMN IF NOT EXISTS oldest INTEGER")
                connection.execute(
                    "UPDATE version SET version = %s, oldest = %s", (VERSION, OLDEST)
                )

    def limit(self, connection: Connection) -> None:
        """Limit how long a statement may take: the server ends it, or we give the server up."""
        if self.patience:
            connection.patience = self.patience + PATIENCE_OF_OURS
            milliseconds = str(int(self.patience * 1000))
            connection.execute("SELECT set_config('statement_timeout', %s, false)", (milliseconds,))

    # Asking ---------------------------------------------------------------------------------------
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self.errors_as_trouble():
            cursor = self.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def change(self, sql: str, values: Sequence[object]) -> int:
        with self.errors_as_trouble():
            return self.execute(sql, values).rowcount

    def execute(self, sql: str, values: Sequence[object]) -> psycopg.Cursor[Any]:
        # Statements for whole groups come in many lengths: not worth preparing.
        prepare = None if len(values) < MOST_PREPARED else False
        return self.connected().execute(psycopg_sql(sql), values, prepare=prepare)

    def stream(self, sql: str) -> Iterator[Any]:
        with self.errors_as_trouble(), self.connected().cursor("rows") as cursor:
            yield from cursor.execute(sql.encode())

    @contextmanager
    def transaction(self, durable: bool = True) -> Iterator[None]:
        with self.errors_as_trouble():
            connection = self.connected()
            with connection.transaction():
                if not durable:
                    connection.execute("SET LOCAL synchronous_commit TO off")
                yield

    def checkpoint(self) -> None:
        """PostgreSQL has its own checkpoints."""

    def announce(self, hints: Sequence[str]) -> None:
        self.ask(
            f"SELECT pg_notify('{CHANNEL}', hint) FROM unnest(?::text[]) AS hint",
            (list(hints),),
        )

    # Trouble --------------------------------------------------------------------------------------
    @contextmanager
    def errors_as_trouble(self) -> Iterator[None]:
        """Raise every failure of the database as Trouble; a value that does not fit passes.

        What queued up behind a statement without an answer is refused at once, not one by one.
        """
        if time.monotonic() < self.away_until:
            raise self.trouble("away")
        try:
            yield
        except psycopg.DataError:
            raise
        except psycopg.Error as problem:
            if self.patience and is_silent(problem):
                self.away_until = time.monotonic() + REFUSED_AFTER
            raise self.trouble(*reason(problem)) from problem

    def trouble(self, key: str, why: str = "", **facts: object) -> Trouble:
        facts |= {"where": self.address.shown, "why": why}
        return Trouble(say(self.language, f"database.{key}", **facts), key)


def is_silent(problem: psycopg.Error) -> bool:
    """Whether the server has not answered at all."""
    return isinstance(problem, psycopg.OperationalError) and not problem.sqlstate


def reason(problem: psycopg.Error) -> tuple[str, str]:
    """The key of the sentence for a failure, and the server's own words for it."""
    code = problem.sqlstate or ""
    if code:
        key = SQLSTATES.get(code) or SQLSTATES.get(code[:2]) or "failed"
        return key, problem.diag.message_primary or code
    _, refused, why = str(problem).strip().rpartition("FATAL:  ")
    if refused:  # the server is there and does not let us in
        return "open", why
    away = isinstance(problem, psycopg.OperationalError)
    return "away" if away else "failed", type(problem).__name__


class Address:
    """Where a database is; `shown` contains no secret."""

    def __init__(self, url: str, language: str) -> None:
        try:
            self.parts = TIMEOUTS | {k: str(v) for k, v in conninfo.conninfo_to_dict(url).items()}
        except psycopg.Error:  # its message may quote a password: do not pass it on
            raise Trouble(say(language, "database.url")) from None
        host, name = self.parts.get("host", "localhost"), self.parts.get("dbname", "")
        port = f":{self.parts['port']}" if "port" in self.parts else ""
        self.shown = f"PostgreSQL “{name}” ({host}{port})"

    def connect(self, patience: float = 0) -> Connection:
        """A new connection; `patience` in seconds is the time that it may take, 0: the usual."""
        limit = {"connect_timeout": str(max(2, int(patience)))} if patience else {}
        return Connection.connect("", autocommit=True, **self.parts | limit)  # type: ignore[arg-type]


def psycopg_sql(sql: str) -> bytes:
    """A statement with psycopg's placeholders."""
    return sql.replace("?", "%s").encode()


def setting(connection: Connection, name: str) -> str:
    """A setting of the server."""
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(row[0]) if row else ""


def oldest_server(connection: Connection) -> int:
    """The oldest version of the tables whose servers can work with those of this database."""
    row = connection.execute("SELECT oldest FROM version").fetchone()
    return int(row[0]) if row else 0


class HintListener:
    """A thread that listens for NOTIFY and calls `on_hint`.

    New rows are (table, seq, ""), everything else is (table, 0, news). After every connect it calls
    with ("", 0, ""): hints may have been missed.
    """

    RETRY = 1.0  # seconds until a lost connection is tried again, and until a stop is noticed

    def __init__(
        self, url: str, on_hint: Callable[[str, int, str], None], language: str = "en"
    ) -> None:
        self.address, self.on_hint = Address(url, language), on_hint
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
                self.stopped.wait(self.RETRY)  # the Store reports the trouble

    def listen(self, connection: Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self.on_hint("", 0, "")
        while not self.stopped.is_set():
            for hint in connection.notifies(timeout=self.RETRY):
                table, seq, news = hint.payload.split(" ", 2)
                self.on_hint(table, int(seq), news)
