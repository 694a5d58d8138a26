"""A command that was stopped goes on where it was, and never with the store of another run."""

from __future__ import annotations

import json
import pathlib
import resource
import subprocess
import sys
from typing import Any

import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.lab import store
from skipyard.lab.matches import arena
from skipyard.lab.matches.tasks import Task
from skipyard.lab.matches.tasks import play as play_task
from skipyard.lab.store import Store
from skipyard.lab.studies import chunks
from skipyard.lab.studies.chunks import Kind, Run

SMALL = ["skippity", "--set", "size=6"]
ABOUT = {"command": "test", "seed": 3}


def test_entries_come_back_and_a_torn_one_does_not_count(tmp_path: pathlib.Path) -> None:
    file = str(tmp_path / "a")
    first = Store(file, ABOUT, "en")
    first.add("one", [1], b"x\ny")
    first.add("two", None, b"")
    whole = first.file.read_bytes()
    first.add("three", None, b"cut")
    for cut in range(len(whole), len(first.file.read_bytes()), 9):
        torn = tmp_path / "torn.unfinished"
        torn.write_bytes(first.file.read_bytes()[:cut])
        again = Store(str(tmp_path / "torn"), ABOUT, "en")
        assert [(e.key, e.facts, e.content) for e in again.entries.values()] == [
            ("one", [1], b"x\ny"),
            ("two", None, b""),
        ]
    again.add("three", None, b"whole")
    assert list(Store(str(tmp_path / "torn"), ABOUT, "en").entries) == ["one", "two", "three"]
    assert store.seed_in(file, "en") == 3


def stop_after(monkeypatch: pytest.MonkeyPatch, count: int) -> list[int]:
    """Let a study be interrupted after so many chunks; returns the first game of each."""
    take, firsts = Run.take, list[int]()

    def counted(run: Run, kind: Kind, first: int, chunk: chunks.Chunk) -> None:
        if len(firsts) == count:
            raise KeyboardInterrupt
        firsts.append(first)
        take(run, kind, first, chunk)

    monkeypatch.setattr(Run, "take", counted)
    return firsts


@pytest.mark.parametrize("kind", [".csv", pytest.param(".parquet", marks=pytest.mark.full)])
def test_a_stopped_simulation_goes_on(
    kind: str,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, moves = tmp_path / f"games{kind}", tmp_path / "moves.arrow"
    words = ["simulate", *SMALL, "--bots", "random", "--games", "1700", "--json"]
    named = ["--out", str(out), "--trajectories", str(moves)]
    firsts = stop_after(monkeypatch, 2)
    assert main([*words, *named]) == 130
    report = json.loads(capsys.readouterr().out)
    assert report["stopped"] is True
    stopped, firsts[:] = set(firsts), []
    assert main([*words, *named]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["seed"] == report["seed"], "that of the unfinished run"
    assert set(firsts) | stopped == {0, 500, 1000, 1500}
    assert not set(firsts) & stopped
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([out.name, moves.name])
    assert len(list(moves.iterdir())) == 5
    again = tmp_path / f"again{kind}"
    monkeypatch.undo()
    assert main([*words, "--out", str(again), "--seed", str(report["seed"])]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_other_options_and_other_versions_are_refused(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.csv"
    words = ["simulate", *SMALL, "--games", "1200", "--out", str(out)]
    stop_after(monkeypatch, 1)
    assert main([*words, "--seed", "1"]) == 130
    capsys.readouterr()
    kept = pathlib.Path(f"{out}.unfinished").read_bytes()
    assert "(different: seed)" in refusal(capsys, [*words, "--seed", "2"])
    assert "(different: bots)" in refusal(capsys, [*words, "--bots", "random"])
    monkeypatch.setattr(store, "all_sources_digest", lambda: "another")
    assert "another version of Skipyard" in refusal(capsys, words)
    said = refusal(capsys, ["--lang", "fr", *words])
    assert "une autre version de Skipyard" in said
    assert pathlib.Path(f"{out}.unfinished").read_bytes() == kept
    pathlib.Path(f"{out}.unfinished").write_text("shopping list\n")
    assert "is not what a stopped command leaves" in refusal(capsys, words)


def test_a_stopped_match_goes_on(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["match", *SMALL, "greedy", "random", "--jobs", "1", "--pairs", "15", "--json"]
    out, played = tmp_path / "games.csv", list[Task]()

    def interrupted_at(number: int) -> Any:
        def noted(task: Task) -> Any:
            if len(played) == number:
                raise KeyboardInterrupt
            played.append(task)
            return play_task(task)

        return noted

    monkeypatch.setattr(arena, "play", interrupted_at(9))
    assert main([*words, "--out", str(out)]) == 130
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert len(out.read_text().splitlines()) == 1 + 2 * 4, "of complete pairs"
    monkeypatch.setattr(arena, "play", interrupted_at(-1))
    assert main([*words, "--out", str(out)]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert len({task.key for task in played}) == len(played) == 21, "no task is done again"
    assert main([*words, "--seed", str(seed), "--out", str(tmp_path / "again.csv")]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["pair_counts"] == whole["pair_counts"]
    assert (tmp_path / "again.csv").read_text() == out.read_text()


def test_a_ladder_adds_up_its_games(tmp_path: pathlib.Path) -> None:
    words = ["ladder", *SMALL, "--bots", "random,greedy", "--jobs", "1", "--seed", "1"]
    files = ["--store", str(tmp_path / "l.jsonl"), "--out", str(tmp_path / "games.csv")]
    for pairs in ("2", "5"):
        assert main([*words, *files, "--pairs", pairs]) == 0
    rows = (tmp_path / "games.csv").read_text().splitlines()
    assert len(rows) == len(set(rows)) == 1 + 2 * 5


@pytest.mark.full
def test_time_that_is_up_keeps_what_was_played(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "games.csv")
    words = ["simulate", *SMALL, "--bots", "greedy,search:20", "--out", out, "--seed", "1"]
    assert main([*words, "--games", "100000", "--time-limit", "4", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "The time was up." in said
    assert "The same command goes on from there." in said or "before the first" in said


@pytest.mark.full
def test_a_full_disk_is_a_sentence_and_keeps_what_was_done(tmp_path: pathlib.Path) -> None:
    out = str(tmp_path / "games.csv")
    words = ["simulate", *SMALL, "--bots", "random", "--games", "20000", "--seed", "1"]

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    ended = subprocess.run(
        [sys.executable, "-m", "skipyard", "--lang", "en", *words, "--out", out],
        preexec_fn=small_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2, ended.stderr
    assert f"{out}.unfinished cannot be written: File too large." in ended.stderr
    assert ended.stderr.count("\n") == 1
    found = store.read(pathlib.Path(f"{out}.unfinished"), "en")
    assert found is not None
    assert found[1], "some chunks were stored"
    assert main([*words, "--out", out]) == 0
    assert len(pathlib.Path(out).read_text().splitlines()) == 20001


def test_figures_of_another_version_are_refused_and_kept(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "figures").mkdir()
    kept = tmp_path / "figures" / "unfinished.json"
    for sources, sentence in (("old", "another version"), (None, "(different: games)")):
        from skipyard.sources import all_sources_digest

        key = {"sources": sources or all_sources_digest(), "games": 3, "reports": {}}
        kept.write_text(json.dumps(key))
        words = ["figures", str(tmp_path), "--only", "skippity", "--games", "2"]
        assert sentence in refusal(capsys, words)
        assert json.loads(kept.read_text()) == key
