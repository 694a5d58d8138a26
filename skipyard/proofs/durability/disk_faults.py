"""A disk that is full, and one that can suddenly only be read: a sentence, nothing lost, go on."""

from __future__ import annotations

import errno
import os
import pathlib
from typing import Any, NamedTuple

from skipyard.proofs.durability import disk_shim
from skipyard.proofs.durability.ack_checker import Witness, heard, troubles

ROWS = 2000
SOME_BYTES = 1_000_000  # written before the disk fails: in the middle of the load
FAULTS = {"disk full": errno.ENOSPC, "read-only": errno.EROFS}
SENTENCES = {"disk full": "no space left", "read-only": "can only be read"}
ENOUGH = 40  # sentences heard before the disk works again


class Fault(NamedTuple):
    """What happened on a bad disk."""

    sentences: set[str]
    witness: Witness
    finished: bool  # after the disk worked again, all rows were written


def fail(folder: pathlib.Path, library: pathlib.Path, name: str) -> Fault:
    """Let the disk fail under load, and work again after a while."""
    database, relief = folder / "db", folder / "relief"
    database.mkdir()
    settings: dict[str, Any] = {"error": FAULTS[name], "after": SOME_BYTES, "relief": relief}
    load = disk_shim.start(library, database, "run", ROWS, **settings)
    assert load.stdout is not None
    said = bytearray()
    while chunk := os.read(load.stdout.fileno(), 1 << 16):
        said += chunk
        if said.count(b"\nno ") >= ENOUGH:
            relief.touch()
    finished = load.wait() == 0
    witness = Witness()
    acknowledged = list(heard(bytes(said)))
    witness.look(str(database / "a.db"), acknowledged)
    return Fault(set(troubles(bytes(said))), witness, finished and len(acknowledged) == ROWS)
