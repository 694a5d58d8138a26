"""Workers of this machine: tasks that are lost are done again, and bad places are refused."""

from __future__ import annotations

import operator
import pathlib

import pytest
from helpers.command_refusal import refusal
from helpers.ray_cluster import die_once

from skipyard import extras
from skipyard.lab.workers import Workers
from skipyard.lab.workers.local import Inline, Processes, Threads
from skipyard.options import Refused

SMALL = ["simulate", "skippity", "--set", "size=6", "--games", "4"]


@pytest.mark.parametrize("make", [Inline, lambda: Threads(2), lambda: Processes(2)])
def test_workers_return_results_and_raise_what_tasks_raise(make: type[Workers]) -> None:
    workers = make()
    try:
        futures = [workers.submit(operator.neg, n) for n in range(5)]
        assert [future.result(60) for future in futures] == [0, -1, -2, -3, -4]
        with pytest.raises(ZeroDivisionError):
            workers.submit(operator.methodcaller("__truediv__", 0), 1.5).result(60)
    finally:
        workers.close()


def test_a_task_whose_process_is_killed_is_done_again(tmp_path: pathlib.Path) -> None:
    marker, workers = tmp_path / "marker", Processes(1)
    try:
        workers.submit(exec, die_once(marker)).result(60)
    finally:
        workers.close()
    assert marker.read_text() == "done"


@pytest.mark.full
def test_a_task_that_always_kills_its_process_gets_a_sentence() -> None:
    workers = Processes(1)
    try:
        with pytest.raises(Refused, match="died 3 times over the same task"):
            workers.submit(exec, "import os; os.kill(os.getpid(), 9)").result(60)
    finally:
        workers.close()


def test_a_place_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("mars", "ray://", "rays"):
        assert f"you wrote “{place}”" in refusal(capsys, [*SMALL, "--on", place])
    monkeypatch.setattr(extras, "is_installed", lambda package: package != "ray")
    assert "skipyard[ray]" in refusal(capsys, [*SMALL, "--on", "ray"])
