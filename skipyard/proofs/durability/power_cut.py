"""A power cut: what a database looks like when only synced data is sure to be on disk.

disk_shim.c records SQLite's operations in a journal. The disk is then simulated up to a random
moment: what was synced is there; of the rest nothing, or any part of it down to single sectors.
"""

from __future__ import annotations

import pathlib
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from skipyard.proofs.durability import disk_shim
from skipyard.proofs.durability.ack_checker import AckChecker, Acknowledged, read_acks

SECTOR = 512  # bytes that a disk writes whole
SURVIVAL = (0.0, 0.3, 0.7)  # shares of unsynced data that survive; one is drawn for each cut
ROWS = 4000  # of a journal, written by two processes one after the other


class DiskOperation(NamedTuple):
    """One line of a journal."""

    kind: str
    names: list[str]
    at: int  # an offset or a length
    content: bytes


@dataclass
class File:
    """What is on disk, and the operations since the last sync."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[DiskOperation] = field(default_factory=list)

    def apply(self, operation: DiskOperation) -> None:
        if operation.kind == "T":
            del self.content[operation.at :]
            self.content.extend(bytes(operation.at - len(self.content)))
        else:
            self.content.extend(bytes(max(0, operation.at - len(self.content))))
            self.content[operation.at : operation.at + len(operation.content)] = operation.content

    def sync(self) -> None:
        for operation in self.waiting:
            self.apply(operation)
        self.waiting.clear()

    def after_cut(self, dice: random.Random, survival: float) -> bytes:
        """The content that is left."""
        left = File(bytearray(self.content))
        for piece in (piece for operation in self.waiting for piece in sectors(operation)):
            if dice.random() < survival:
                left.apply(piece)
        return bytes(left.content)


def sectors(operation: DiskOperation) -> Iterator[DiskOperation]:
    """An operation in the pieces that reach the disk by themselves."""
    if operation.kind == "T":
        yield operation
        return
    start = 0
    while start < len(operation.content):
        end = start + SECTOR - (operation.at + start) % SECTOR
        yield operation._replace(at=operation.at + start, content=operation.content[start:end])
        start = end


Names = dict[str, File]


class Disk:
    """One folder. Names, like bytes, are safe once they are synced, and survive in order."""

    def __init__(self) -> None:
        self.now: Names = {}
        self.synced: Names = {}
        self.waiting: list[Names] = []  # the folder after each change since then

    def apply(self, operation: DiskOperation) -> None:
        match operation.kind:
            case "T" | "W":
                self.now[operation.names[0]].waiting.append(operation)
            case "S":
                self.now[operation.names[0]].sync()
            case "D":
                self.synced, self.waiting = self.now, []
            case _:
                self.now = renamed(self.now, operation)
                self.waiting.append(self.now)

    def after_cut(self, dice: random.Random, survival: float) -> dict[str, bytes]:
        """The files that are left."""
        names = dice.choice([self.synced, *self.waiting]) if survival else self.synced
        return {name: file.after_cut(dice, survival) for name, file in names.items()}


def renamed(names: Names, operation: DiskOperation) -> Names:
    """The folder after a file was created, unlinked or renamed."""
    names = dict(names)
    if operation.kind == "C":
        names[operation.names[0]] = File()
    else:
        file = names.pop(operation.names[0])
        if operation.kind == "R":
            names[operation.names[1]] = file
    return names


def operations(journal: bytes) -> Iterator[DiskOperation]:
    """The lines of a journal without those of the -shm file, which is rebuilt after a crash."""
    at = 0
    while at < len(journal):
        end = journal.index(b"\n", at)
        kind, *words = journal[at:end].decode().split(" ")
        at = end + 1
        names = [word for word in words if not word.isdecimal()]
        numbers = [int(word) for word in words if word.isdecimal()]
        length = numbers[-1] if kind in "WA" else 0
        if not any(name.endswith("-shm") for name in names):
            where = numbers[0] if numbers else 0
            yield DiskOperation(kind, names, where, journal[at : at + length])
        at += length


def journal_of(folder: pathlib.Path, library: pathlib.Path, synchronous: str) -> bytes:
    """The journal of a database from its creation on, closed and opened again on the way."""
    database, journal = folder / "db", folder / "journal"
    database.mkdir()
    for run in ("first", "second"):
        rows = ROWS // 2
        with disk_shim.writing(
            library, database, run, rows, synchronous, journal=journal
        ) as writer:
            writer.communicate()
            assert writer.returncode == 0
    recorded = journal.read_bytes()
    shutil.rmtree(database)
    journal.unlink()
    return recorded


def cut_often(
    folder: pathlib.Path,
    library: pathlib.Path,
    cuts: int,
    dice: random.Random,
    progress: Callable[[str], None],
    synchronous: str = "FULL",
    checkers: list[AckChecker] | None = None,
) -> list[AckChecker]:
    """Cut the power this many times; the checker of each cut, in the caller's list if given."""
    recorded = list(operations(journal_of(folder, library, synchronous)))
    moments = sorted(dice.randrange(len(recorded) + 1) for _ in range(cuts))
    disk, output, done = Disk(), bytearray(), 0
    checkers = [] if checkers is None else checkers
    for number, moment in enumerate(moments, 1):
        for operation in recorded[done:moment]:
            if operation.kind == "A":
                output += operation.content
            else:
                disk.apply(operation)
        done = moment
        survival = dice.choice(SURVIVAL)
        checkers.append(
            check(folder, disk.after_cut(dice, survival), list(read_acks(bytes(output))))
        )
        progress(f"power cut {number} of {cuts}, synchronous = {synchronous}")
    return checkers


def check(
    folder: pathlib.Path, files: dict[str, bytes], acknowledged: list[Acknowledged]
) -> AckChecker:
    """Write the surviving files, open them, and look for what was acknowledged before the cut."""
    remains = folder / "remains"
    remains.mkdir()
    for name, content in files.items():
        (remains / name).write_bytes(content)
    checker = AckChecker()
    checker.check(str(remains / "a.db"), acknowledged)
    shutil.rmtree(remains)
    return checker
