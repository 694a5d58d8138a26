"""`skipyard prove durability`: no acknowledged row is lost, whatever dies."""

from __future__ import annotations

import contextlib
import pathlib
import random
import tempfile
from collections.abc import Iterator
from typing import Any

from skipyard.cli import interrupts, whole_number
from skipyard.proofs.durability import disk_faults, disk_shim
from skipyard.proofs.durability.ack_checker import AckChecker
from skipyard.proofs.durability.killed_tournaments import TournamentChecker, kill_tournaments
from skipyard.proofs.durability.kills import kill_often
from skipyard.proofs.durability.power_cut import cut_often
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.progress import progress
from skipyard.proofs.shared.report import Report

KILLS_FOR_ONE = 10  # kills of a writer for each kill of a server with tournaments, which is slow
WEAKER = ("NORMAL", "OFF")  # settings of SQLite that promise less: the proof must notice


def run(args: Any) -> int:
    """Kill processes, cut the power, fill the disk, and report."""
    kills, cuts = (
        whole_number(args.kills, "--kills", language=args.lang),
        whole_number(args.cuts, "--cuts", language=args.lang),
    )
    dice = random.Random(whole_number(args.seed, "--seed", language=args.lang))
    report = Report()
    for database in ("sqlite", "postgres"):
        if kills and args.db in (database, "all"):
            kill(database, kills, dice, report)
            kill_server(database, -(-kills // KILLS_FOR_ONE), dice, report)
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
        checker, done = AckChecker(), 0

        def count(text: str) -> None:
            nonlocal done
            done += 1
            progress(text)

        def report_done() -> None:
            if checker.acknowledged:
                report_checker(report, f"{title}: {done} of {kills} times kill -9", checker)

        with contextlib.ExitStack() as stack:
            stack.enter_context(interrupts.on_stop(report_done))
            if server:
                stack.callback(server.stop)
                stack.enter_context(interrupts.on_stop(server.end))
            of_server = kill_often(url, server, kills, dice, folder, count, checker)[1]
        progress("")
        what = f"{title}: {kills} times kill -9"
        report_checker(report, what + (f", {of_server} of the server" if server else ""), checker)


def kill_server(database: str, kills: int, dice: random.Random, report: Report) -> None:
    """Kill a server with tournaments."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url, title = str(folder / "a.db"), "SQLite"
        if database == "postgres":
            postgres = Postgres()
            stack.callback(postgres.stop)
            stack.enter_context(interrupts.on_stop(postgres.end))
            url, title = postgres.create("tournaments"), "PostgreSQL"
        checker = TournamentChecker()
        kill_tournaments(url, kills, dice, folder, progress, checker)
    progress("")
    what = f"{title}: {kills} times kill -9 of a server with {len(checker.promised)} tournaments"
    counts = f"{checker.acknowledged:,} commands acknowledged, {len(checker.problems)} lost"
    report.line(checker.ok and checker.acknowledged > 0, what, counts)
    for sentence in checker.problems[:5]:
        report.line(False, "", sentence)


def cut(library: pathlib.Path, cuts: int, dice: random.Random, report: Report) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        checkers: list[AckChecker] = []

        def report_done() -> None:
            if checkers and sums(checkers)[0]:
                report_cuts(report, f"SQLite: {len(checkers)} of {cuts} power cuts", checkers)

        with interrupts.on_stop(report_done):
            cut_often(folder, library, cuts, dice, progress, checkers=checkers)
        progress("")
        report_cuts(report, f"SQLite: {cuts} power cuts", checkers)
        for synchronous in WEAKER:
            checkers = cut_often(folder, library, cuts, dice, progress, synchronous)
            progress("")
            noticed = sum(not checker.ok for checker in checkers)
            what = f"  had it been synchronous = {synchronous}"
            report.line(noticed > 0, what, f"{noticed} of {cuts} cuts would have lost something")


def report_cuts(report: Report, what: str, checkers: list[AckChecker]) -> None:
    """Report what was lost in some power cuts, and the first problems."""
    acknowledged, lost = sums(checkers)
    good = all(checker.ok for checker in checkers) and acknowledged > 0
    report.line(good, what, f"{acknowledged:,} rows acknowledged, {lost} lost")
    for sentence in [text for checker in checkers for text in checker.problems][:5]:
        report.line(False, "", sentence)


def sums(checkers: list[AckChecker]) -> tuple[int, int]:
    """Rows acknowledged before the last cut, and rows lost in all cuts."""
    return max(checker.acknowledged for checker in checkers), sum(
        checker.lost for checker in checkers
    )


def fail(library: pathlib.Path, report: Report) -> None:
    for name, sentence in disk_faults.SENTENCES.items():
        with tempfile.TemporaryDirectory() as folder:
            fault = disk_faults.fail(pathlib.Path(folder), library, name)
        report_checker(report, f"SQLite: {name} under load", fault.checker)
        clear = bool(fault.sentences) and all(sentence in said for said in fault.sentences)
        report.line(clear, "  what the store says", " | ".join(sorted(shown(fault.sentences))))
        report.line(fault.finished, "  when the disk is well again", "it goes on by itself")


def shown(sentences: set[str]) -> Iterator[str]:
    """Sentences without the path of a temporary folder."""
    for sentence in sentences:
        yield " ".join("a.db" if word.endswith("/a.db") else word for word in sentence.split(" "))


def report_checker(report: Report, what: str, checker: AckChecker) -> None:
    """Report what a checker counted, and its first problems."""
    counts = f"{checker.acknowledged:,} rows acknowledged, {checker.lost} lost"
    report.line(
        checker.ok and checker.acknowledged > 0, what, f"{counts}, {checker.rows:,} in order"
    )
    for sentence in checker.problems[:5]:
        report.line(False, "", sentence)
