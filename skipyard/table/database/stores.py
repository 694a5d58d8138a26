"""Opens the database at an address: a file for one server process, PostgreSQL for several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard import extras
from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import Store, Trouble
from skipyard.table.sentences import say

POSTGRES = ("postgresql", "postgres")


def is_postgres(where: str) -> bool:
    """Whether several processes may share this database."""
    return where.partition("://")[0] in POSTGRES and "://" in where


def open_store(where: str, language: str = "en", patience: float = 0) -> Store:
    """The store at `postgresql://…`, `sqlite:///path` or the path of a file.

    `patience` limits the seconds that a statement may take; SQLite has limits of its own.
    """
    if is_postgres(where):
        try:
            from skipyard.table.database.postgres import PostgresStore
        except ModuleNotFoundError as missing:
            raise Trouble(extras.sentence("server", "PostgreSQL", language)) from missing
        return PostgresStore(where, language, patience)
    kind, mark, _ = where.partition("://")
    if mark and kind != "sqlite":
        raise Trouble(say(language, "database.kind", kind=kind))
    return SqliteStore(where.removeprefix("sqlite:///"), language)


class NoHints:
    """Stands for a listener where no other process can write: SQLite."""

    def stop(self) -> None:
        pass


def listen(where: str, on_hint: Callable[[str, int, str], None], language: str = "en") -> Any:
    """Pass on what other processes write, as (table, seq, news), until `stop` is called."""
    if not is_postgres(where):
        return NoHints()
    from skipyard.table.database.postgres import HintListener

    return HintListener(where, on_hint, language)
