"""The process that a durability proof kills: it writes rows and says which are acknowledged.

`python -m skipyard.proofs.durability.killed_writer URL RUN [ROWS [SYNCHRONOUS]]` prints a line
for each row,
`ok TABLE SEQ COMMAND`, once the Writer has acknowledged it, and `no SENTENCE` for trouble.
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
PAUSE = 0.02  # seconds before trouble is tried again
ACKNOWLEDGED = (Outcome.STORED, Outcome.REPEATED)


def row(table: str, seq: int, command: str) -> Row:
    """The one row that belongs there: the checker makes it again and compares."""
    chance = zlib.crc32(f"{table} {seq} {command}".encode())
    return Row(table, seq, "move", seq % 2, chance % 1000, "x" * (chance % 200), command, chance)


def say(line: str) -> None:
    os.write(STDOUT, f"{line}\n".encode())  # no buffer between us and the witness


class Load:
    """One row at a time for each table; what fails is sent again as it was."""

    def __init__(self, store: Store, run: str) -> None:
        self.run, self.writer = run, Writer(store)
        self.next = {table: len(store.rows(table)) + 1 for table in TABLES}
        self.ready: queue.SimpleQueue[tuple[str, bool]] = queue.SimpleQueue()

    def go(self, rows: int) -> None:
        """Write so many rows; 0: until killed."""
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
                time.sleep(PAUSE)
            seq = self.next[table]
            entry = NewRow(row(table, seq, f"{self.run}.{seq}"), due=seq)
            self.writer.append(entry).add_done_callback(partial(self.done, entry.row))
        self.writer.stop()

    def done(self, written: Row, answer: Future[Outcome]) -> None:
        problem = answer.exception()
        good = problem is None and answer.result() in ACKNOWLEDGED
        if good:
            say(f"ok {written.table} {written.seq} {written.command}")
            self.next[written.table] += 1
        else:
            say(f"no {problem or answer.result()}")
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
            load = Load(opened(url, synchronous), run)
            break
        except Trouble as trouble:
            say(f"no {trouble}")
            time.sleep(PAUSE)
    load.go(int(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
