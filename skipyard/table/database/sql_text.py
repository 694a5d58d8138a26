"""Small pieces of SQL text, and columns out of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def placeholders(count: int) -> str:
    """Placeholders for `count` values."""
    return ", ".join("?" * count)


def row_placeholders(rows: Sequence[Sequence[object]]) -> str:
    """Placeholders for the values of `rows`, of which there is at least one."""
    return ", ".join([f"({placeholders(len(rows[0]))})"] * len(rows))


def flat(rows: Iterable[Sequence[object]]) -> list[object]:
    """The values of rows, one after the other."""
    return [value for row in rows for value in row]


def first_column(rows: Iterable[Any]) -> list[Any]:
    """The first column."""
    return [row[0] for row in rows]
