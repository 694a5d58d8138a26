"""`skipyard prove security`: whatever strangers send, the table plays on and gives nothing away."""

from __future__ import annotations

import asyncio
import pathlib
import random
import tempfile
from typing import Any

from skipyard.cli import whole_number
from skipyard.proofs.durability.prove import Report
from skipyard.proofs.security import fuzz
from skipyard.proofs.security.attack_report import Siege
from skipyard.proofs.security.attacks import ATTACKS
from skipyard.proofs.shared.games import HIDING, OPEN, short
from skipyard.proofs.shared.processes import running
from skipyard.proofs.shared.progress import progress
from skipyard.table.stores import open_store

PER_RECORD = 50  # messages are read faster than records: so many for one


def run(args: Any) -> int:
    """Attack a server, then read its log; feed its readers with nonsense."""
    tries = whole_number(args.tries, "--tries")
    dice = random.Random(whole_number(args.seed, "--seed"))
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        attack(pathlib.Path(name), report)
    nonsense(tries, dice, report)
    return 0 if report.good else 1


def attack(folder: pathlib.Path, report: Report) -> None:
    db = str(folder / "tables.db")
    with running(1, db, folder) as servers:
        siege = Siege(servers[0].url)
        for attempt in ATTACKS:
            progress(str(attempt.__name__).replace("_", " "))
            before, siege.wrong = len(siege.answers), []
            asyncio.run(attempt(siege))
            well = asyncio.run(siege.is_well())
            progress("")
            found = f"{len(siege.answers) - before} answers, the table plays on"
            name = attempt.__name__.replace("_", " ")
            report.line(well and not siege.wrong, name, found if well else "the table is lost")
            for sentence in siege.wrong[:5]:
                report.line(False, "", sentence)
        read_log(siege, servers[0].log.read_text(), db, report)


def read_log(siege: Siege, log: str, db: str, report: Report) -> None:
    """No secret in any answer nor in the log, and nothing in it that went wrong."""
    store = open_store(db)
    header = store.header(siege.table)
    store.close()
    assert header is not None
    said = log + "".join(siege.answers)
    leaked = sum(word in said for word in (*siege.secrets, header.key.hex()))
    report.line(not leaked, "secrets in answers and in the log", f"{leaked} found")
    lines = log.splitlines()
    failed = [line for line in lines if '"level": "error"' in line or not line.startswith("{")]
    report.line(not failed, "errors in the log", f"{len(failed)} in {len(lines)} lines")
    for line in failed[:5]:
        report.line(False, "", line[:200])


def nonsense(tries: int, dice: random.Random, report: Report) -> None:
    progress("mutated messages")
    wrong = fuzz.fuzz_messages(tries, dice)
    progress("mutated records")
    report.line(
        not wrong, "the reader of messages", f"{tries:,} mutated frames, {len(wrong)} surprises"
    )
    records = [
        fuzz.finished(OPEN, short(OPEN), dice),
        fuzz.finished(HIDING, short(HIDING), dice),
    ]
    count = tries // PER_RECORD
    found = fuzz.fuzz_records(count, dice, records)
    progress("")
    report.line(
        not found, "the reader of records", f"{count:,} mutated records, {len(found)} surprises"
    )
    for sentence in (wrong + found)[:5]:
        report.line(False, "", sentence)
