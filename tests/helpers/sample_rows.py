"""Sample headers, rows and entries for tests of stores."""

from __future__ import annotations

from typing import Any

from skipyard.table.database.store import (
    Header,
    NewRow,
    Row,
)

KEY = bytes(range(32))


def header(table: str = "t", opened: int = 1) -> Header:
    return Header(table, "skipbo", 3, 2, '["stock=10"]', '{"clock":"none"}', KEY, opened, "t0")


def row(seq: int, command: str = "", table: str = "t", seat: int = 0, at: int = 7) -> Row:
    return Row(table, seq, "move", seat, 17, '{"é": 1}', command or f"c{seq}", at)


def entry(seq: int, command: str = "", **facts: Any) -> NewRow:
    return NewRow(row(seq, command), **facts)
