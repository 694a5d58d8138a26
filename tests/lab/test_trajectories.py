"""Trajectories: every move of the games that were played, as its seat saw it."""

from __future__ import annotations

import json
import pathlib
import re
import shlex
from typing import Any

import numpy as np
import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.core import key_from
from skipyard.games import GAMES, game
from skipyard.lab import trajectories
from skipyard.lab.matches.pairing import Matchup
from skipyard.lab.matches.tasks import Recorded, Task
from skipyard.lab.matches.tasks import play as play_match
from skipyard.lab.studies.chunks import Chunk, Kind
from skipyard.lab.studies.chunks import Task as ChunkTask
from skipyard.lab.studies.chunks import play as play_chunk

every_game = pytest.mark.parametrize(
    "name",
    [name if name == "skippity" else pytest.param(name, marks=pytest.mark.full) for name in GAMES],
)


def rows_of(content: bytes) -> list[dict[str, Any]]:
    import pyarrow
    from pyarrow import feather

    rows: list[dict[str, Any]] = feather.read_table(pyarrow.BufferReader(content)).to_pylist()
    return rows


def follow(kind: Kind, rows: list[dict[str, Any]]) -> list[Any]:
    """Play recorded moves by the rules and compare what they saw; the states at the end."""
    g, ends = game(kind.game), []
    rules, out = g.rules, np.zeros(len(g.rules.ACTIONS), np.int16)
    s = None
    for row in rows:
        if row["move"] == 1:
            s = g.set_up(kind.seats, kind.options())
            rules.deal(s, key_from(kind.seed), row["number"])
            ends.append(s)
        assert s is not None
        assert row["seat"] == s.turn + 1
        view, observation = rules.View(), np.zeros(g.features.SIZE, np.uint8)
        rules.observe(s, s.turn, view)
        g.features.features(view, observation)
        assert row["observation"] == observation.tobytes()
        mask = np.zeros(len(out), np.uint8)
        mask[out[: rules.moves(s, out)]] = 1
        assert row["mask"] == mask.tobytes()
        assert mask[row["action"]]
        rules.play(s, row["action"])
    return ends


@every_game
@pytest.mark.parametrize("bots", [("greedy", "random"), ("greedy", "search:5")])
def test_moves_lead_from_the_deal_to_the_result(name: str, bots: tuple[str, ...]) -> None:
    kind = Kind(name, 2, (), bots, 7, 4)
    chunk: Chunk = play_chunk(ChunkTask(kind, 0, ".arrow"))
    rows = rows_of(chunk.trajectories)
    ends = follow(kind, rows)
    assert [int(s.winner) for s in ends] == chunk.results["winner"].tolist()
    assert all(s.over for s in ends)
    assert len(rows) == chunk.results["moves"].sum()
    for row in rows:
        winner = chunk.results["winner"][row["number"]]
        assert row["result"] == (0.5 if winner < 0 else row["seat"] - 1 == winner)
        assert row["points"] == chunk.results["points"][row["number"]][row["seat"] - 1]


@pytest.mark.parametrize(("first", "pairs"), [(3, 0), (10, 4)])
def test_moves_of_a_match_lead_to_its_results(first: int, pairs: int) -> None:
    matchup = Matchup("skippity", 2, ("size=6",), ("greedy", "random"))
    done = play_match(Task(matchup, 5, first, pairs, 0, ".arrow"))
    assert isinstance(done, Recorded)
    rows = rows_of(done.trajectories)
    kind = Kind("skippity", 2, ("size=6",), ("", ""), 5, 0)
    ends = follow(kind, rows)
    assert len(ends) == len(done.games) == max(1, 2 * pairs)
    for s, played in zip(ends, done.games, strict=True):
        assert played.course is not None
        assert int(s.winner) == played.course.winner
    told = {(row["number"], row["rotation"], row["bots"]) for row in rows}
    names = ["greedy,random", "random,greedy"]
    assert told == {(p.pair, p.rotation, names[p.rotation]) for p in done.games}
    assert play_match(Task(matchup, 5, first, pairs, 0)) == done.games or not pairs


def test_recording_in_slices_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    task = ChunkTask(Kind("skippity", 2, ("size=6",), ("greedy", "random"), 7, 30), 0, ".arrow")
    whole = rows_of(play_chunk(task).trajectories)
    monkeypatch.setattr(trajectories, "MOST_BYTES", 50_000)
    assert rows_of(play_chunk(task).trajectories) == whole


def test_every_format_has_the_same_moves(tmp_path: pathlib.Path) -> None:
    import csv

    from pyarrow import parquet

    words = ["simulate", "skippity", "--set", "size=6", "--games", "5", "--seed", "2"]
    for kind in (".csv", ".parquet"):
        assert main([*words, "--trajectories", str(tmp_path / f"t{kind}")]) == 0
    (text,) = (tmp_path / "t.csv").glob("part-*.csv")
    with text.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    (file,) = (tmp_path / "t.parquet").glob("part-*.parquet")
    table = parquet.read_table(file)
    assert table.schema.metadata[b"skipyard.format"] == b"1"
    shown = [
        {
            name: "" if value is None else value.hex() if isinstance(value, bytes) else str(value)
            for name, value in row.items()
        }
        for row in table.to_pylist()
    ]
    assert shown == rows
    about = json.loads((tmp_path / "t.csv" / "_about.json").read_text())
    assert about["seed"] == 2
    assert about["format"] == trajectories.FORMAT


def test_a_folder_of_other_games_or_other_files_is_refused(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "t.csv"
    words = ["simulate", "skippity", "--set", "size=6", "--games", "5", "--trajectories"]
    assert main([*words, str(folder), "--seed", "2"]) == 0
    capsys.readouterr()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    said = refusal(capsys, [*words, str(folder), "--seed", "3"])
    assert "has the trajectories of other games (different: seed)" in said
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    other = tmp_path / "mine.csv"
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    assert "is not a folder of trajectories" in refusal(capsys, [*words, str(other)])
    assert "ends in .csv, .parquet or .arrow" in refusal(capsys, [*words, "t.xls"])


def test_who_draws_shares_the_win() -> None:
    points = np.array([[3, 3, 1], [0, 5, 5], [9, 0, 0]])
    shares = trajectories.side_shares(np.array([-1, 2, -1]), points, 3)
    assert shares.tolist() == [[0.5, 0.5, 0], [0, 0, 1], [1, 0, 0]]


def test_the_example_of_the_lab_page_reads_what_its_command_writes(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (pathlib.Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    command = re.search(r"^skipyard (simulate .* --trajectories moves.parquet)$", page, re.M)
    code = re.search(r"```py\n(.*?)```", page, re.S)
    assert command
    assert code
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command[1])) == 0
    capsys.readouterr()
    exec(compile(code[1], "docs/lab.md", "exec"), {})
    assert re.fullmatch(r"\d+ moves, 2097 features, 0.5\d of a win.*\n", capsys.readouterr().out)
