"""`skipyard bench openspiel`: both modes of chance beside a game of OpenSpiel's own."""

from __future__ import annotations

import json
import pathlib
import types
from collections.abc import Callable

import pytest

from skipyard.__main__ import main
from skipyard.bench import spiel

NAMES = [spiel.PEER, "skippity sampled", "skippity explicit chance"]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game, two rounds of one game each."""
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(spiel, "GAMES", ("skippity",))
    monkeypatch.setattr(spiel, "ROUNDS", 2)
    monkeypatch.setattr(spiel, "SECONDS", 0.0)


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_it_prints_decisions_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "openspiel", "--json"]) == 0
    speeds = json.loads(capsys.readouterr().out)
    assert list(speeds) == NAMES
    assert all(speed > 0 for speed in speeds.values())


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_it_writes_its_section_of_the_page(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bench", "openspiel", "--page", str(tmp_path)]
    assert main(words) == 2
    assert "figures.md cannot be read" in capsys.readouterr().err
    page = tmp_path / "figures.md"
    page.write_text("# Figures\n", "utf-8")
    for _ in range(2):  # written over, not added again
        assert main(words) == 0
    text = page.read_text("utf-8")
    assert text.count(f"## {spiel.TITLE}") == 1
    assert "skipyard bench openspiel --page docs" in text
    assert capsys.readouterr().out.strip().rpartition("\n\n")[2].splitlines()[-1] in text
    for line in (f"OpenSpiel: {spiel.PEER}", "skippity        sampled", "skippity        explicit"):
        assert text.count(line) == 1


@pytest.mark.full
def test_only_players_decisions_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Kuhn poker has two or three of them, and two cards are dealt before."""
    pytest.importorskip("pyspiel")
    ticks = iter(range(10**6))
    clock = types.SimpleNamespace(perf_counter=lambda: float(next(ticks)))
    monkeypatch.setattr(spiel, "time", clock)
    play: Callable[[float], float] = spiel.decisions(spiel.PEER)
    assert {play(0.0) for _ in range(60)} == {2.0, 3.0}  # the clock moves by 1 a game
