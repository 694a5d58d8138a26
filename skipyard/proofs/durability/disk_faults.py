"""A full disk and a disk gone read-only: the store says so, loses nothing, and goes on."""

from __future__ import annotations

import errno
import os
import pathlib
from typing import Any, NamedTuple

from skipyard.proofs.durability import disk_shim
from skipyard.proofs.durability.ack_checker import AckChecker, read_acks, read_troubles

ROWS = 2000
SOME_BYTES = 1_000_000  # written before the disk fails: in the middle of the run
FAULTS = {"disk full": errno.ENOSPC, "read-only": errno.EROFS}
SENTENCES = {"disk full": "no space left", "read-only": "can only be read"}
TROUBLES_BEFORE_RELIEF = 40  # sentences about trouble before the disk works again


class Fault(NamedTuple):
    """What happened on a bad disk."""

    sentences: set[str]
    checker: AckChecker
    finished: bool  # after the disk worked again, all rows were written


def fail(folder: pathlib.Path, library: pathlib.Path, name: str) -> Fault:
    """Let the disk fail under load, and work again after a while."""
    database, relief = folder / "db", folder / "relief"
    database.mkdir()
    settings: dict[str, Any] = {"error": FAULTS[name], "after": SOME_BYTES, "relief": relief}
    output = bytearray()
    with disk_shim.writing(library, database, "run", ROWS, **settings) as writer:
        assert writer.stdout is not None
        while chunk := os.read(writer.stdout.fileno(), 1 << 16):
            output += chunk
            if output.count(b"\nno ") >= TROUBLES_BEFORE_RELIEF:
                relief.touch()
        finished = writer.wait() == 0
    checker = AckChecker()
    acknowledged = list(read_acks(bytes(output)))
    checker.check(str(database / "a.db"), acknowledged)
    return Fault(set(read_troubles(bytes(output))), checker, finished and len(acknowledged) == ROWS)
