"""Backups: all rows of a database as one file, from one moment, while servers write on.

The file is gzipped JSON lines, the same for both databases, so that a backup of one can be restored
into the other: a line about the file, then for each table a line with its columns and a line for
each row, last the number of rows and the SHA-256 of all that came before.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from skipyard.table.database.schema import TABLES, VERSION
from skipyard.table.database.sql import SqlStore
from skipyard.table.database.sql_text import flat, row_placeholders
from skipyard.table.database.store import Trouble
from skipyard.table.database.stores import is_postgres, open_store
from skipyard.table.sentences import say

FORMAT = "skipyard-backup/1"
GROUP = 500  # rows that are read or written at once
LONGEST_LINE = 1 << 24  # characters: a longer one is no row of ours
COMPRESSION = 5
BYTES = "bytes"  # stands before a value that is no text: ["bytes", HEX]

Query = Callable[[str], Iterable[Sequence[Any]]]


class Summary(NamedTuple):
    """What a backup has in it."""

    written: int  # milliseconds since 1970
    schema: int
    rows: dict[str, int]  # by table
    sha256: str


Part = Summary | tuple[str, list[str], list[list[Any]]]


# Writing ------------------------------------------------------------------------------------------
def write(url: str, file: pathlib.Path, now: int, language: str = "en") -> Summary:
    """Write a backup of a database as it is at this moment; Trouble where that fails."""
    with reading(url, language) as (query, schema), replacing(file, language) as raw:
        digest, rows = hashlib.sha256(), dict.fromkeys(TABLES, 0)
        with gzip.GzipFile("", "wb", COMPRESSION, raw, mtime=0) as out:

            def put(line: Any) -> None:
                content = (json.dumps(line, ensure_ascii=False, default=as_bytes) + "\n").encode()
                digest.update(content)
                out.write(content)

            put({"format": FORMAT, "schema": schema, "written": now})
            for table in TABLES:
                columns = columns_of(query, table, is_postgres(url))
                if not columns:
                    continue  # of a later schema
                put({"table": table, "columns": columns})
                for row in query(f"SELECT {', '.join(columns)} FROM {table}"):
                    rows[table] += 1
                    put(list(row))
            sha256 = digest.hexdigest()
            put({"rows": rows, "sha256": sha256})
    return Summary(now, schema, rows, sha256)


def as_bytes(value: Any) -> list[str]:
    return [BYTES, bytes(value).hex()]


@contextlib.contextmanager
def replacing(file: pathlib.Path, language: str) -> Iterator[Any]:
    """A new file that only its owner can read, in place of an old one when it is on disk."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
                yield raw
                raw.flush()
                os.fsync(raw.fileno())
            os.replace(fresh, file)
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise Trouble(say(language, "backup.write", file=file, why=why)) from None
    finally:
        fresh.unlink(missing_ok=True)


@contextlib.contextmanager
def reading(url: str, language: str) -> Iterator[tuple[Query, int]]:
    """A function that asks a database as it is at this moment, and the version of its tables.

    Nothing is written, not even newer tables: the server of an older Skipyard may be running.
    """
    opened = reading_postgres(url, language) if is_postgres(url) else reading_sqlite(url, language)
    with opened as (query, schema):
        if schema > VERSION:
            facts = {"found": schema, "known": VERSION, "where": shown(url)}
            raise Trouble(say(language, "database.newer", **facts))
        yield query, schema


@contextlib.contextmanager
def reading_sqlite(url: str, language: str) -> Iterator[tuple[Query, int]]:
    path = pathlib.Path(url.removeprefix("sqlite:///"))
    if not path.is_file():
        raise Trouble(say(language, "backup.missing", where=path))
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, isolation_level=None
    )
    try:
        connection.execute("BEGIN")  # in WAL mode: one moment, and nobody waits for us
        schema = int(connection.execute("PRAGMA user_version").fetchone()[0])
        yield connection.execute, schema
    except sqlite3.Error as problem:
        why = getattr(problem, "sqlite_errorname", str(problem))
        raise Trouble(say(language, "database.failed", where=path, why=why)) from problem
    finally:
        connection.close()


@contextlib.contextmanager
def reading_postgres(url: str, language: str) -> Iterator[tuple[Query, int]]:
    import psycopg

    from skipyard.table.database.postgres import Address

    address = Address(url, language)
    try:
        with address.connect() as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SET LOCAL search_path TO skipyard")
            row = connection.execute("SELECT version FROM version").fetchone()

            def query(sql: str) -> Iterator[tuple[Any, ...]]:
                with connection.cursor("rows") as cursor:  # the server keeps what we do not need
                    cursor.itersize = GROUP
                    yield from cursor.execute(sql.encode())

            yield query, int(row[0]) if row else 0
    except psycopg.errors.UndefinedTable:
        raise Trouble(say(language, "backup.missing", where=address.shown)) from None
    except psycopg.Error as problem:
        why = problem.diag.message_primary or type(problem).__name__
        raise Trouble(say(language, "database.failed", where=address.shown, why=why)) from problem


