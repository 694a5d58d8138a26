"""Who remembers every acknowledgement, and looks for it in the database afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from skipyard.proofs.durability import killed_writer
from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import Store, Trouble
from skipyard.table.database.stores import is_postgres, open_store


class Acknowledged(NamedTuple):
    """What a sender was told is on disk."""

    table: str
    seq: int
    command: str


def heard(said: bytes) -> Iterator[Acknowledged]:
    """The acknowledgements among whole lines of a load's output."""
    for line in said[: said.rfind(b"\n") + 1].decode().splitlines():
        if line.startswith("ok "):
            _, table, seq, command = line.split(" ")
            yield Acknowledged(table, int(seq), command)


def troubles(said: bytes) -> list[str]:
    """The sentences about trouble in a load's output."""
    return [line[3:] for line in said.decode().splitlines() if line.startswith("no ")]


class Witness:
    """Checks a database again and again, each time what is new since the last."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.lost = 0
        self.wrong: list[str] = []  # gaps, changed rows, databases that do not open
        self.commands: dict[str, list[str]] = {
            table: [] for table in killed_writer.TABLES
        }  # by seq

    @property
    def rows(self) -> int:
        return sum(map(len, self.commands.values()))

    @property
    def content(self) -> bool:
        """Whether nothing was lost and nothing is wrong."""
        return not self.lost and not self.wrong

    def look(self, url: str, acknowledged: Iterable[Acknowledged]) -> None:
        """Open the database and look for what was acknowledged since the last look."""
        try:
            store = open_store(url)
        except Trouble as trouble:
            self.wrong.append(str(trouble))
            return
        try:
            self.read(store)
            if not is_postgres(url):
                self.wrong += damage(store)
        except Trouble as trouble:
            self.wrong.append(str(trouble))
        finally:
            store.close()
        for ack in acknowledged:
            self.acknowledged += 1
            self.lost += ack.command not in self.commands[ack.table][ack.seq - 1 : ack.seq]

    def read(self, store: Store) -> None:
        """Read on in every log: no gap, and every row as it was sent."""
        for table, commands in self.commands.items():
            for row in store.rows(table, after=len(commands)):
                if row.seq != len(commands) + 1:
                    self.wrong.append(f"{table} has a gap before row {row.seq}.")
                    break
                if row != killed_writer.row(table, row.seq, row.command):
                    self.wrong.append(f"{table}: row {row.seq} is not as it was sent.")
                commands.append(row.command)
            if len(set(commands)) != len(commands):
                self.wrong.append(f"{table} has a command twice.")

    def look_again(self, url: str) -> None:
        """Read everything from the start: what was once there still is."""
        before, self.commands = self.commands, {table: [] for table in self.commands}
        self.look(url, ())
        for table, commands in before.items():
            if self.commands[table][: len(commands)] != commands:
                self.wrong.append(f"{table} is not what it was before.")


def damage(store: Store) -> list[str]:
    """What SQLite itself finds wrong with its file."""
    assert isinstance(store, SqliteStore)
    found = [text for (text,) in store.ask("PRAGMA integrity_check")]
    return [] if found == ["ok"] else found
