"""The SQL of tournaments: their logs, with the guarantees of a table's, and who plays in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from skipyard.table.database.store import NEVER, Header, NewRow, Outcome, Row, Trouble
from skipyard.table.sentences import say

HEADER = "id, game, rules, seats, settings, policy, key, opened, before"
ROW = "tournament_id, seq, kind, player, action, data, command, at"
ORGANISER = -1  # the number under which an organiser holds a tournament


class TournamentSql(ABC):
    """The part of a Store that is about tournaments."""

    FOR_UPDATE = ""
    language: str

    @abstractmethod
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]: ...

    @abstractmethod
    def change(self, sql: str, values: Sequence[object]) -> int: ...

    @abstractmethod
    def transaction(self, durable: bool = True) -> AbstractContextManager[None]: ...

    # Tournaments and their logs -------------------------------------------------------------------
    def create_tournament(self, header: Header, organiser: bytes) -> None:
        with self.transaction():
            made = self.ask(
                f"INSERT INTO tournaments ({HEADER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING RETURNING id",
                header,
            )
            if not made:
                raise Trouble(say(self.language, "database.twice", table=header.table))
            self.hold_player(organiser, header.table, ORGANISER, header.opened)

    def append_to_tournament(self, new_row: NewRow) -> Outcome:
        row = new_row.row
        with self.transaction():
            last = self.last_of_tournament(row.table)
            where = "WHERE tournament_id = ? AND command = ?"
            if self.ask(f"SELECT 1 FROM tournament_log {where}", (row.table, row.command)):
                return Outcome.REPEATED
            if last is None or row.seq > last + 1:
                return Outcome.AHEAD
            if row.seq <= last:
                return Outcome.TAKEN
            self.change(f"INSERT INTO tournament_log ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            self.change(
                "UPDATE tournaments SET last = ?, due = ?, over = ? WHERE id = ?",
                (row.seq, new_row.due, int(new_row.over), row.table),
            )
            if new_row.holder:
                self.hold_player(new_row.holder, row.table, row.seat, row.at)
        return Outcome.STORED

    def last_of_tournament(self, tournament: str) -> int | None:
        """The number of its last row; other processes wait until the transaction ends."""
        sql = f"SELECT last FROM tournaments WHERE id = ?{self.FOR_UPDATE}"
        rows = self.ask(sql, (tournament,))
        return int(rows[0][0]) if rows else None

    def tournament(self, tournament: str) -> Header | None:
        rows = self.ask(f"SELECT {HEADER} FROM tournaments WHERE id = ?", (tournament,))
        return Header(*rows[0]) if rows else None

    def tournament_rows(self, tournament: str, after: int = 0) -> list[Row]:
        where = "WHERE tournament_id = ? AND seq > ? ORDER BY seq"
        rows = self.ask(f"SELECT {ROW} FROM tournament_log {where}", (tournament, after))
        return [Row(*row) for row in rows]

    def due_tournaments(self, now: int, limit: int) -> list[str]:
        where = f"WHERE due <> {NEVER} AND over = 0 AND due <= ? ORDER BY due DESC, id LIMIT ?"
        return [row[0] for row in self.ask(f"SELECT id FROM tournaments {where}", (now, limit))]

    def ended(self, tables: Sequence[str]) -> list[str]:
        if not tables:
            return []
        marks = ", ".join("?" * len(tables))
        rows = self.ask(f"SELECT id FROM tables WHERE over <> 0 AND id IN ({marks})", tables)
        return [row[0] for row in rows]

    # Who plays: only hashes are stored ------------------------------------------------------------
    def hold_player(self, holder: bytes, tournament: str, player: int, now: int) -> None:
        sql = "INSERT INTO tournament_holders VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.ask(sql, (holder, tournament, player, now))

    def players_held(self, holder: bytes, tournament: str) -> list[int]:
        where = "WHERE holder = ? AND tournament_id = ? ORDER BY player"
        sql = f"SELECT player FROM tournament_holders {where}"
        return [row[0] for row in self.ask(sql, (holder, tournament))]

    def player_holders(self, tournament: str, player: int) -> list[bytes]:
        where = "WHERE tournament_id = ? AND player = ? ORDER BY since, holder"
        sql = f"SELECT holder FROM tournament_holders {where}"
        return [bytes(row[0]) for row in self.ask(sql, (tournament, player))]

    def tournaments_of(self, holder: bytes, limit: int) -> list[str]:
        where = "WHERE holder = ? GROUP BY tournament_id ORDER BY max(since) DESC, 1 LIMIT ?"
        sql = f"SELECT tournament_id FROM tournament_holders {where}"
        return [row[0] for row in self.ask(sql, (holder, limit))]
