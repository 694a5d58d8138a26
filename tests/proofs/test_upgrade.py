"""A short run of `skipyard prove upgrade`, and what it would notice."""

from __future__ import annotations

import pathlib
import random

import pytest
from helpers.host_log import HostLog

from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.report import Report
from skipyard.proofs.upgrade import prove
from skipyard.proofs.upgrade.players import Acknowledged, Ledger
from skipyard.table.database.store import NewRow
from skipyard.table.database.stores import open_store


@pytest.mark.full
def test_two_processes_are_replaced_while_people_play(
    postgres: Postgres, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "PAIRS", 1)
    monkeypatch.setattr(prove, "BETWEEN", 0.5)
    report = Report()
    prove.upgrade(postgres.create("upgrade"), tmp_path, random.Random(1), report)
    assert report.good


@pytest.fixture
def played() -> HostLog:
    """A table at which two people have just sat down."""
    log = HostLog("skippity", chairs=["open", "open"])
    log.ask(0, "sit", name="Ann")
    log.ask(1, "sit", name="Bob")
    return log


@pytest.mark.parametrize(
    ("command", "seq"), [("0-m1", 1), ("0-m1", 2)], ids=["another row", "no such row"]
)
def test_a_lost_move_and_an_unfinished_game_are_noticed(
    played: HostLog,
    command: str,
    seq: int,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store, ledger, report = open_store(str(tmp_path / "t.db")), Ledger(), Report()
    store.create(played.host.header, [])
    store.append([NewRow(row) for row in played.rows])
    table = played.host.header.table
    ledger.tables.append(table)
    ledger.moves.append(Acknowledged(table, command, seq))
    prove.check(store, ledger, report)
    store.close()
    shown = capsys.readouterr().out
    assert not report.good
    assert "1 lost" in shown
    assert "0 played out" in shown
    assert "0 of 1 verify" in shown