def shown(url: str) -> str:
    """The address of a database without its password."""
    if not is_postgres(url):
        return url.removeprefix("sqlite:///")
    from skipyard.table.database.postgres import Address

    return Address(url, "en").shown


def columns_of(query: Query, table: str, postgres: bool) -> list[str]:
    """The columns of a table, in order; none where it does not exist."""
    sql = f"SELECT name FROM pragma_table_info('{table}') ORDER BY cid"
    if postgres:
        sql = f"""SELECT column_name FROM information_schema.columns WHERE table_name = '{table}'
                  AND table_schema = 'skipyard' ORDER BY ordinal_position"""
    return [row[0] for row in query(sql)]


# Restoring ----------------------------------------------------------------------------------------
def restore(file: pathlib.Path, url: str, language: str = "en") -> Summary:
    """Fill an empty database with a backup, then read every row back; Trouble where it fails."""
    store = open_store(url, language)
    assert isinstance(store, SqlStore)
    try:
        known = {table: columns_of(store.ask, table, is_postgres(url)) for table in TABLES}
        for _ in lines_of(file, known, language):  # it is sound before anything is written
            pass
        if any(store.ask(f"SELECT 1 FROM {table} LIMIT 1") for table in TABLES):
            raise Trouble(say(language, "backup.not_empty", where=shown(url)))
        with store.transaction():
            return fill(store, parts_of(lines_of(file, known, language)), language)
    finally:
        store.close()


def fill(store: SqlStore, parts: Iterable[Part], language: str) -> Summary:
    """Write all rows, and compare what is stored then with what was in the file."""
    summary, written = Summary(0, 0, {}, ""), dict[str, Content]()
    for part in parts:
        if isinstance(part, Summary):
            summary = part
            continue
        table, columns, rows = part
        into = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {row_placeholders(rows)}"
        store.change(into, flat(rows))
        written.setdefault(table, Content(columns)).add(rows)
    for table, content in written.items():
        stored = Content(content.columns)
        stored.add(store.stream(f"SELECT {', '.join(content.columns)} FROM {table}"))
        if (stored.rows, stored.total) != (content.rows, content.total):
            raise Trouble(say(language, "backup.differs", table=table))
    return summary


class Content:
    """A digest of the rows of a table, whatever their order."""

    def __init__(self, columns: list[str]) -> None:
        self.columns, self.rows, self.total = columns, 0, 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            content = json.dumps(list(row), default=as_bytes).encode()
            self.total += int.from_bytes(hashlib.sha256(content).digest())
            self.rows += 1


def parts_of(lines: Iterable[Any]) -> Iterator[Part]:
    """The rows of a backup in groups, with their table and columns; last its summary."""
    table, columns, head = "", [""], dict[str, Any]()
    group: list[list[Any]] = []
    for line in lines:
        if isinstance(line, list):
            group.append([value_of(value) for value in line])
        if group and (len(group) == GROUP or not isinstance(line, list)):
            yield table, columns, group
            group = []
        if isinstance(line, dict) and "table" in line:
            table, columns = line["table"], line["columns"]
        elif isinstance(line, dict) and "format" in line:
            head = line
        elif isinstance(line, dict):
            yield Summary(head["written"], head["schema"], line["rows"], line["sha256"])


def value_of(value: Any) -> Any:
    return bytes.fromhex(value[1]) if isinstance(value, list) else value


def lines_of(file: pathlib.Path, known: Mapping[str, list[str]], language: str) -> Iterator[Any]:
    """The lines of a backup; Trouble where it is none, is damaged, or is newer than this."""
    damaged = Trouble(say(language, "backup.damaged", file=file))
    digest, schema, ended = hashlib.sha256(), 0, False
    try:
        with gzip.open(file, "rt", encoding="utf-8", newline="\n") as text:
            while content := text.readline(LONGEST_LINE):
                line = json.loads(content)
                if not schema:
                    if not isinstance(line, dict) or line.get("format") != FORMAT:
                        raise damaged
                    schema = int(line["schema"])
                    if schema > VERSION:
                        facts = {"where": file, "found": schema, "known": VERSION}
                        raise Trouble(say(language, "database.newer", **facts))
                elif isinstance(line, dict) and "sha256" in line:
                    ended = line["sha256"] == digest.hexdigest() and not text.read(1)
                elif isinstance(line, dict) and not set(line["columns"]) <= set(
                    known[line["table"]]
                ):
                    raise damaged
                digest.update(content.encode())
                yield line
    except FileNotFoundError:
        raise Trouble(say(language, "backup.missing", where=file)) from None
    except (OSError, EOFError, ValueError, LookupError, TypeError) as problem:
        raise damaged from problem
    if not ended:
        raise damaged
