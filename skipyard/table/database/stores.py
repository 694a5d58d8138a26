"""Which database is meant: a file for one server process, a PostgreSQL address for several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import Store, Trouble
from skipyard.table.sentences import say

POSTGRES = ("postgresql", "postgres")


def is_postgres(where: str) -> bool:
    """Whether several processes may share this database."""
    return where.partition("://")[0] in POSTGRES and "://" in where


def open_store(where: str, language: str = "en") -> Store:
    """The store at `postgresql://…`, `sqlite:///path` or the path of a file."""
    if is_postgres(where):
        try:
            from skipyard.table.database.postgres import PostgresStore
        except ImportError as problem:
            raise Trouble(say(language, "database.driver")) from problem
        return PostgresStore(where, language)
    kind, mark, _ = where.partition("://")
    if mark and kind != "sqlite":
        raise Trouble(say(language, "database.kind", kind=kind))
    return SqliteStore(where.removeprefix("sqlite:///"), language)


class Silence:
    """What hears nothing, since nobody else writes into a file of ours."""

    def stop(self) -> None:
        pass


def listen(where: str, heard: Callable[[str, int, str], None], language: str = "en") -> Any:
    """Pass on what other processes write, as (table, seq, news), until `stop` is called."""
    if not is_postgres(where):
        return Silence()
    from skipyard.table.database.postgres import Listener

    return Listener(where, heard, language)
