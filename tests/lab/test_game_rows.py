"""Files of games: the same rows in every format, and a sentence where one cannot be written."""

from __future__ import annotations

import csv
import json
import pathlib
from typing import Any

import pytest

from skipyard.__main__ import main
from skipyard.lab import game_rows
from skipyard.options import Refused

SMALL = ["simulate", "skippity", "--set", "size=6", "--games", "40"]


def test_every_format_has_the_same_rows(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pyarrow import feather, parquet

    files = [str(tmp_path / f"games{kind}") for kind in game_rows.KINDS]
    for file in files:
        assert main([*SMALL, "--seed", "4", "--json", "--out", file]) == 0
    report = json.loads(capsys.readouterr().out.split("\n}\n")[0] + "}")
    with open(files[0], encoding="utf-8") as text:
        rows: list[dict[str, Any]] = list(csv.DictReader(text))
    tables = [parquet.read_table(files[1]).to_pylist(), feather.read_table(files[2]).to_pylist()]
    for table in tables:
        as_text = [{k: "" if v is None else str(v) for k, v in row.items()} for row in table]
        assert as_text == rows
    assert len(rows) == 40
    for number, side in enumerate(report["sides"], 1):
        assert sum(row["winner"] == str(number) for row in rows) == side["wins"]
    assert sum(row["winner"] == "" for row in rows) == report["draws"]
    assert {row["ending"] for row in rows} <= set(report["endings"])


def test_a_seed_that_was_not_asked_for_repeats_the_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(SMALL) == 0
    first = capsys.readouterr().out
    seed = first.split("--seed ")[1].strip()
    assert main([*SMALL, "--seed", seed]) == 0
    assert capsys.readouterr().out == first


def test_another_ending_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*SMALL, "--out", "games.xls"]) == 2
    assert "A file of games ends in .csv, .parquet or .arrow" in capsys.readouterr().err


def test_a_full_disk_leaves_the_older_file(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: pathlib.Path, columns: game_rows.Columns) -> None:
        file.write_text("half")
        raise OSError(28, "No space left on device")

    file = tmp_path / "games.csv"
    file.write_text("older")
    monkeypatch.setattr(game_rows, "write_csv", full)
    with pytest.raises(Refused, match="No space left on device"):
        game_rows.write(str(file), {"number": [1]}, "en")
    assert file.read_text() == "older"
    assert list(tmp_path.iterdir()) == [file]


def test_games_of_an_interrupted_study_keep_their_numbers() -> None:
    from skipyard.bots.simulate import Games, Result

    games = Games(9, 3, lambda first, results, on_move: (), unsure=0)
    for first, finished in ((0, 1), (3, 3), (6, 2)):
        games.results[first] = Result.many(3)
        games.results[first]["over"][:finished] = 1
    results, numbers = games.finished_with_numbers()
    assert numbers == [0, 3, 4, 5, 6, 7]
    assert len(results) == len(games.finished()) == 6
