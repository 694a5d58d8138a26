"""Ladders: ratings recover known strengths, results add up, and close ranks are played first."""

from __future__ import annotations

import csv
import json
import pathlib
import shutil
import sys
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from skipyard.__main__ import main
from skipyard.lab.ladder import command
from skipyard.lab.matches import players, ratings, results, stats
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.results import Tally
from skipyard.lab.studies import sections
from skipyard.options import Refused
from skipyard.sources import all_sources_digest

DATA = pathlib.Path(__file__).parents[2] / "docs" / "figures"
KIND = ("skippity", 2, ("size=6",))
FIRST = """
import json, sys
assert sys.argv[1:] == ["a,b"]
for line in sys.stdin:
    paths = json.loads(line)["scene"]["paths"]
    print(json.dumps({"action": paths[0]["action"]}), flush=True)
"""
LADDER = ["ladder", "skippity", "--set", "size=6", "--bots", "random,greedy", "--jobs", "1"]


def simulated(strengths: dict[str, float], pairs: int, seed: int = 1) -> list[Tally]:
    """Simulated results between all bots, with chances by their ratings."""
    rng, names, results = np.random.default_rng(seed), list(strengths), []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            tally = Tally(Matchup(*KIND, (a, b)))
            chance = stats.expected(strengths[a] - strengths[b])
            for won in rng.random((pairs, 2)) < chance:
                tally.outcomes[tuple((float(first), 1.0 - first) for first in won)] += 1
            results.append(tally)
    return results


def test_ratings_recover_known_strengths() -> None:
    strengths = {"random": 700.0, "greedy": 1000.0, "rules": 1080.0, "search": 1250.0}
    rated = ratings.of_two(simulated(strengths, 1500))
    assert [rating.bot for rating in rated] == ["search", "rules", "greedy", "random"]
    for rating in rated:
        assert rating.rating == pytest.approx(strengths[rating.bot], abs=30)
        assert rating.low <= rating.rating <= rating.high


@pytest.mark.full
def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    strengths = {"greedy": 1000.0, "rules": 1100.0}
    held = 0
    for seed in range(40):
        top = ratings.of_two(simulated(strengths, 80, seed))[0]
        held += top.low <= (1100 if top.bot == "rules" else 1000) <= top.high
    assert held >= 34


def test_who_has_won_everything_is_not_endlessly_strong() -> None:
    best, other = ratings.of_two(simulated({"greedy": 1000.0, "god": 9000.0}, 50))
    assert best.bot == "god"
    assert 1300 < best.rating < 2500
    assert best.low < best.rating - 50
    assert other.rating == 1000


def test_more_than_two_are_ranked_by_who_wins() -> None:
    rng, tally = np.random.default_rng(1), Tally(Matchup("skipbo", 3, (), ("a", "b", "c")))
    for _ in range(60):
        winners = rng.choice(3, 6, p=[0.1, 0.3, 0.6])
        tally.outcomes[tuple(tuple(float(n == w) for n in range(3)) for w in winners)] += 1
    rated = ratings.of_more([tally])
    assert [rating.bot for rating in rated] == ["c", "b", "a"]
    assert rated[0].low < rated[0].rating < rated[0].high


# The store ----------------------------------------------------------------------------------------
def pair(*shares: tuple[float, float]) -> list[Played]:
    return [Played(0, n, share, ((0.5,), (0.25,))) for n, share in enumerate(shares)]


def test_lines_add_up_and_old_sources_do_not_count(tmp_path: pathlib.Path) -> None:
    file, matchup = tmp_path / "ladder.jsonl", Matchup(*KIND, ("a", "b"))
    won, drawn = pair((1.0, 0.0), (1.0, 0.0)), pair((0.5, 0.5), (0.0, 1.0))
    old = results.line_of(matchup, 1, [won]) | {"sources": "old"}
    for line in (
        old,
        results.line_of(matchup, 1, [won]),
        results.line_of(matchup, 2, [drawn, won]),
    ):
        results.append(file, line, "en")
    tally = results.tallies(results.read(file, "en"), *KIND)["a", "b"]
    assert tally.pairs == 3
    assert sorted(tally.scores[:, 0]) == [0.25, 1, 1]
    assert tally.seeds == {1: 1, 2: 2}
    assert tally.time_of(0) == {"timed": 6, "mean_ms": 500, "p99_ms": 500}
    file.write_text(file.read_text("utf-8") + "{}\n", "utf-8")
    with pytest.raises(Refused, match="Line 4"):
        results.read(file, "en")


