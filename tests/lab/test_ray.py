"""The lab on a Ray cluster: what a local run finds, also when a node or a process is lost."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.ray_cluster import TwoNodes, die_once, two_nodes
from helpers.running_command import RunningCommand

from skipyard.__main__ import main
from skipyard.lab.workers.cluster import Cluster
from skipyard.options import Refused

pytestmark = [pytest.mark.full, pytest.mark.xdist_group("ray")]
SMALL = ["--set", "size=6", "--seed", "4"]
ROOT = pathlib.Path(__file__).parents[2]
RECORD = str(ROOT / "tests" / "records" / "skipbo.json")


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    with two_nodes(with_client=True) as running:
        yield running


@pytest.fixture(autouse=True)
def address(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "nodes" in request.fixturenames:
        monkeypatch.setenv("RAY_ADDRESS", request.getfixturevalue("nodes").address)


def without_times(report: Any) -> Any:
    """A report without what the clock says."""
    if isinstance(report, dict):
        return {k: without_times(v) for k, v in report.items() if k not in ("mean_ms", "p99_ms")}
    return [without_times(part) for part in report] if isinstance(report, list) else report


def both(capsys: pytest.CaptureFixture[str], words: list[str]) -> tuple[Any, Any]:
    """The report of a command here, and on the cluster."""
    reports = []
    for more in ([], ["--on", "ray"]):
        assert main([*words, "--json", *more]) == 0
        reports.append(without_times(json.loads(capsys.readouterr().out)))
    return reports[0], reports[1]


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "skippity", *SMALL, "--games", "1200"],
        ["simulate", "skippity", *SMALL, "--games", "10", "--bots", "greedy,search:20"],
        ["match", "skippity", "greedy", "search:20", *SMALL, "--pairs", "6"],
        ["match", "skippity", "greedy", "random", *SMALL, "--pairs", "130"],
        ["analyse", RECORD, "--sims", "8"],
    ],
)
def test_a_cluster_finds_what_this_machine_finds(
    words: list[str], nodes: TwoNodes, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = both(capsys, words)
    assert here == there


def test_a_ladder_on_a_cluster(
    nodes: TwoNodes, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ladder", "skippity", *SMALL, "--bots", "random,greedy,rules", "--pairs", "4"]
    found = []
    for place in ("local", "ray"):
        store, out = str(tmp_path / f"{place}.jsonl"), str(tmp_path / f"{place}.csv")
        assert main([*words, "--on", place, "--store", store, "--out", out, "--json"]) == 0
        rows = (tmp_path / f"{place}.csv").read_text().splitlines()
        found.append((without_times(json.loads(capsys.readouterr().out)), sorted(rows)))
    (here, rows), (there, others) = found
    key = str
    for report in (here, there):
        report["ladders"][0]["matchups"].sort(key=key)
        report["ladders"][0]["ratings"].sort(key=lambda rating: rating["bot"])
    assert rows == others
    assert here["ladders"][0]["matchups"] == there["ladders"][0]["matchups"]


def test_trajectories_come_from_a_cluster(nodes: TwoNodes, tmp_path: pathlib.Path) -> None:
    words = ["simulate", "skippity", *SMALL, "--games", "700", "--trajectories"]
    for place in ("local", "ray"):
        assert main([*words, str(tmp_path / f"{place}.arrow"), "--on", place]) == 0
    here, there = (
        {file.name: file.read_bytes() for file in (tmp_path / f"{place}.arrow").iterdir()}
        for place in ("local", "ray")
    )
    assert here == there
    assert len(here) == 3


# What can go wrong --------------------------------------------------------------------------------
def test_a_balance_study_survives_the_loss_of_a_node(tmp_path: pathlib.Path) -> None:
    """The study of docs/notebooks/balance.ipynb, which then draws the cluster's file."""
    games, data = ["--only", "skipbo", "--games", "2000"], {}
    for place in ("local", "ray"):
        (tmp_path / place).mkdir()
        out = str(tmp_path / f"{place}.parquet")
        words = ["figures", str(tmp_path / place), *games, "--on", place, "--out", out]
        if place == "local":
            assert main(words) == 0
        else:
            with two_nodes() as nodes:
                study = [sys.executable, "-m", "skipyard", *words]
                running = subprocess.Popen(
                    study, env=environment(nodes), stdout=subprocess.PIPE, text=True
                )
                assert running.stdout is not None
                for line in running.stdout:
                    if line.startswith("3 of "):
                        break
                nodes.lose_second()
                rest = running.stdout.read()
                assert running.wait(300) == 0, rest
        from pyarrow import parquet

        table = parquet.read_table(out)
        text = (tmp_path / place / "figures" / "skipbo.csv").read_text("utf-8")
        data[place] = text, table, (tmp_path / place / "figures.md").read_text("utf-8")
        assert not pathlib.Path(out + ".unfinished").exists()
    assert data["local"][0] == data["ray"][0]
    assert data["local"][1].equals(data["ray"][1])
    assert data["local"][2] == data["ray"][2]
    tables = {
        (row["seats"], row["settings"]) for row in csv.DictReader(data["ray"][0].splitlines())
    }
    assert data["ray"][1].num_rows == 2000 * len(tables)
    (tmp_path / "ray.parquet").rename(tmp_path / "study.parquet")
    assert drawn_by_notebook(tmp_path) == shown_in_notebook()


