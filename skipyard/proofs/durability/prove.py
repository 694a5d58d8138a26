"""`skipyard prove durability`: no acknowledged row is lost, whatever dies."""

from __future__ import annotations

import pathlib
import random
import tempfile
from collections.abc import Iterator
from typing import Any

from skipyard.cli import say, whole_number
from skipyard.proofs.durability import disk_faults, disk_shim
from skipyard.proofs.durability.ack_checker import Witness
from skipyard.proofs.durability.kills import kill_often
from skipyard.proofs.durability.power_cut import cut_often
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.progress import progress

WEAKER = ("NORMAL", "OFF")  # settings of SQLite that promise less: the proof must notice


class Report:
    """What was tried, line by line; one bad line spoils it."""

    def __init__(self) -> None:
        self.good = True

    def line(self, good: bool, what: str, found: str) -> None:
        self.good &= good
        say(f"{'ok  ' if good else 'FAIL'}  {what:<50}{found}")

    def witness(self, what: str, seen: Witness) -> None:
        found = f"{seen.acknowledged:,} rows acknowledged, {seen.lost} lost, {seen.rows:,} in order"
        self.line(seen.content and seen.acknowledged > 0, what, found)
        for sentence in seen.wrong[:5]:
            self.line(False, "", sentence)


def run(args: Any) -> int:
    """Kill, cut, fill up; say what was found."""
    kills, cuts = whole_number(args.kills, "--kills"), whole_number(args.cuts, "--cuts")
    dice = random.Random(whole_number(args.seed, "--seed"))
    report = Report()
    for database in ("sqlite", "postgres"):
        if kills and args.db in (database, "all"):
            kill(database, kills, dice, report)
    if cuts and args.db in ("sqlite", "all"):
        with tempfile.TemporaryDirectory() as name:
            library = disk_shim.compiled(pathlib.Path(name))
            cut(library, cuts, dice, report)
            fail(library, report)
    return 0 if report.good else 1


def kill(database: str, kills: int, dice: random.Random, report: Report) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, server = pathlib.Path(name), None
        url, title = str(folder / "a.db"), "SQLite"
        if database == "postgres":
            server = Postgres()
            url, title = server.create("proof"), "PostgreSQL"
        try:
            seen, of_server = kill_often(url, server, kills, dice, folder, progress)
        finally:
            if server:
                server.stop()
        progress("")
        what = f"{title}: {kills} times kill -9"
        report.witness(what + (f", {of_server} of the server" if server else ""), seen)


def cut(library: pathlib.Path, cuts: int, dice: random.Random, report: Report) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        seen = cut_often(folder, library, cuts, dice, progress)
        progress("")
        acknowledged, lost = sums(seen)
        good = all(witness.content for witness in seen) and acknowledged > 0
        found = f"{acknowledged:,} rows acknowledged, {lost} lost"
        report.line(good, f"SQLite: {cuts} power cuts", found)
        for sentence in [text for witness in seen for text in witness.wrong][:5]:
            report.line(False, "", sentence)
        for synchronous in WEAKER:
            seen = cut_often(folder, library, cuts, dice, progress, synchronous)
            progress("")
            noticed = sum(not witness.content for witness in seen)
            what = f"  had it been synchronous = {synchronous}"
            report.line(noticed > 0, what, f"{noticed} of {cuts} cuts would have lost something")


def sums(seen: list[Witness]) -> tuple[int, int]:
    """Rows acknowledged before the last cut, and rows lost in all of them."""
    return max(witness.acknowledged for witness in seen), sum(witness.lost for witness in seen)


def fail(library: pathlib.Path, report: Report) -> None:
    for name, sentence in disk_faults.SENTENCES.items():
        with tempfile.TemporaryDirectory() as folder:
            fault = disk_faults.fail(pathlib.Path(folder), library, name)
        report.witness(f"SQLite: {name} under load", fault.witness)
        clear = bool(fault.sentences) and all(sentence in said for said in fault.sentences)
        report.line(clear, "  what the store says", " | ".join(sorted(shown(fault.sentences))))
        report.line(fault.finished, "  when the disk is well again", "it goes on by itself")


def shown(sentences: set[str]) -> Iterator[str]:
    """Sentences without the name of a temporary folder."""
    for sentence in sentences:
        yield " ".join("a.db" if word.endswith("/a.db") else word for word in sentence.split(" "))
