"""Studies: figures follow from the seed alone, and a broken state gives none."""

import json
import os
import pathlib
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.bench import rules
from skipyard.bots.simulate import Result
from skipyard.games import GAMES, Game, game
from skipyard.lab.studies import figures, figures_data, simulate, variants
from skipyard.options import Refused

ROOT = pathlib.Path(__file__).parents[2]
STUDY = ["simulate", "skipbo", "--seats", "3", "--games", "700", "--seed", "5", "--json"]


def study(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert main([*STUDY, *more]) == 0
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return report


def test_a_study_follows_from_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = study(capsys)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert study(capsys) == first
    assert study(capsys, "--seed", "6") != first


def test_wins_draws_and_blocks_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    report = study(capsys, "--set", "on_block=draw", "--bots", "random")
    sides = report["sides"]
    assert isinstance(sides, list)
    assert sum(side["wins"] for side in sides) + int(str(report["draws"])) == 700
    assert int(str(report["blocked"])) == int(str(report["draws"])) > 0


def test_greedy_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    report = study(capsys, "--bots", "random,greedy,random")
    sides = report["sides"]
    assert isinstance(sides, list)
    assert sides[1]["interval"][0] > 0.9


def test_teams_are_counted_together(capsys: pytest.CaptureFixture[str]) -> None:
    report = study(capsys, "--seats", "6", "--set", "teams=on", "--set", "stock=3")
    sides = report["sides"]
    assert isinstance(sides, list)
    assert [side["seats"] for side in sides] == [[1, 4], [2, 5], [3, 6]]


def test_no_figure_stands_on_a_broken_table() -> None:
    results = Result.many(3)
    results["over"] = 1
    simulate.check(results)
    results["unsound"][1] = 1
    with pytest.raises(Refused, match="Game 1 lost count"):
        simulate.check(results)
    results["unsound"], results["over"][2] = 0, 0
    with pytest.raises(Refused, match="Game 2 did not end"):
        simulate.check(results)


def test_the_interval_is_wilsons() -> None:
    low, high = simulate.interval(10, 100)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert simulate.interval(0, 50)[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "chess"], "There is no game “chess”"),
        (["simulate", "skipbo", "--seats", "7"], "Skip-Bo is for 2 to 6 players (SB-02)"),
        (["simulate", "skipbo", "--seats", "two"], "--seats is a whole number"),
        (["simulate", "skipbo", "--games", "0"], "--games is a whole number"),
        (["simulate", "skipbo", "--seed", "x"], "--seed is a whole number"),
        (["simulate", "skipbo", "--bots", "hal"], "There is no bot “hal”"),
        (
            ["simulate", "skipbo", "--bots", "greedy,random,greedy"],
            "all 2 seats or one for each; you named 3",
        ),
        (["simulate", "skipbo", "--set", "stock"], "An option is written NAME=VALUE"),
        (["simulate", "skipbo", "--set", "colour=red"], "has no option “colour”"),
        (["simulate", "skipbo", "--set", "stock=31"], "(SB-A18)"),
        (["rules", "chess"], "There is no game “chess”"),
        (["golden", "chess"], "There is no game “chess”"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(capsys, words)


@pytest.mark.parametrize(
    "words", [["simulat"], ["bench", "cars"], ["simulate"], ["play", "--sets"]]
)
def test_a_wrong_command_gets_one_sentence_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.full
def test_the_bench_measures_what_it_says() -> None:
    roll = rules.rollouts("skipbo", 2)
    assert roll(3) < roll(30)
    assert sorted(rules.tables()) == [
        ("flip_and_skip", 2),
        *(("skip_or_trip", seats) for seats in range(2, 7)),
        *(("skipbo", seats) for seats in range(2, 7)),
        *(("skipbo_mod", seats) for seats in range(2, 5)),
        *(("skippity", seats) for seats in range(2, 5)),
    ]
    text = rules.table(
        {
            "games": [{"game": "skipbo", "seats": 2, "speed": 12e6, "state": 468}],
            "peers": [{"game": "crazy_eights", "speed": 4e6}],
            "compile": {"skipbo": {"cold": 12.0, "cached": 0.5}},
        }
    )
    assert "12.00 M" in text
    assert "crazy_eights 3.0" in text


@pytest.mark.full
def test_compile_times_are_told_cold_and_cached() -> None:
    times = rules.compile_times("skippity")
    assert set(times) == {"cold", "cached"}
    assert np.isfinite(list(times.values())).all()


def test_a_position_is_printed_and_read_back(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = ["position", "skipbo", "--seats", "3", "--set", "stock=9", "--seed", "4"]
    assert main(deal) == 0
    text = capsys.readouterr().out
    assert "stock 3: " in text
    file = tmp_path / "table.txt"
    file.write_text(text, "utf-8")
    assert main(["position", "skipbo", str(file)]) == 0
    assert capsys.readouterr().out == text
    assert main(["position", "skipbo", str(file), "--view", "1", "--moves"]) == 0
    seen = capsys.readouterr().out
    assert "hand 2: 5 cards" in seen
    assert "discard" in seen
    for wrong in (["--view", "9"], ["--view", "x"]):
        assert main(["position", "skipbo", str(file), *wrong]) == 2
    assert main(["position", "skipbo", str(tmp_path / "none.txt")]) == 2


@pytest.mark.full
def test_figures_are_a_page_with_data_and_a_picture_for_each_game(
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def two_of(g: Game) -> list[variants.Table]:
        return [*variants.tables(g)][:1] + [*variants.tables(g)][-1:]

    monkeypatch.setattr(figures, "tables", two_of)
    assert main(["figures", str(tmp_path), "--games", "3"]) == 0
    assert "10 of 10: Skippity, 4 seats" in capsys.readouterr().out
    page = (tmp_path / "figures.md").read_text("utf-8")
    assert "skipyard figures docs --games 3\n" in page
    for name in GAMES:
        assert f"](figures/{name}.svg)" in page
        assert f"](figures/{name}.csv)" in page
        assert f"stops a game after {game(name).rules.LONGEST:,} moves" in page
        ElementTree.fromstring((tmp_path / "figures" / f"{name}.svg").read_text("utf-8"))
        reports = figures_data.read(tmp_path / "figures" / f"{name}.csv", name, "en")
        assert [report["games"] for report in reports] == [3, 3]
        committed = (ROOT / "docs" / "figures" / f"{name}.csv").read_text("utf-8")
        written = (tmp_path / "figures" / f"{name}.csv").read_text("utf-8")
        assert written.splitlines()[0] == committed.splitlines()[0]
    assert main(["figures", str(tmp_path), "--from-data"]) == 0
    assert (tmp_path / "figures.md").read_text("utf-8") == page
    assert main(["figures", str(tmp_path / "nowhere")]) == 2


@pytest.mark.full
def test_the_committed_figures_are_what_the_command_plays() -> None:
    for name in GAMES:
        study = figures.Study(game(name), 10_000)
        table = next(iter(variants.tables(game(name))))
        rows = figures_data.rows_of(study.report(table))
        committed = figures_data.read(ROOT / "docs" / "figures" / f"{name}.csv", name, "en")
        assert rows == figures_data.rows_of(committed[0])


def test_without_data_files_there_is_a_sentence(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["figures", str(tmp_path), "--from-data"]) == 2
    assert "skipbo.csv cannot be read: No such file" in capsys.readouterr().err
