"""A short run of `skipyard prove concurrency`, and checks that it notices failures."""

from __future__ import annotations

import asyncio
import pathlib
import random

import pytest
from helpers.host_log import HostLog as Table

from skipyard.core import NOBODY
from skipyard.proofs.concurrency import prove
from skipyard.proofs.concurrency.history import Answer, History, SentCommand, ShownScene, scenes
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import running
from skipyard.proofs.shared.report import Report
from skipyard.table.database.store import Row


# What a history would notice ----------------------------------------------------------------------
@pytest.fixture
def table() -> Table:
    """Two people at Skippity, a few moves in."""
    made = Table("skippity")
    for seat in (0, 1):
        made.ask(seat, "sit", own=True, name="P")
    made.ask(NOBODY, "deal", own=True)
    for number in range(6):
        host = made.host
        command = made.command("move", host.legal(host.turn)[0])
        made.send(host.turn, command._replace(id=f"{host.turn}-c{number}"))
    return made


def history_of(table: Table) -> History:
    """The history that honest clients would record."""
    history, header = History(), table.host.header
    true = scenes(header, table.rows, {0})
    for row in table.rows:
        if ":" not in row.command:
            command = row.command.partition("-")[2]
            history.sent.append(SentCommand("t", row.seat, command, row.kind, row.action))
            history.answers.append(Answer("t", row.seat, command, row.seq))
        history.shown.append(ShownScene("t", "connection", 0, row.seq, true[0, row.seq]))
    return history


def problems(history: History, table: Table, rows: list[Row]) -> str:
    return " ".join(history.problems("t", table.host.header, rows))


def test_an_honest_history_fits_its_log(table: Table) -> None:
    assert problems(history_of(table), table, table.rows) == ""


def test_a_lost_row_is_noticed(table: Table) -> None:
    sentences = problems(history_of(table), table, table.rows[:-1])
    assert "was acknowledged as row 9, and is not" in sentences
    assert "saw another row 9" in sentences


def test_a_row_that_nobody_sent_is_noticed(table: Table) -> None:
    history = history_of(table)
    history.sent.pop()
    assert "Row 9 was sent by nobody." in problems(history, table, table.rows)


def test_a_command_applied_twice_is_noticed(table: Table) -> None:
    row = table.rows[-1]
    again = [*table.rows, row._replace(seq=row.seq + 1)]
    assert "was applied 2 times" in " ".join(history_of(table).order_problems(again))


def test_a_refused_row_and_a_missing_answer_are_noticed(table: Table) -> None:
    history = history_of(table)
    history.answers[-1] = history.answers[-1]._replace(seq=0)
    del history.answers[0]
    sentences = problems(history, table, table.rows)
    assert "c5 was refused, and is in the log." in sentences
    assert "c0 was never answered." in sentences


def test_a_fork_a_step_back_and_a_viewer_left_behind_are_noticed(table: Table) -> None:
    history = history_of(table)
    first, *_, last = history.shown
    history.shown.append(last._replace(connection="fork", scene="other"))
    history.shown.append(last._replace(connection="back"))
    history.shown.append(first._replace(connection="back"))
    sentences = problems(history, table, table.rows)
    assert "fork saw another row 9." in sentences
    assert "back went back to row 1." in sentences
    assert "back was left behind at row 1 of 9." in sentences


# Real clients -----------------------------------------------------------------------------------
@pytest.fixture
def one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "TABLES", 1)


@pytest.mark.full
@pytest.mark.usefixtures("one_table")
def test_clients_of_one_process_make_one_history(tmp_path: pathlib.Path) -> None:
    report = Report()
    prove.one_process(tmp_path, 3, random.Random(3), report)
    assert report.good


@pytest.mark.full
@pytest.mark.usefixtures("one_table")
def test_clients_of_three_processes_make_one_history(
    tmp_path: pathlib.Path, postgres: Postgres
) -> None:
    report, db = Report(), postgres.create("clients")
    with running(3, db, tmp_path) as servers:
        prove.play_tables(servers, db, 3, random.Random(3), report, "three processes")
        asyncio.run(prove.check_presence(servers, report))
    assert report.good
