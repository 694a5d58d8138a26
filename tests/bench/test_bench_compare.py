"""`skipyard bench compare`: its arithmetic, what it refuses, and a short real run."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pytest

from skipyard.__main__ import main
from skipyard.bench import checkout, ratios
from skipyard.bench.checkout import HERE
from skipyard.bench.compare import figure, table
from skipyard.bench.compare_probes import Probe
from skipyard.bench.probe import MODULES, find
from skipyard.bench.ratios import AGAIN, NEW, OLD, Line, compare, interleave
from skipyard.bench.sentences import catalogue

MOVES, WAITS = Line("skippity random moves", "/s"), Line("server 99 % answered in", "ms")
STEADY = [100.0] * 10


def rounds(new: list[float], again: list[float] = STEADY) -> dict[str, list[float]]:
    return {OLD: STEADY, AGAIN: again, NEW: new}


# Arithmetic ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("speed", "is_ok"), [(110.0, True), (100.0, True), (97.5, True), (97.0, False), (90.0, False)]
)
def test_on_a_quiet_machine_the_bound_is_97_percent(speed: float, is_ok: bool) -> None:
    line = compare(MOVES, rounds([speed] * 10))
    assert line.ratio == pytest.approx(speed / 100)
    assert (line.low, line.high) == (1.0, 1.0)
    assert line.is_ok is is_ok


def test_a_ratio_inside_the_spread_of_old_to_old_is_ok() -> None:
    again = [80.0, 85.0, 90.0, 95.0, 100.0, 100.0, 105.0, 110.0, 115.0, 120.0]
    line = compare(MOVES, rounds([90.0] * 10, again))
    assert line.low == pytest.approx(0.8225)  # the 5th percentile, between the two slowest
    assert line.high == pytest.approx(1.1775)
    assert line.is_ok
    assert not compare(MOVES, rounds([82.0] * 10, again)).is_ok


def test_the_ratio_is_of_rounds_and_not_of_medians() -> None:
    speeds = {OLD: [100.0, 200.0, 400.0], AGAIN: [100.0, 200.0, 400.0], NEW: [50.0, 200.0, 100.0]}
    line = compare(MOVES, speeds)
    assert (line.old, line.new, line.ratio) == (200.0, 100.0, 0.5)
    one_bad_round = compare(MOVES, rounds([100.0] * 9 + [1.0]))
    assert one_bad_round.ratio == 1.0


def test_where_less_is_better_a_ratio_above_1_still_means_faster() -> None:
    assert compare(WAITS, rounds([50.0] * 10)).ratio == 2.0
    slower = compare(WAITS, rounds([125.0] * 10))
    assert slower.ratio == pytest.approx(0.8)
    assert not slower.is_ok


class Written(ratios.Turn):
    """A turn that notes who had it."""

    name = "written"

    def __init__(self) -> None:
        self.order: list[str] = []

    def prepare(self) -> None:
        self.order.append("prepared")

    def measure(self, side: str) -> dict[Line, float]:
        self.order.append(side)
        return {MOVES: float(len(self.order))}


def test_sides_take_turns_and_another_one_begins_each_round() -> None:
    turn = Written()
    speeds = interleave([turn], 3, lambda text: None)
    assert turn.order == [
        "prepared",
        *(OLD, AGAIN, NEW),
        *(AGAIN, NEW, OLD),
        *(NEW, OLD, AGAIN),
    ]
    assert speeds == {MOVES: {OLD: [2, 7, 9], AGAIN: [3, 5, 10], NEW: [4, 6, 8]}}


def test_an_interrupt_leaves_the_rounds_that_all_sides_have_finished() -> None:
    class Interrupted(Written):
        def measure(self, side: str) -> dict[Line, float]:
            if len(self.order) == 8:
                raise KeyboardInterrupt
            return super().measure(side)

    speeds: ratios.Speeds = {}
    with pytest.raises(KeyboardInterrupt):
        interleave([Interrupted()], 10, lambda text: None, speeds)
    assert speeds == {MOVES: {OLD: [2, 7], AGAIN: [3, 5], NEW: [4, 6, 8]}}
    assert ratios.complete_rounds(speeds) == {MOVES: {OLD: [2, 7], AGAIN: [3, 5], NEW: [4, 6]}}
    speeds[MOVES][OLD].pop()
    assert ratios.complete_rounds(speeds) == {}


def test_the_table_has_80_columns_and_a_verdict_in_each_line() -> None:
    names = ["skip_or_trip search:2000", "flip_and_skip random moves"]
    slow = [compare(Line(name, "/s"), rounds([50.0] * 10)) for name in names]
    text = table([*slow, compare(WAITS, rounds(STEADY))])
    assert max(map(len, text.splitlines())) <= 80
    assert [row.split()[-1] for row in text.splitlines()] == ["verdict", "slower", "slower", "ok"]
    assert [figure(value, "/s") for value in (8.236e6, 2010.4, 61.25)] == [
        "8.24 M/s",
        "2,010 /s",
        "61.2 /s",
    ]


# Trees --------------------------------------------------------------------------------------------
@pytest.mark.skipif(not (HERE / ".git").exists(), reason="not a git repository")
def test_a_commit_is_checked_out_and_removed_again() -> None:
    with checkout.checkout("HEAD", "en") as tree:
        assert tree.folder != HERE
        assert (tree.folder / "skipyard" / "__main__.py").is_file()
        assert tree.cache is not None
        variables = tree.environment()
        assert variables["PYTHONPATH"] == str(tree.folder)
        assert variables["NUMBA_CACHE_DIR"] == str(tree.cache)
        assert str(tree.folder) in checkout.git("worktree", "list").stdout
    assert not tree.folder.exists()
    assert str(tree.folder) not in checkout.git("worktree", "list").stdout


@pytest.mark.full
def test_rules_are_measured_for_real(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--what", "rules", "--rounds", "2", "--seconds", "0.01", "skippity", "--json"]
    status = main(["bench", "compare", str(HERE), *words])
    report = json.loads(capsys.readouterr().out)
    assert status == (0 if report["ok"] else 1)
    assert (report["commit"], report["rounds"]) == (str(HERE), 2)
    [line] = report["lines"]
    assert (line["what"], line["unit"]) == (MOVES.what, "/s")
    assert min(line["old"], line["new"], line["ratio"], *line["spread"]) > 0
    assert line["ok"] is report["ok"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["batch", "skippity"], ["skippity steps", "skippity search:2000"]),
        (["server"], ["server durable moves", "server work a move", "server 99 % answered in"]),
    ],
)
def test_batches_and_servers_are_measured_for_real(words: list[str], lines: list[str]) -> None:
    command = [sys.executable, "-m", "skipyard", "bench", "compare", str(HERE), "--json"]
    command += ["--rounds", "2", "--seconds", "0.1", "--what", *words]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)  # it keeps to some cores
    report = json.loads(run.stdout)
    assert run.returncode == (0 if report["ok"] else 1)
    assert [line["what"] for line in report["lines"]] == lines
    assert all(min(line["old"], line["new"], line["ratio"]) > 0 for line in report["lines"])


@pytest.mark.full
def test_children_do_the_same_work_and_go_on_from_there() -> None:
    tree = checkout.Tree(HERE)
    with Probe(tree, "en") as one, Probe(tree, "en") as other:
        first, second = (one.ask("rules", "skippity", games)["done"] for games in (3, 3))
        assert other.ask("rules", "skippity", 6)["done"] == first + second
        assert first != second


def test_the_other_tree_is_the_one_that_its_child_imports(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "skipyard" / "games"
    games.mkdir(parents=True)
    (games.parent / "__init__.py").touch()
    (games / "__init__.py").write_text("raise RuntimeError('not this one')\n")
    assert main(["bench", "compare", str(tmp_path), "--what", "rules", "skippity"]) == 2
    sentence = capsys.readouterr().err
    assert f"{tmp_path} could not be measured (rules skippity): RuntimeError" in sentence


@pytest.mark.parametrize("name", MODULES)
def test_the_probe_knows_where_this_tree_keeps_what_it_needs(name: str) -> None:
    assert callable(find(name))


# Bad input ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such-commit"], "There is no commit “no-such-commit” here"),
        (["HEAD", "chess"], "There is no game “chess”"),
        (["HEAD", "--rounds", "1"], "--rounds is a whole number from 2"),
        (["HEAD", "--seconds", "soon"], "you wrote “soon”"),
        (["HEAD", "--seconds", "nan"], "you wrote “nan”"),
        (["HEAD", "--what", "server", "skippity"], "with Skip-Bo only; leave “skippity” out"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "bench", "compare", *words]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("words", [[], ["HEAD", "--what", "weather"]])
def test_a_wrong_command_gets_one_sentence_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["bench", "compare", *words])
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_commit_takes_git_and_a_repository(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checkout, "HERE", tmp_path)
    assert main(["--lang", "en", "bench", "compare", "HEAD"]) == 2
    assert f"{tmp_path} is no git repository" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--lang", "fr", "bench", "compare", "HEAD"]) == 2
    assert "chercher un commit demande git" in capsys.readouterr().err


def test_every_sentence_is_there_in_both_languages() -> None:
    assert catalogue().missing() == []
