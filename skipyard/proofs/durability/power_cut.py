"""A power cut: what a database looks like when only what was synced is sure to be on disk.

SQLite's deeds are kept in a journal (disk_shim.c). The disk is then played up to a random moment:
what was synced is there; of the rest nothing, or any part of it down to single sectors.
"""

from __future__ import annotations

import pathlib
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from skipyard.proofs.durability import disk_shim
from skipyard.proofs.durability.ack_checker import Acknowledged, Witness, heard

SECTOR = 512  # bytes that a disk writes whole
KEPT = (0.0, 0.3, 0.7)  # how much of what was not synced survives; one is drawn for each cut
ROWS = 4000  # of a journal, written by two processes one after the other


class Deed(NamedTuple):
    """One line of a journal."""

    kind: str
    names: list[str]
    at: int  # an offset or a length
    content: bytes


@dataclass
class File:
    """What is on disk, and what has been written since it was last synced."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[Deed] = field(default_factory=list)

    def do(self, deed: Deed) -> None:
        if deed.kind == "T":
            del self.content[deed.at :]
            self.content.extend(bytes(deed.at - len(self.content)))
        else:
            self.content.extend(bytes(max(0, deed.at - len(self.content))))
            self.content[deed.at : deed.at + len(deed.content)] = deed.content

    def sync(self) -> None:
        for deed in self.waiting:
            self.do(deed)
        self.waiting.clear()

    def after_cut(self, dice: random.Random, kept: float) -> bytes:
        """What is left of it."""
        left = File(bytearray(self.content))
        for piece in (piece for deed in self.waiting for piece in sectors(deed)):
            if dice.random() < kept:
                left.do(piece)
        return bytes(left.content)


def sectors(deed: Deed) -> Iterator[Deed]:
    """A deed in the pieces that reach the disk by themselves."""
    if deed.kind == "T":
        yield deed
        return
    start = 0
    while start < len(deed.content):
        end = start + SECTOR - (deed.at + start) % SECTOR
        yield deed._replace(at=deed.at + start, content=deed.content[start:end])
        start = end


Names = dict[str, File]


class Disk:
    """One folder. Names, like bytes, last from when they are synced; they survive in order."""

    def __init__(self) -> None:
        self.now: Names = {}
        self.synced: Names = {}
        self.waiting: list[Names] = []  # what the folder was after each change since

    def do(self, deed: Deed) -> None:
        match deed.kind:
            case "T" | "W":
                self.now[deed.names[0]].waiting.append(deed)
            case "S":
                self.now[deed.names[0]].sync()
            case "D":
                self.synced, self.waiting = self.now, []
            case _:
                self.now = renamed(self.now, deed)
                self.waiting.append(self.now)

    def after_cut(self, dice: random.Random, kept: float) -> dict[str, bytes]:
        """The files that are left."""
        names = dice.choice([self.synced, *self.waiting]) if kept else self.synced
        return {name: file.after_cut(dice, kept) for name, file in names.items()}


def renamed(names: Names, deed: Deed) -> Names:
    """The folder after a file was created, unlinked or renamed."""
    names = dict(names)
    if deed.kind == "C":
        names[deed.names[0]] = File()
    else:
        file = names.pop(deed.names[0])
        if deed.kind == "R":
            names[deed.names[1]] = file
    return names


def deeds(journal: bytes) -> Iterator[Deed]:
    """The lines of a journal; the index in shared memory is made anew after a crash."""
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
            yield Deed(kind, names, where, journal[at : at + length])
        at += length


def journal_of(folder: pathlib.Path, library: pathlib.Path, synchronous: str) -> bytes:
    """The story of a database from its birth, closed and opened again on the way."""
    database, journal = folder / "db", folder / "journal"
    database.mkdir()
    for run in ("first", "second"):
        load = disk_shim.start(library, database, run, ROWS // 2, synchronous, journal=journal)
        load.communicate()
        assert load.returncode == 0
    story = journal.read_bytes()
    shutil.rmtree(database)
    journal.unlink()
    return story


def cut_often(
    folder: pathlib.Path,
    library: pathlib.Path,
    cuts: int,
    dice: random.Random,
    progress: Callable[[str], None],
    synchronous: str = "FULL",
) -> list[Witness]:
    """Cut the power so many times; what a witness found after each."""
    story = list(deeds(journal_of(folder, library, synchronous)))
    moments = sorted(dice.randrange(len(story) + 1) for _ in range(cuts))
    disk, said, done = Disk(), bytearray(), 0
    witnesses = []
    for number, moment in enumerate(moments, 1):
        for deed in story[done:moment]:
            if deed.kind == "A":
                said += deed.content
            else:
                disk.do(deed)
        done = moment
        kept = dice.choice(KEPT)
        witnesses.append(look(folder, disk.after_cut(dice, kept), list(heard(bytes(said)))))
        progress(f"power cut {number} of {cuts}, synchronous = {synchronous}")
    return witnesses


def look(
    folder: pathlib.Path, files: dict[str, bytes], acknowledged: list[Acknowledged]
) -> Witness:
    """Put back what is left, open it, and look for what was acknowledged before the cut."""
    remains = folder / "remains"
    remains.mkdir()
    for name, content in files.items():
        (remains / name).write_bytes(content)
    witness = Witness()
    witness.look(str(remains / "a.db"), acknowledged)
    shutil.rmtree(remains)
    return witness
