"""Saves, records, positions and results of November 2026 can still be read.

They were made by the tree of that month (fixtures/make_2026_11.py); saves of format 1 by the last
tree that wrote them.
"""

from __future__ import annotations

import io
import json
import pathlib
import shutil
import sys

import pytest

from skipyard.__main__ import main

FOLDER = pathlib.Path(__file__).parents[1] / "fixtures" / "2026-11"
GAMES = ("skipbo", "skipbo_mod", "skip_or_trip", "flip_and_skip", "skippity")
SAVES = sorted((FOLDER / "saves").glob("*/*.json"))
every_save = pytest.mark.parametrize(
    "file", SAVES, ids=lambda file: f"{file.parent.name}-{file.stem}"
)


def test_there_is_a_save_of_each_game_in_both_formats() -> None:
    assert {(file.parent.name, file.stem) for file in SAVES} == {
        (number, game) for number in "12" for game in GAMES
    }
    for file in SAVES:
        assert json.loads(file.read_text("utf-8"))["format"] == f"skipyard-save/{file.parent.name}"


@pytest.mark.parametrize("named", [True, False], ids=["named", "last"])
@every_save
def test_a_save_goes_on(
    file: pathlib.Path, named: bool, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "skipyard" / "last.json"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    if not named:
        kept.parent.mkdir()
        shutil.copyfile(file, kept)
    assert main(["--lang", "en", "play", "--resume", *([str(file)] if named else [])]) == 0
    was, now = (json.loads(path.read_text("utf-8")) for path in (file, kept))
    assert {name: now[name] for name in ("game", "seats", "settings", "key")} == {
        name: was[name] for name in ("game", "seats", "settings", "key")
    }
    moves = [[entry[:2] for entry in save["actions"]] for save in (was, now)]
    assert len(moves[0]) >= 12
    assert len(moves[1]) > len(moves[0])
    assert moves[1][: len(moves[0])] == moves[0]


RECORDS = sorted((FOLDER / "records").glob("*.json"))
WHOLE = [file for file in RECORDS if not file.stem.endswith("running")]


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: file.stem)
def test_a_record_verifies_and_is_taken_in(file: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file), "--as", "all"]) == 0
    db = str(tmp_path / "tables.db")
    assert main(["import", str(file), "--db", db]) == 0
    again, table = tmp_path / "again.json", json.loads(file.read_text("utf-8"))["table"]
    assert main(["export", "--db", db, "--", table, str(again)]) == 0
    assert again.read_bytes() == file.read_bytes()


def test_there_is_a_record_of_each_game_and_a_part_of_one() -> None:
    assert {json.loads(file.read_text("utf-8"))["game"] for file in WHOLE} == set(GAMES)
    assert len(RECORDS) == len(WHOLE) + 1


def test_what_a_seat_saw_of_a_running_game_is_still_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (part,) = set(RECORDS) - set(WHOLE)
    assert main(["replay", str(part), "--as", "1"]) == 0
    content = json.loads(part.read_text("utf-8"))
    told = capsys.readouterr().out
    for entry in content["entries"]:
        assert entry.get("words", "") in told
    assert content["view"] in told


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_read(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "positions" / f"{game}.txt"
    assert main(["position", game, str(file)]) == 0
    assert capsys.readouterr().out == file.read_text("utf-8")


def test_results_of_a_ladder_are_read(tmp_path: pathlib.Path) -> None:
    store = tmp_path / "ladder.jsonl"
    shutil.copyfile(FOLDER / "ladder.jsonl", store)
    page = tmp_path / "figures.md"
    page.write_text("# Figures\n", "utf-8")
    assert main(["--lang", "en", "ladder", "--store", str(store), "--page", str(tmp_path)]) == 0
    words = [line.split()[:2] for line in page.read_text("utf-8").splitlines()]
    ratings = [pair for pair in words if pair[0:1] == ["random"]]
    assert ratings == 2 * [["random", "471"]]  # of two games; greedy has 1000
    assert store.read_bytes() == (FOLDER / "ladder.jsonl").read_bytes()
