"""The process that the durability proof kills: it writes rows and prints each acknowledgement.

`python -m skipyard.proofs.durability.killed_writer URL RUN [ROWS [SYNCHRONOUS]]` prints
`ok TABLE SEQ COMMAND` once the Writer has acknowledged a row, and `no SENTENCE` for trouble.
"""

from __future__ import annotations

import os
import queue
import sys
import time
import zlib
from concurrent.futures import Future
from functools import partial

from skipyard.table.database.sqlite import SqliteStore
from skipyard.table.database.store import Header, NewRow, Outcome, Row, Store, Trouble
from skipyard.table.database.stores import is_postgres, open_store
from skipyard.table.database.writer import Writer

TABLES = [f"table{number:02}" for number in range(40)]
STDOUT = 1
RETRY_PAUSE = 0.02  # seconds
ACKNOWLEDGED = (Outcome.STORED, Outcome.REPEATED)


def row(table: str, seq: int, command: str) -> Row:
    """The row that belongs at this place; the checker computes it again and compares."""
    chance = zlib.crc32(f"{table} {seq} {command}".encode())
    return Row(table, seq, "move", seq % 2, chance % 1000, "x" * (chance % 200), command, chance)


def write_line(line: str) -> None:
    os.write(STDOUT, f"{line}\n".encode())  # unbuffered: an acknowledgement must survive our death


class RowLoad:
    """Writes one row at a time to each table, and repeats what fails."""

    def __init__(self, store: Store, name: str) -> None:
        self.name, self.writer = name, Writer(store)
        self.next = {table: len(store.rows(table)) + 1 for table in TABLES}
        self.ready: queue.SimpleQueue[tuple[str, bool]] = queue.SimpleQueue()

    def run(self, rows: int) -> None:
        """Write this many rows; 0 means until killed."""
        for table in TABLES:
            self.ready.put((table, True))
        sent, waiting = 0, len(TABLES)
        while waiting:
            table, good = self.ready.get()
            if good and rows and sent >= rows:
                waiting -= 1
                continue
            if good:
                sent += 1
            else:
                time.sleep(RETRY_PAUSE)
            seq = self.next[table]
            entry = NewRow(row(table, seq, f"{self.name}.{seq}"), due=seq)
            self.writer.append(entry).add_done_callback(partial(self.done, entry.row))
        self.writer.stop()

    def done(self, written: Row, answer: Future[Outcome]) -> None:
        problem = answer.exception()
        good = problem is None and answer.result() in ACKNOWLEDGED
        if good:
            write_line(f"ok {written.table} {written.seq} {written.command}")
            self.next[written.table] += 1
        else:
            write_line(f"no {problem or answer.result()}")
        self.ready.put((written.table, good))


def opened(url: str, synchronous: str) -> Store:
    """The store with its tables."""
    store = open_store(url) if is_postgres(url) else SqliteStore(url, synchronous=synchronous)
    for table in TABLES:
        if store.header(table) is None:
            store.create(Header(table, "some_game", 1, 2, "[]", "{}", bytes(32), 1), [])
    return store


def main(url: str, run: str, rows: str = "0", synchronous: str = "FULL") -> None:
    while True:
        try:
            load = RowLoad(opened(url, synchronous), run)
            break
        except Trouble as trouble:
            write_line(f"no {trouble}")
            time.sleep(RETRY_PAUSE)
    load.run(int(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
