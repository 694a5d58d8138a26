"""The SQL about people: their devices, recovery codes, tables and results, and erasing them.

A device is known by the hash of its token (`holder`). Devices that a recovery code has linked have
the same `person`, and each of them holds every seat that any of them holds.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from skipyard.seats import NOBODY
from skipyard.table.database.sql_text import flat, placeholders, row_placeholders
from skipyard.table.database.store import (
    NAMES_FORGOTTEN,
    NEVER,
    FinishedTable,
    Forgotten,
    OwnFigure,
    Played,
    Recovery,
    Row,
    RunningTable,
    SeatResult,
)
from skipyard.table.files.canonical_json import dumps

ROW = "table_id, seq, kind, seat, action, data, command, at"
RESULT = "seat, kind, against, outcome, place, how, moves, ended"
# The devices of a device's person, itself included; its hash is given twice.
OWN = """(SELECT ? UNION SELECT other.holder FROM devices AS this
          JOIN devices AS other ON other.person = this.person WHERE this.holder = ?)"""
NO_FIGURE = ""  # the row that says that a table's figures are worked out
ABOUT_PERSON = ("name", "face")  # what the row of sitting down says about somebody


class SqlPeople(ABC):
    """The part of a SqlStore that is about people."""

    FOR_UPDATE = ""  # the clause that locks rows until the transaction ends

    @abstractmethod
    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Run one statement and return its rows; outside of a transaction it is its own."""

    @abstractmethod
    def stream(self, sql: str) -> Iterator[Any]:
        """The rows of a statement, a few at a time, inside of a transaction."""

    @abstractmethod
    def transaction(self, durable: bool = True) -> AbstractContextManager[None]:
        """All or nothing. One that need not be durable does not wait for the disk."""

    @abstractmethod
    def announce(self, hints: Sequence[str]) -> None:
        """Notify other processes when the transaction ends: a table, a row or 0, other news."""

    @abstractmethod
    def forget_players(self, devices: Sequence[bytes]) -> list[str]:
        """Replace the names that these devices gave in tournaments; the tournaments concerned."""

    def hint(self, table: str, news: str) -> None:
        self.announce([f"{table} 0 {news}"])

    # Devices and recovery codes -------------------------------------------------------------------
    def devices_of(self, holder: bytes) -> list[tuple[bytes, int]]:
        sql = """SELECT other.holder, other.since FROM devices AS this
                 JOIN devices AS other ON other.person = this.person WHERE this.holder = ?
                 ORDER BY other.since, other.holder"""
        linked = [(bytes(device), since) for device, since in self.ask(sql, (holder,))]
        return linked or [(holder, NEVER)]

    def add_recovery(self, code: bytes, holder: bytes, expires: int) -> None:
        with self.transaction():
            unused = f"WHERE holder IN {OWN} AND used = {NEVER}"
            self.ask(f"DELETE FROM recoveries {unused}", (holder, holder))
            self.ask("INSERT INTO recoveries VALUES (?, ?, ?, ?)", (code, holder, expires, NEVER))

    def open_recoveries(self, holder: bytes, now: int) -> list[int]:
        where = f"WHERE holder IN {OWN} AND used = {NEVER} AND expires > ? ORDER BY expires"
        rows = self.ask(f"SELECT expires FROM recoveries {where}", (holder, holder, now))
        return [expires for (expires,) in rows]

    def recover(self, code: bytes, holder: bytes, now: int) -> Recovery:
        with self.transaction():
            sql = f"SELECT holder, expires, used FROM recoveries WHERE code = ?{self.FOR_UPDATE}"
            codes = self.ask(sql, (code,))
            if not codes:
                return Recovery.UNKNOWN
            maker, expires, used = codes[0]
            same = holder in [device for device, _ in self.devices_of(bytes(maker))]
            if used:
                return Recovery.DONE if same else Recovery.USED
            if expires <= now:
                return Recovery.EXPIRED
            if same:
                return Recovery.OWN
            self.ask("UPDATE recoveries SET used = ? WHERE code = ?", (now, code))
            self.link(bytes(maker), holder, now)
        return Recovery.LINKED

    def link(self, first: bytes, second: bytes, now: int) -> None:
        """Make the people of two devices one person."""
        for holder in (first, second):
            sql = "INSERT INTO devices VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self.ask(sql, (holder, holder, now))
        sql = "SELECT person FROM devices WHERE holder = ?"
        ((person,), (other,)) = self.ask(sql, (first,)) + self.ask(sql, (second,))
        self.ask("UPDATE devices SET person = ? WHERE person = ?", (person, other))

    def forget_recoveries(self, before: int) -> None:
        self.ask("DELETE FROM recoveries WHERE expires <= ?", (before,))

    # A person's tables ----------------------------------------------------------------------------
    def running_of(self, holder: bytes, limit: int, skip: int = 0) -> list[RunningTable]:
        sql = f"""SELECT id, last, coalesce(log.at, opened) AS latest, max(mine) AS my_turn FROM
                  (SELECT tables.id, last, opened, CASE WHEN turn = seat THEN 1 ELSE 0 END AS mine
                   FROM holders JOIN tables ON tables.id = table_id
                   WHERE holder IN {OWN} AND over = 0) AS held
                  LEFT JOIN log ON log.table_id = id AND log.seq = last
                  GROUP BY id, last, log.at, opened
                  ORDER BY my_turn DESC, latest DESC, id LIMIT ? OFFSET ?"""
        rows = self.ask(sql, (holder, holder, limit, skip))
        return [RunningTable(id, last, at, bool(mine)) for id, last, at, mine in rows]

    def finished_of(
        self, holder: bytes, limit: int, before: int = NEVER, last: str = ""
    ) -> list[FinishedTable]:
        further = "AND (ended < ? OR (ended = ? AND tables.id > ?))" if before else ""
        sql = f"""SELECT DISTINCT tables.id, game, opened, ended FROM holders
                  JOIN results USING (table_id, seat) JOIN tables ON tables.id = table_id
                  WHERE holder IN {OWN} {further} ORDER BY ended DESC, tables.id LIMIT ?"""
        where = (before, before, last) if before else ()
        tables = self.ask(sql, (holder, holder, *where, limit))
        return [
            FinishedTable(id, game, opened, ended, self.own_seats(holder, id), self.results_of(id))
            for id, game, opened, ended in tables
        ]

    def own_seats(self, holder: bytes, table: str) -> tuple[int, ...]:
        sql = f"SELECT DISTINCT seat FROM holders WHERE holder IN {OWN} AND table_id = ?"
        return tuple(sorted(seat for (seat,) in self.ask(sql, (holder, holder, table))))

    def results_of(self, table: str) -> tuple[SeatResult, ...]:
        sql = f"SELECT {RESULT} FROM results WHERE table_id = ? ORDER BY seat"
        return tuple(SeatResult(*row) for row in self.ask(sql, (table,)))

    def without_results(self, holder: bytes, limit: int) -> list[str]:
        return self.lacking("results", holder, limit)

    def lacking(self, what: str, holder: bytes, limit: int) -> list[str]:
        """This person's finished tables without rows in another table of the database."""
        sql = f"""SELECT DISTINCT tables.id, opened FROM holders
                  JOIN tables ON tables.id = table_id
                  WHERE holder IN {OWN} AND over <> 0
                  AND NOT EXISTS (SELECT 1 FROM {what} WHERE {what}.table_id = tables.id)
                  ORDER BY opened DESC, tables.id LIMIT ?"""
        return [id for id, _ in self.ask(sql, (holder, holder, limit))]

    def add_results(self, table: str, results: Sequence[SeatResult]) -> None:
        rows = [(table, *each) for each in results]
        into = f"INSERT INTO results (table_id, {RESULT}) VALUES {row_placeholders(rows)}"
        self.ask(f"{into} ON CONFLICT DO NOTHING", flat(rows))

    def played_by(self, holder: bytes) -> list[Played]:
        sql = f"""SELECT game, ended, min(outcome), min(against), count(DISTINCT results.seat)
                  FROM holders JOIN results USING (table_id, seat)
                  JOIN tables ON tables.id = table_id WHERE holder IN {OWN}
                  GROUP BY tables.id, game, ended ORDER BY ended, tables.id"""
        return [Played(*row) for row in self.ask(sql, (holder, holder))]

    def without_figures(self, holder: bytes, limit: int) -> list[str]:
        return self.lacking("figures", holder, limit)

    def add_figures(self, table: str, figures: Sequence[tuple[str, int, int]]) -> None:
        rows = [(table, NO_FIGURE, NOBODY, 0), *((table, *figure) for figure in figures)]
        into = "INSERT INTO figures (table_id, figure, seat, value)"
        self.ask(f"{into} VALUES {row_placeholders(rows)} ON CONFLICT DO NOTHING", flat(rows))

    def best_figures(self, holder: bytes) -> list[OwnFigure]:
        sql = f"""SELECT DISTINCT game, figure, value, tables.id FROM figures
                  JOIN holders USING (table_id, seat) JOIN tables ON tables.id = table_id
                  WHERE holder IN {OWN} ORDER BY game, figure, value DESC, tables.id"""
        best: dict[tuple[str, str], OwnFigure] = {}
        for row in self.ask(sql, (holder, holder)):
            best.setdefault((row[0], row[1]), OwnFigure(*row))
        return list(best.values())

    def sit_rows(self, tables: Sequence[str]) -> list[Row]:
        if not tables:
            return []
        where = f"WHERE kind = 'sit' AND table_id IN ({placeholders(len(tables))})"
        sql = f"SELECT {ROW} FROM log {where} ORDER BY table_id, seq"
        return [Row(*row) for row in self.ask(sql, list(tables))]

    def names_of(self, holder: bytes) -> list[str]:
        sql = f"""SELECT DISTINCT log.data FROM holders
                  JOIN log ON log.table_id = holders.table_id AND log.seat = holders.seat
                  WHERE holder IN {OWN} AND log.kind = 'sit' AND NOT EXISTS
                  (SELECT 1 FROM log AS later WHERE later.table_id = log.table_id
                   AND later.kind = 'sit' AND later.seat = log.seat AND later.seq > log.seq)"""
        names = {str(json.loads(data)["name"]) for (data,) in self.ask(sql, (holder, holder))}
        return sorted(names - {""})

    def seats_of(self, holder: bytes) -> list[tuple[str, int]]:
        sql = f"SELECT DISTINCT table_id, seat FROM holders WHERE holder IN {OWN}"
        return sorted((table, seat) for table, seat in self.ask(sql, (holder, holder)))

    # Erasing --------------------------------------------------------------------------------------
    def note_name(self, holder: bytes, row: Row) -> None:
        """Remember who gave the name in a row, so that it can be erased."""
        sql = "INSERT INTO sittings VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self.ask(sql, (holder, row.table, row.seq))

    def forget(self, holder: bytes) -> Forgotten:
        with self.transaction():
            devices = [device for device, _ in self.devices_of(holder)]
            seats = self.seats_of(holder)
            rows = self.named_rows(devices, seats)
            tables = sorted({table for table, _ in seats} | {row.table for row in rows})
            self.lock_tables(tables)
            for row in rows:
                data = {k: v for k, v in json.loads(row.data).items() if k not in ABOUT_PERSON}
                sql = "UPDATE log SET data = ? WHERE table_id = ? AND seq = ?"
                self.ask(sql, (dumps(data | {"name": ""}), row.table, row.seq))
            marks = placeholders(len(devices))
            for table in ("holders", "sittings", "recoveries", "devices"):
                self.ask(f"DELETE FROM {table} WHERE holder IN ({marks})", devices)
            tournaments = self.forget_players(devices)
            self.announce([f"{name} 0 {NAMES_FORGOTTEN}" for name in (*tables, *tournaments)])
        return Forgotten(tuple(tables), len(devices), tuple(tournaments))

    def named_rows(self, devices: Sequence[bytes], seats: Sequence[tuple[str, int]]) -> list[Row]:
        """The rows with names that these devices gave, or that stand at seats which they hold."""
        marks = placeholders(len(devices))
        pairs = self.ask(f"SELECT table_id, seq FROM sittings WHERE holder IN ({marks})", devices)
        given = {(table, seq) for table, seq in pairs}
        latest: dict[tuple[str, int], Row] = {}
        named: dict[tuple[str, int], Row] = {}
        for table in sorted({table for table, _ in given} | {table for table, _ in seats}):
            for row in self.sit_rows([table]):
                latest[table, row.seat] = row
                if (table, row.seq) in given:
                    named[table, row.seq] = row
        held = (latest[seat] for seat in seats if seat in latest)
        return list((named | {(row.table, row.seq): row for row in held}).values())

    def lock_tables(self, tables: Sequence[str]) -> None:
        """Keep others from writing to these tables until the transaction ends."""
        if tables and self.FOR_UPDATE:
            where = f"WHERE id IN ({placeholders(len(tables))}) ORDER BY id{self.FOR_UPDATE}"
            self.ask(f"SELECT id FROM tables {where}", list(tables))
