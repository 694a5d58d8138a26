"""`skipyard prove security`: whatever strangers send, the table plays on and gives nothing away."""

from __future__ import annotations

import asyncio
import pathlib
import random
import tempfile
from typing import Any

from skipyard.cli import whole_number
from skipyard.proofs.security import crowds, endless, fuzz
from skipyard.proofs.security.attacked_table import AttackedTable
from skipyard.proofs.security.attacks import ATTACKS
from skipyard.proofs.shared.games import HIDING, OPEN, short
from skipyard.proofs.shared.processes import running
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report
from skipyard.table.database.stores import open_store

PER_RECORD = 50  # mutated messages for each mutated record, which takes longer


def run(args: Any) -> int:
    """Attack a server, read its log, and fuzz its parsers."""
    tries = whole_number(args.tries, "--tries", language=args.lang)
    dice = random.Random(whole_number(args.seed, "--seed", language=args.lang))
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        attack(pathlib.Path(name), report)
    fuzz_parsers(tries, dice, report)
    return 0 if report.good else 1


def attack(folder: pathlib.Path, report: Report) -> None:
    db = str(folder / "tables.db")
    with running(1, db, folder) as servers:
        target = AttackedTable(servers[0].url)
        for attempt in (*ATTACKS, *endless.ATTACKS, *crowds.ATTACKS):
            progress(str(attempt.__name__).replace("_", " "))
            before, target.problems = len(target.answers), []
            target.figures = []
            asyncio.run(attempt(target))
            plays_on = asyncio.run(target.plays_on())
            progress("")
            answers = [f"{len(target.answers) - before} answers"] if not target.figures else []
            result = ", ".join([*answers, *target.figures, "the table plays on"])
            name = attempt.__name__.replace("_", " ")
            report.line(
                plays_on and not target.problems, name, result if plays_on else "the table is lost"
            )
            for sentence in target.problems[:5]:
                report.line(False, "", sentence)
        read_log(target, servers[0].log.read_text(), db, report)


def read_log(target: AttackedTable, log: str, db: str, report: Report) -> None:
    """Check that no answer and no log line has a secret, and that nothing in the log went wrong."""
    store = open_store(db)
    header = store.header(target.table)
    store.close()
    assert header is not None
    said = log + "".join(target.answers)
    leaked = sum(word in said for word in (*target.secrets, header.key.hex()))
    report.line(not leaked, "secrets in answers and in the log", f"{leaked} found")
    lines = log.splitlines()
    failed = [line for line in lines if '"level": "error"' in line or not line.startswith("{")]
    report.line(not failed, "errors in the log", f"{len(failed)} in {len(lines)} lines")
    for line in failed[:5]:
        report.line(False, "", line[:200])


def fuzz_parsers(tries: int, dice: random.Random, report: Report) -> None:
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
    surprises = fuzz.fuzz_records(count, dice, records)
    progress("")
    report.line(
        not surprises,
        "the reader of records",
        f"{count:,} mutated records, {len(surprises)} surprises",
    )
    for sentence in (wrong + surprises)[:5]:
        report.line(False, "", sentence)