@pytest.mark.parametrize("bot", ["policy:{}", "search:20+policy:{}"])
def test_results_of_a_network_do_not_count_for_the_next_one(
    bot: str, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / "n.npz"
    name = bot.format(file)
    file.write_bytes(b"first")
    before = results.line_of(Matchup(*KIND, (name, "rules")), 1, [pair((1.0, 0.0), (1.0, 0.0))])
    assert players.sources_of(before["bots"]) == before["sources"]
    file.write_bytes(b"second")
    assert players.sources_of(before["bots"]) != before["sources"]
    assert players.sources_of(["greedy", "rules"]) == all_sources_digest()


def test_neighbours_meet_first() -> None:
    chains = [["random", "greedy", "rules"], ["random", "rules"]]
    assert dict(command.meetings(chains, 2)) == {
        ("random", "greedy"): 0,
        ("random", "rules"): 0,
        ("greedy", "rules"): 0,
    }
    assert dict(command.meetings(chains[:1], 2))["random", "rules"] == 1
    assert dict(command.meetings([["a", "b", "c", "d"]], 3))["a", "c", "d"] == 1


def test_earlier_runs_count_towards_being_clear() -> None:
    assert command.when_clear(np.ones(40), 0.5)(np.zeros(0)) == "significant"
    assert command.when_clear(np.full(40, 0.5), 0.5)(np.zeros(0)) == ""


# The command --------------------------------------------------------------------------------------
def run(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*LADDER, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_ladder_is_played_stored_and_drawn(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, drawing = str(tmp_path / "l.jsonl"), tmp_path / "l.svg"
    few = ["--store", store, "--pairs", "20", "--seed", "3"]
    first = run(capsys, *few, "--picture", str(drawing))["ladders"][0]
    assert [rated["bot"] for rated in first["ratings"]] == ["greedy", "random"]
    assert first["matchups"][0]["pairs"] == 20
    assert first["matchups"][0]["significant"]
    ElementTree.fromstring(drawing.read_text("utf-8"))
    assert "prefers-color-scheme: dark" in drawing.read_text("utf-8")
    again = run(capsys, *few)["ladders"][0]  # all its pairs are stored
    assert again == first
    many = ["--store", store, "--pairs", "40", "--seed", "3"]
    more = run(capsys, *many, "--bots", "greedy,rules", "--until-significant")
    pairs = {tuple(m["bots"]): m["pairs"] for m in more["ladders"][0]["matchups"]}
    assert pairs["random", "greedy"] == 20  # it is clear already
    assert pairs["greedy", "rules"] <= 40
    whole = run(capsys, *many)["ladders"][0]["matchups"]
    assert [m["pairs"] for m in whole if "random" in m["bots"]] == [40]  # although it was clear


def test_what_is_stored_becomes_a_section_that_figures_keep(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, store = tmp_path / "figures.md", tmp_path / "l.jsonl"
    matchup = Matchup("skipbo", 2, (), ("random", "greedy"))
    line = results.line_of(matchup, 1, [pair((0.0, 1.0), (0.0, 1.0))] * 30)
    results.append(store, line, "en")
    words = ["ladder", "--page", str(tmp_path), "--store", str(store)]
    assert main(words) == 2
    assert "skipyard figures" in capsys.readouterr().err
    page.write_text("# Figures\n", "utf-8")
    for _ in range(2):  # written over, not added again
        assert main(words) == 0
    text = page.read_text("utf-8")
    assert text.count("## The ladder") == 1
    assert "greedy over random: 100.0%" in text
    assert "Skippity, 2 seats\nNo pair has been played yet." in text
    assert "](figures/ladder.svg)" in text
    assert (tmp_path / "figures" / "ladder.svg").exists()
    shutil.copytree(DATA, tmp_path / "figures", dirs_exist_ok=True)
    assert main(["figures", str(tmp_path), "--from-data"]) == 0
    assert "## Skippity" in page.read_text("utf-8")
    after = sections.find(page.read_text("utf-8"), "ladder", page, "en")
    assert after == sections.find(text, "ladder", page, "en")


def test_a_ladder_takes_programs_with_commas_in_their_arguments(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    program = f"exec:{sys.executable} {file} 'a,b'"
    store, drawing = str(tmp_path / "l.jsonl"), tmp_path / "l.svg"
    words = ["ladder", "skippity", "--set", "size=6", "--jobs", "1", "--pairs", "1", "--seed", "3"]
    words += ["--store", store, "--bots", f"random, {program}", "--picture", str(drawing)]
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)["ladders"][0]
    assert {rated["bot"] for rated in report["ratings"]} == {"random", program}
    assert report["matchups"][0]["pairs"] == 1
    ElementTree.fromstring(drawing.read_text("utf-8"))
    assert main(words) == 0
    assert "first.py" in capsys.readouterr().out


def test_a_ladder_writes_the_moves_of_its_games(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "moves.csv"
    few = ["--store", str(tmp_path / "l.jsonl"), "--pairs", "12", "--seed", "3"]
    run(capsys, *few, "--trajectories", str(folder))
    rows = [
        row
        for file in sorted(folder.glob("part-*.csv"))
        for row in csv.DictReader(file.open(encoding="utf-8", newline=""))
    ]
    games = {(row["number"], row["rotation"]) for row in rows}
    assert games == {(str(pair), str(rotation)) for pair in range(12) for rotation in (0, 1)}
    assert {row["bots"] for row in rows} == {"random,greedy", "greedy,random"}
    firsts = [row for row in rows if row["move"] == "1"]
    assert len(firsts) == len(games)


def test_a_ladder_speaks_french(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "l.jsonl")
    assert main(["--lang", "fr", *LADDER, "--store", store, "--pairs", "1", "--seed", "3"]) == 0
    assert "greedy devant random" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ladder"], "Which game? One of: skipbo"),
        (["ladder", "chess"], "There is no game “chess”"),
        (["ladder", "skipbo", "--seats", "9"], "Skip-Bo is for 2 to 6 players"),
        (["ladder", "skipbo", "--bots", "greedy,hal"], "There is no bot “hal”"),
        (["ladder", "skipbo", "--bots", "greedy"], "1 bots cannot be dealt"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: pathlib.Path,
) -> None:
    assert main([*words, "--store", str(tmp_path / "l.jsonl")]) == 2
    assert sentence in capsys.readouterr().err
