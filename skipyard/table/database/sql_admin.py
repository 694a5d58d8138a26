"""The SQL for operators: which tables are kept, how they are deleted, bans, what was done.

Deleting a table takes one short transaction that makes it disappear (its `last` row is -1, so that
it cannot be opened and nothing can be appended) and as many more as its log needs: however long it
is, a move never waits for more than one of them.
"""

from __future__ import annotations

from skipyard.table.database.sql_tournaments import SqlTournaments
from skipyard.table.database.store import (
    NEVER,
    REMOVED,
    Act,
    Ban,
    TableFacts,
    TournamentFacts,
)

REMOVED_LAST = -1  # the last row of a table that is being deleted
ABOUT_TABLE = ("holders", "invitations", "presence", "sittings", "results", "figures")
FACTS = """SELECT id, game, opened, policy, last, coalesce(log.at, opened), over,
    CASE WHEN EXISTS (SELECT 1 FROM log AS deal WHERE deal.table_id = id AND deal.kind = 'deal')
         THEN 1 ELSE 0 END,
    (SELECT count(DISTINCT seat) FROM holders WHERE holders.table_id = id),
    (SELECT count(*) FROM presence WHERE presence.table_id = id)
    FROM tables LEFT JOIN log ON log.table_id = id AND log.seq = last"""


class SqlAdmin(SqlTournaments):
    """The part of a SqlStore that operators use."""

    # Looking --------------------------------------------------------------------------------------
    def table_facts(self, after: str, limit: int) -> list[TableFacts]:
        where = "WHERE id > ? AND last >= 0 ORDER BY id LIMIT ?"
        return [facts(*row) for row in self.ask(f"{FACTS} {where}", (after, limit))]

    def facts_of(self, table: str) -> TableFacts | None:
        rows = self.ask(f"{FACTS} WHERE id = ? AND last >= 0", (table,))
        return facts(*rows[0]) if rows else None

    def tournament_facts(self, after: str, limit: int) -> list[TournamentFacts]:
        sql = """SELECT id, game, opened, coalesce(tournament_log.at, opened), over
                 FROM tournaments LEFT JOIN tournament_log
                 ON tournament_id = id AND seq = last WHERE id > ? ORDER BY id LIMIT ?"""
        rows = self.ask(sql, (after, limit))
        return [TournamentFacts(*row)._replace(over=bool(row[-1])) for row in rows]

    # Deleting -------------------------------------------------------------------------------------
    def remove_table(self, table: str, last: int) -> bool:
        with self.transaction():
            gone = f"last = {REMOVED_LAST}, due = {NEVER}, over = 1, free = 0"
            sql = f"UPDATE tables SET {gone} WHERE id = ? AND last = ? AND last >= 0 RETURNING id"
            if not self.ask(sql, (table, last)):
                return False
            self.delete_about(table)
            self.announce([f"{table} 0 {REMOVED}"])
        return True

    def delete_about(self, table: str) -> None:
        """Delete everything about a table but itself and its log: a few rows for each seat."""
        for name in ABOUT_TABLE:
            self.ask(f"DELETE FROM {name} WHERE table_id = ?", (table,))

    def delete_removed(self, rows: int) -> int:
        removed = self.ask("SELECT id FROM tables WHERE last < 0 ORDER BY id LIMIT 1")
        if not removed:
            return 0
        table = removed[0][0]
        with self.transaction():
            first = "(SELECT min(seq) FROM log WHERE table_id = ?)"
            sql = f"DELETE FROM log WHERE table_id = ? AND seq < {first} + ?"
            deleted = self.change(sql, (table, table, rows))
            if deleted < rows:
                self.delete_about(table)  # what came between: a watcher who was on the way
                self.ask("DELETE FROM tables WHERE id = ? AND last < 0", (table,))
        return deleted + 1

    def remove_tournament(self, tournament: str) -> None:
        with self.transaction():
            for name in ("tournament_log", "tournament_holders"):
                self.ask(f"DELETE FROM {name} WHERE tournament_id = ?", (tournament,))
            self.ask("DELETE FROM tournaments WHERE id = ?", (tournament,))
            self.announce([f"{tournament} 0 {REMOVED}"])

    # Bans -----------------------------------------------------------------------------------------
    def add_ban(self, ban: Ban) -> None:
        sql = """INSERT INTO bans (kind, value, since, until, reason) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (kind, value) DO UPDATE
                 SET since = excluded.since, until = excluded.until, reason = excluded.reason"""
        self.ask(sql, ban)

    def lift_ban(self, kind: str, value: str) -> bool:
        sql = "DELETE FROM bans WHERE kind = ? AND value = ? RETURNING value"
        return bool(self.ask(sql, (kind, value)))

    def bans(self, now: int) -> list[Ban]:
        where = f"WHERE until = {NEVER} OR until > ? ORDER BY since DESC, kind, value"
        sql = f"SELECT kind, value, since, until, reason FROM bans {where}"
        return [Ban(*row) for row in self.ask(sql, (now,))]

    def forget_bans(self, now: int) -> None:
        self.ask(f"DELETE FROM bans WHERE until <> {NEVER} AND until <= ?", (now,))

    # What was done --------------------------------------------------------------------------------
    def add_act(self, act: Act) -> None:
        sql = "INSERT INTO acts (at, id, act, about, operator, result) VALUES (?, ?, ?, ?, ?, ?)"
        self.ask(sql, act)

    def acts(self, limit: int) -> list[Act]:
        sql = "SELECT at, id, act, about, operator, result FROM acts ORDER BY at DESC, id LIMIT ?"
        return [Act(*row) for row in self.ask(sql, (limit,))]


def facts(
    table: str,
    game: str,
    opened: int,
    policy: str,
    last: int,
    at: int,
    over: int,
    dealt: int,
    held: int,
    present: int,
) -> TableFacts:
    """The facts of one row."""
    return TableFacts(table, game, opened, policy, last, at, bool(over), bool(dealt), held, present)
