"""The SQL that SQLite and PostgreSQL share; each brings its own connection."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from skipyard.table.database.sql_admin import SqlAdmin
from skipyard.table.database.sql_people import OWN, ROW
from skipyard.table.database.sql_text import first_column, flat, placeholders, row_placeholders
from skipyard.table.database.store import (
    DEVICE,
    EXPIRED,
    NEVER,
    PRESENCE_CHANGED,
    UNKNOWN,
    USED,
    VALID,
    VOID,
    Header,
    Invitation,
    NewRow,
    Outcome,
    Row,
    Trouble,
    outcomes_of,
)
from skipyard.table.sentences import say

ALL = 2**31  # more rows than any log has
HEADER = "id, game, rules, seats, settings, policy, key, opened, before"


class TableUpdate(NamedTuple):
    """What changes about a table besides its log, if `previous` is still its last row."""

    id: str
    previous: int
    last: int
    due: int
    over: int
    free: int
    turn: int


class NotNext(Exception):
    """Some row of a group is not new, or not the next of its table."""


class SqlStore(SqlAdmin):
    """A Store in plain SQL. `?` stands for a value in both databases."""

    @abstractmethod
    def trouble(self, key: str, **facts: Any) -> Trouble:
        """A failure of the database as a sentence."""

    @abstractmethod
    def checkpoint(self) -> None:
        """Move the journal into the database, a little at a time."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    # Tables and their logs ------------------------------------------------------------------------
    def create(
        self, header: Header, invitations: Sequence[tuple[bytes, Invitation]], free: int = 0
    ) -> None:
        with self.transaction():
            made = self.ask(
                f"INSERT INTO tables ({HEADER}, free) VALUES ({placeholders(len(header) + 1)})"
                " ON CONFLICT DO NOTHING RETURNING id",
                (*header, free),
            )
            if not made:
                raise Trouble(say(self.language, "database.twice", table=header.table))
            for code, invitation in invitations:
                self.invite(code, invitation)

    def append(self, new_rows: Sequence[NewRow]) -> list[Outcome]:
        if not new_rows:
            return []
        with suppress(NotNext):  # races are rare: write first, look only after a failure
            with self.transaction():
                if self.FOR_UPDATE:
                    self.last_rows(new_rows)
                self.write(new_rows)
            return len(new_rows) * [Outcome.STORED]
        try:
            return self.append_some(new_rows)
        except NotNext:
            raise self.trouble("damaged", why="last") from None

    def append_some(self, new_rows: Sequence[NewRow]) -> list[Outcome]:
        """Write those that are new and the next of their tables."""
        with self.transaction():
            outcomes = outcomes_of(
                new_rows, self.last_rows(new_rows), self.known_commands(new_rows)
            )
            pairs = zip(new_rows, outcomes, strict=True)
            stored = [new_row for new_row, outcome in pairs if outcome is Outcome.STORED]
            if stored:
                self.write(stored)
        return outcomes

    def last_rows(self, new_rows: Sequence[NewRow]) -> dict[str, int]:
        """The last row of each table; in the order of ids, so that two writers never deadlock."""
        ids = sorted({new_row.row.table for new_row in new_rows})
        where = f"WHERE id IN ({placeholders(len(ids))}) ORDER BY id{self.FOR_UPDATE}"
        return dict(self.ask(f"SELECT id, last FROM tables {where}", ids))

    def known_commands(self, new_rows: Sequence[NewRow]) -> set[tuple[str, str]]:
        """The commands of `new_rows` that are in the logs already."""
        sent = [(new_row.row.table, new_row.row.command) for new_row in new_rows]
        # SQLite runs a CROSS JOIN in the order written: one index lookup for each new row.
        pairs = self.ask(
            f"""WITH sent (table_id, command) AS (VALUES {row_placeholders(sent)})
                SELECT log.table_id, log.command FROM sent CROSS JOIN log
                WHERE log.table_id = sent.table_id AND log.command = sent.command""",
            flat(sent),
        )
        return {(table, command) for table, command in pairs}

    def write(self, stored: Sequence[NewRow]) -> None:
        """Write rows, or NotNext where one of them is not the next of its table."""
        updates = table_updates(stored)
        # Most rows change nothing but `last` and `turn`: so no index of the tables is touched.
        same = "AND tables.due = line.due AND tables.over = line.over AND tables.free = line.free"
        written = self.update_tables(updates, ("last", "turn"), same)
        if written < len(updates):
            written += self.update_tables(updates, ("last", "turn", "due", "over", "free"))
        if written < len(updates):
            raise NotNext
        rows = [new_row.row for new_row in stored]
        into = f"INSERT INTO log ({ROW}) VALUES {row_placeholders(rows)} ON CONFLICT DO NOTHING"
        if self.change(into, flat(rows)) < len(rows):
            raise NotNext
        for new_row in stored:
            if new_row.holder is not None:
                table, seat = new_row.row.table, new_row.row.seat
                where = "WHERE table_id = ? AND seat = ?"
                self.ask(f"DELETE FROM holders {where}", (table, seat))
                void = f"UPDATE invitations SET fate = ? {where} AND kind = ? AND fate = ''"
                self.ask(void, (VOID, table, seat, DEVICE))
                if new_row.holder:
                    self.hold(new_row.holder, table, seat, new_row.row.at)
                    self.note_name(new_row.holder, new_row.row)
            if new_row.results:
                self.add_results(new_row.row.table, new_row.results)
        self.announce([f"{update.id} {update.last} " for update in updates])

    def update_tables(
        self, updates: Sequence[TableUpdate], fields: Sequence[str], where: str = ""
    ) -> int:
        """Set these fields where the last row is still the previous one; how many tables it was."""
        changes = ", ".join(f"{field} = line.{field}" for field in fields)
        names = ", ".join(f"column{n} AS {name}" for n, name in enumerate(TableUpdate._fields, 1))
        return self.change(
            f"""UPDATE tables SET {changes}
                FROM (SELECT {names} FROM (VALUES {row_placeholders(updates)}) AS given) AS line
                WHERE tables.id = line.id AND tables.last = line.previous {where}""",
            flat(updates),
        )

    def header(self, table: str) -> Header | None:
        rows = self.ask(f"SELECT {HEADER} FROM tables WHERE id = ? AND last >= 0", (table,))
        return Header(*rows[0]) if rows else None

    def rows(self, table: str, after: int = 0, limit: int = 0) -> list[Row]:
        where = "WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        values = (table, after, limit or ALL)
        return [Row(*row) for row in self.ask(f"SELECT {ROW} FROM log {where}", values)]

    def is_over(self, table: str) -> bool:
        return bool(self.ask("SELECT 1 FROM tables WHERE id = ? AND over <> 0", (table,)))

    def open_tables(self, limit: int) -> list[str]:
        where = "WHERE free > 0 AND over = 0 ORDER BY opened DESC, id LIMIT ?"
        return first_column(self.ask(f"SELECT id FROM tables {where}", (limit,)))

    def running(self, since: int, limit: int) -> list[str]:
        # A policy is canonical JSON: nothing but a chair is ever "open", and it is public or not.
        sql = """SELECT id FROM tables JOIN log ON log.table_id = id AND log.seq = last
                 WHERE free = 0 AND over = 0 AND (policy LIKE ? OR policy LIKE ?) AND log.at >= ?
                 ORDER BY log.at DESC, id LIMIT ?"""
        return first_column(self.ask(sql, ('%"open"%', '%"public":true%', since, limit)))

    def due(self, now: int, limit: int) -> list[str]:
        where = f"WHERE due <> {NEVER} AND over = 0 AND due <= ? ORDER BY due, id LIMIT ?"
        return first_column(self.ask(f"SELECT id FROM tables {where}", (now, limit)))

    def set_due(self, table: str, due: int) -> None:
        self.ask("UPDATE tables SET due = ? WHERE id = ?", (due, table))

    # Who may sit where ----------------------------------------------------------------------------
    def hold(self, holder: bytes, table: str, seat: int, now: int) -> None:
        sql = "INSERT INTO holders VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.ask(sql, (holder, table, seat, now))

    def held(self, holder: bytes, table: str) -> list[int]:
        where = f"WHERE holder IN {OWN} AND table_id = ? ORDER BY seat"
        sql = f"SELECT DISTINCT seat FROM holders {where}"
        return first_column(self.ask(sql, (holder, holder, table)))

    def holders_of(self, table: str, seat: int) -> list[bytes]:
        where = "WHERE table_id = ? AND seat = ? ORDER BY since, holder"
        rows = self.ask(f"SELECT holder FROM holders {where}", (table, seat))
        return [bytes(holder) for (holder,) in rows]

    def tables_of(self, holder: bytes, limit: int) -> list[str]:
        latest = "GROUP BY table_id ORDER BY max(since) DESC, table_id LIMIT ?"
        sql = f"SELECT table_id FROM holders WHERE holder IN {OWN} {latest}"
        return first_column(self.ask(sql, (holder, holder, limit)))

    def invite(self, code: bytes, invitation: Invitation) -> None:
        same = "table_id = ? AND seat = ? AND kind = ? AND fate = '' AND code <> ?"
        table, seat, kind, _ = invitation
        void = f"UPDATE invitations SET fate = ? WHERE {same}"
        self.ask(void, (VOID, table, seat, kind, code))
        columns = "(code, table_id, seat, kind, expires)"
        sql = f"INSERT INTO invitations {columns} VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.ask(sql, (code, *invitation))

    def void_codes(self, table: str, seat: int) -> None:
        where = "WHERE table_id = ? AND seat = ? AND fate = ''"
        self.ask(f"UPDATE invitations SET fate = ? {where}", (VOID, table, seat))

    def invitation(self, code: bytes, now: int) -> Invitation | None:
        sql = "SELECT table_id, seat, kind, expires FROM invitations WHERE code = ?"
        valid = f"{sql} AND fate = '' AND expires > ?"
        invitations = [Invitation(*row) for row in self.ask(valid, (code, now))]
        return invitations[0] if invitations else None

    def use(self, code: bytes, now: int) -> Invitation | None:
        sql = """UPDATE invitations SET fate = ? WHERE code = ? AND fate = '' AND expires > ?
                 RETURNING table_id, seat, kind, expires"""
        invitations = [Invitation(*row) for row in self.ask(sql, (USED, code, now))]
        return invitations[0] if invitations else None

    def fate(self, code: bytes, now: int) -> str:
        fates = self.ask("SELECT fate, expires FROM invitations WHERE code = ?", (code,))
        if not fates:
            return UNKNOWN
        (fate, expires) = fates[0]
        return str(fate) or (EXPIRED if expires <= now else VALID)

    def forget_invitations(self, now: int) -> None:
        self.ask("DELETE FROM invitations WHERE expires <= ?", (now,))

    # Presence: it must survive a crash of ours, not a power cut -----------------------------------
    def beat(self, process: str, now: int) -> None:
        sql = "INSERT INTO processes VALUES (?, ?) ON CONFLICT (process) DO UPDATE SET beat = ?"
        with self.transaction(durable=False):
            self.ask(sql, (process, now, now))

    def last_beat(self) -> int:
        return self.ask("SELECT max(beat) FROM processes")[0][0] or NEVER

    def arrive(self, process: str, table: str, seat: int) -> None:
        with self.transaction(durable=False):
            sql = "INSERT INTO presence VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self.ask(sql, (table, seat, process))
            self.hint(table, PRESENCE_CHANGED)

    def leave(self, process: str, table: str, seat: int) -> None:
        with self.transaction(durable=False):
            where = "WHERE table_id = ? AND seat = ? AND process = ?"
            self.ask(f"DELETE FROM presence {where}", (table, seat, process))
            self.hint(table, PRESENCE_CHANGED)

    def present(self, table: str, alive_since: int) -> list[int]:
        sql = """SELECT DISTINCT seat FROM presence JOIN processes USING (process)
                 WHERE table_id = ? AND beat >= ? ORDER BY seat"""
        return first_column(self.ask(sql, (table, alive_since)))

    def last_seen(self, table: str, seat: int) -> int:
        sql = """SELECT max(beat) FROM presence JOIN processes USING (process)
                 WHERE table_id = ? AND seat = ?"""
        return self.ask(sql, (table, seat))[0][0] or NEVER

    def stranded(self, alive_since: int) -> list[tuple[str, int, int]]:
        sql = f"""SELECT table_id, seat, max(beat) FROM presence JOIN processes USING (process)
                  JOIN tables ON id = table_id WHERE seat >= 0 AND due <> {NEVER} AND over = 0
                  GROUP BY table_id, seat HAVING max(beat) < ? ORDER BY table_id, seat"""
        return [(table, seat, beat) for table, seat, beat in self.ask(sql, (alive_since,))]

    def forget_dead(self, alive_since: int, due: int) -> list[str]:
        alive = "(SELECT process FROM processes WHERE beat >= ?)"
        with self.transaction():
            left = first_column(
                self.ask(
                    f"""SELECT id FROM tables WHERE over = 0 AND id IN
                    (SELECT table_id FROM presence WHERE process NOT IN {alive})
                    ORDER BY id{self.FOR_UPDATE}""",
                    (alive_since,),
                )
            )
            sooner = f"WHERE id = ? AND (due = {NEVER} OR due > ?)"
            for table in left:
                self.ask(f"UPDATE tables SET due = ? {sooner}", (due, table, due))
                self.hint(table, PRESENCE_CHANGED)
            self.ask(f"DELETE FROM presence WHERE process NOT IN {alive}", (alive_since,))
            # The newest beat stays, even of a dead process: it says how long none was running.
            newest = "(SELECT max(beat) FROM processes)"
            self.ask(f"DELETE FROM processes WHERE beat < ? AND beat < {newest}", (alive_since,))
        return left


def table_updates(new_rows: Iterable[NewRow]) -> list[TableUpdate]:
    """What each table becomes with its new rows, of which none may be missing."""
    updates: dict[str, TableUpdate] = {}
    for row, due, over, free, _, turn, _ in new_rows:
        earlier = updates.get(row.table)
        if earlier is not None and row.seq != earlier.last + 1:
            raise NotNext
        previous = row.seq - 1 if earlier is None else earlier.previous
        updates[row.table] = TableUpdate(row.table, previous, row.seq, due, int(over), free, turn)
    return list(updates.values())