NOTEBOOK = ROOT / "docs" / "notebooks" / "balance.ipynb"


def drawn_by_notebook(folder: pathlib.Path) -> list[Any]:
    """What the notebook's cells show, of the study that is in the folder already."""
    run = runpy.run_path(str(ROOT / "docs" / "site" / "notebooks.py"))["run"]
    first, *outputs = outputs_of(json.loads(run(NOTEBOOK.read_text("utf-8"), folder)))
    assert first == []  # it played nothing
    return outputs


def shown_in_notebook() -> list[Any]:
    _, *outputs = outputs_of(json.loads(NOTEBOOK.read_text("utf-8")))
    assert "image/svg+xml" in str(outputs)
    return outputs


def outputs_of(notebook: Any) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def environment(nodes: TwoNodes) -> dict[str, str]:
    return {**os.environ, "RAY_ADDRESS": nodes.address, "LANG": "en"}


def test_a_task_whose_process_is_killed_is_done_again(
    nodes: TwoNodes, tmp_path: pathlib.Path
) -> None:
    marker = tmp_path / "was here"
    workers = Cluster("", None)
    try:
        workers.submit(exec, die_once(marker)).result(120)
    finally:
        workers.close()
    assert marker.read_text() == "done"


def test_a_cluster_that_goes_away_keeps_what_was_done(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "games.csv"
    words = ["simulate", "skippity", *SMALL, "--bots", "greedy,search:40", "--out", str(out)]
    with (
        two_nodes() as nodes,
        RunningCommand(
            *words, "--games", "400", "--on", "ray", environment=environment(nodes)
        ) as command,
    ):
        command.wait_for(r"\b[1-9]\d*/400")
        nodes.close()
        assert command.status() == 2
        assert "The Ray cluster has gone away." in command.last_line()
    store = pathlib.Path(f"{out}.unfinished")
    done = store.read_bytes().count(b'{"key"')
    assert done > 0
    assert main([*words, "--games", "400"]) == 0
    rows = out.read_text().splitlines()
    assert main([*words[:-1], str(tmp_path / "whole.csv"), "--games", "400"]) == 0
    assert (tmp_path / "whole.csv").read_text().splitlines() == rows


def test_a_cluster_by_its_client_address(
    nodes: TwoNodes, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "skippity", *SMALL, "--games", "600", "--json"]
    assert main(words) == 0
    here = capsys.readouterr().out
    assert main([*words, "--on", f"ray://127.0.0.1:{nodes.client_port}"]) == 0
    assert capsys.readouterr().out == here


def test_a_node_with_another_version_is_refused(
    nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipyard.lab.workers.cluster.all_sources_digest", lambda: "another")
    workers = Cluster("", None)
    try:
        with pytest.raises(Refused, match="has another version of Skipyard"):
            workers.submit(time.sleep, 0).result(120)
    finally:
        workers.close()


def test_ctrl_c_stops_the_tasks_of_a_cluster(nodes: TwoNodes) -> None:
    words = ["simulate", "skippity", *SMALL, "--bots", "greedy,search:40", "--games", "100000"]
    with RunningCommand(*words, "--on", "ray", environment=environment(nodes)) as command:
        command.wait_for(r"\b[1-9]\d*/100000")
        command.press_ctrl_c()
        assert command.status() == 130
        assert command.last_line().startswith("Stopped after ")
    workers = Cluster("", None)  # whose tasks would otherwise wait for those of the command
    try:
        assert workers.submit(abs, -1).result(120) == 1
    finally:
        workers.close()


def test_an_address_without_a_cluster_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "skippity", *SMALL, "--on", "ray://127.0.0.1:9"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("There is no Ray cluster to work on at ray://127.0.0.1:9: ")
    assert said.count("\n") == 1
