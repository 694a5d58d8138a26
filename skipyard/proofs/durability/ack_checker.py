"""Remembers every acknowledgement and looks for it in the database afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from skipyard.proofs.durability import killed_writer
from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import Store, Trouble
from skipyard.table.database.stores import is_postgres, open_store


class Acknowledged(NamedTuple):
    """A row that was acknowledged as being on disk."""

    table: str
    seq: int
    command: str


def read_acks(output: bytes) -> Iterator[Acknowledged]:
    """The acknowledgements in a writer's output, whole lines only."""
    for line in output[: output.rfind(b"\n") + 1].decode().splitlines():
        if line.startswith("ok "):
            _, table, seq, command = line.split(" ")
            yield Acknowledged(table, int(seq), command)


def read_troubles(output: bytes) -> list[str]:
    """The sentences about trouble in a writer's output."""
    return [line[3:] for line in output.decode().splitlines() if line.startswith("no ")]


class AckChecker:
    """Checks a database repeatedly; each check reads only new rows."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.lost = 0
        self.problems: list[str] = []  # gaps, changed rows, databases that do not open
        self.commands: dict[str, list[str]] = {
            table: [] for table in killed_writer.TABLES
        }  # by seq

    @property
    def rows(self) -> int:
        return sum(map(len, self.commands.values()))

    @property
    def ok(self) -> bool:
        """Whether nothing was lost and nothing is wrong."""
        return not self.lost and not self.problems

    def check(self, url: str, acknowledged: Iterable[Acknowledged]) -> None:
        """Open the database and look for what was acknowledged since the last check."""
        try:
            store = open_store(url)
        except Trouble as trouble:
            self.problems.append(str(trouble))
            return
        try:
            self.read(store)
            if not is_postgres(url):
                self.problems += damage(store)
        except Trouble as trouble:
            self.problems.append(str(trouble))
        finally:
            store.close()
        for ack in acknowledged:
            self.acknowledged += 1
            self.lost += ack.command not in self.commands[ack.table][ack.seq - 1 : ack.seq]

    def read(self, store: Store) -> None:
        """Read the new rows of every log: no gap, and every row as it was sent."""
        for table, commands in self.commands.items():
            for row in store.rows(table, after=len(commands)):
                if row.seq != len(commands) + 1:
                    self.problems.append(f"{table} has a gap before row {row.seq}.")
                    break
                if row != killed_writer.row(table, row.seq, row.command):
                    self.problems.append(f"{table}: row {row.seq} is not as it was sent.")
                commands.append(row.command)
            if len(set(commands)) != len(commands):
                self.problems.append(f"{table} has a command twice.")

    def check_from_start(self, url: str) -> None:
        """Read everything again: rows that were there are still there."""
        before, self.commands = self.commands, {table: [] for table in self.commands}
        self.check(url, ())
        for table, commands in before.items():
            if self.commands[table][: len(commands)] != commands:
                self.problems.append(f"{table} is not what it was before.")


def damage(store: Store) -> list[str]:
    """What SQLite's own integrity check reports."""
    assert isinstance(store, SqliteStore)
    report = [text for (text,) in store.ask("PRAGMA integrity_check")]
    return [] if report == ["ok"] else report
