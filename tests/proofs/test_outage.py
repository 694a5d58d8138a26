"""A short run of `skipyard prove outage`."""

from __future__ import annotations

import pathlib

import pytest
from helpers.systems import on_linux

from skipyard.proofs.outage import prove
from skipyard.proofs.shared.processes import ServerProcess
from skipyard.proofs.shared.report import Report


@on_linux
@pytest.mark.full
def test_a_frozen_server_and_a_locked_database_cost_nobody_a_game(tmp_path: pathlib.Path) -> None:
    file, report = tmp_path / "tables.db", Report()
    with ServerProcess(str(file), tmp_path / "log").started() as server:
        prove.check(server, "frozen", prove.frozen_server, report)
        prove.check(server, "locked", lambda _: prove.locked(file), report)
    assert report.good


@pytest.mark.full
def test_a_full_disk_costs_nobody_a_game(tmp_path: pathlib.Path) -> None:
    report = Report()
    prove.full_disk(tmp_path, report, prove.OUTAGE)
    assert report.good
