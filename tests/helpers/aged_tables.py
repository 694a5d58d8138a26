"""Tables in a stopped server's database, made to look as if older rules had played them."""

from __future__ import annotations

import pathlib
import sqlite3


def change(folder: pathlib.Path, *changes: tuple[str, tuple[object, ...]]) -> None:
    """Change the database of a stopped server."""
    with sqlite3.connect(folder / "tables.db") as database:
        for sql, values in changes:
            database.execute(sql, values)


def age(folder: pathlib.Path, table: str) -> None:
    """Make a table look as if opened under the previous rules."""
    change(folder, ("UPDATE tables SET rules = rules - 1 WHERE id = ?", (table,)))


def repeat_move(folder: pathlib.Path, table: str, nth: int) -> int:
    """Make the nth move the same as the one before it, which no player may do; its row."""
    with sqlite3.connect(folder / "tables.db") as database:
        sql = "SELECT seq, action FROM log WHERE table_id = ? AND kind = 'move' ORDER BY seq"
        moves = database.execute(sql, (table,)).fetchall()
        seq, action = moves[nth][0], moves[nth - 1][1]
        sql = "UPDATE log SET action = ? WHERE table_id = ? AND seq = ?"
        database.execute(sql, (action, table, seq))
    return int(seq)
