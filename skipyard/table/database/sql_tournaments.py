"""The SQL of tournaments: their logs, with the guarantees of a table's, and who plays in them."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence

from skipyard.table.database.sql_people import OWN, SqlPeople
from skipyard.table.database.store import NEVER, Header, NewRow, Outcome, Row, Trouble
from skipyard.table.files.canonical_json import dumps
from skipyard.table.sentences import say

HEADER = "id, game, rules, seats, settings, policy, key, opened, before"
ROW = "tournament_id, seq, kind, player, action, data, command, at"
ORGANISER = -1  # the number under which an organiser holds a tournament


class SqlTournaments(SqlPeople):
    """The part of a SqlStore that is about tournaments."""

    language: str

    @abstractmethod
    def change(self, sql: str, values: Sequence[object]) -> int:
        """Run one statement and return how many rows it has written."""

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
        where = f"WHERE holder IN {OWN} AND tournament_id = ? ORDER BY player"
        sql = f"SELECT DISTINCT player FROM tournament_holders {where}"
        return [row[0] for row in self.ask(sql, (holder, holder, tournament))]

    def player_holders(self, tournament: str, player: int) -> list[bytes]:
        where = "WHERE tournament_id = ? AND player = ? ORDER BY since, holder"
        sql = f"SELECT holder FROM tournament_holders {where}"
        return [bytes(row[0]) for row in self.ask(sql, (tournament, player))]

    def tournaments_of(self, holder: bytes, limit: int) -> list[str]:
        where = f"WHERE holder IN {OWN} GROUP BY tournament_id ORDER BY max(since) DESC, 1 LIMIT ?"
        sql = f"SELECT tournament_id FROM tournament_holders {where}"
        return [row[0] for row in self.ask(sql, (holder, holder, limit))]

    def forget_players(self, devices: Sequence[bytes]) -> list[str]:
        """Replace the names that these devices gave, and forget them; the tournaments concerned."""
        marks = ", ".join("?" * len(devices))
        where = f"WHERE holder IN ({marks})"
        held = self.ask(f"SELECT tournament_id, player FROM tournament_holders {where}", devices)
        for tournament, player in held:
            joined = "tournament_id = ? AND player = ? AND kind = 'join'"
            sql = f"SELECT seq, data FROM tournament_log WHERE {joined}"
            for seq, data in self.ask(sql, (tournament, player)):
                unnamed = dumps(json.loads(data) | {"name": f"P{player + 1}"})
                sql = "UPDATE tournament_log SET data = ? WHERE tournament_id = ? AND seq = ?"
                self.ask(sql, (unnamed, tournament, seq))
        self.ask(f"DELETE FROM tournament_holders {where}", devices)
        return sorted({tournament for tournament, _ in held})
