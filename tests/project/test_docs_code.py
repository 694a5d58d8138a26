"""Runs the Python code of the docs, with very short training."""

from __future__ import annotations

import pathlib
import re
import shlex

import pytest
from test_docs import ROOT, blocks

from skipyard.__main__ import main

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("error")]
ADAPTERS = blocks(ROOT / "docs" / "adapters.md", "python")
SELF_PLAY = blocks(ROOT / "docs" / "train.md", "bash")[:3]  # the rest ships what was trained
LIBRARY = blocks(ROOT / "docs" / "train.md", "python")
TRAINING = [*SELF_PLAY, *LIBRARY]
LENGTHS = "STEPS, TABLES, GAMES = "


@pytest.mark.parametrize("number", range(len(ADAPTERS)))
def test_the_code_of_the_adapters_page_runs(number: int) -> None:
    exec(compile(ADAPTERS[number], f"docs/adapters.md, block {number}", "exec"), {})


def test_a_network_is_trained_and_plays_as_the_page_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    train, match, student = "".join(SELF_PLAY).splitlines()
    assert main(shlex.split(train.replace("60", "5"))[1:]) == 0
    assert main(shlex.split(match.replace("100", "3"))[1:]) == 0
    assert "policy:runs/skipbo/network.npz" in capsys.readouterr().out
    assert main([*shlex.split(student)[1:], "--time-limit", "5", "--device", "cpu"]) == 0
    assert (tmp_path / "runs" / "student" / "network.npz").is_file()


def test_the_training_page_trains(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = LIBRARY
    short, changed = re.subn(rf"{LENGTHS}.*", f"{LENGTHS}512, 4, 3", code)
    assert changed == 1
    exec(compile(short, "docs/train.md", "exec"), {})
    assert re.search(r"won \d of 3 games", capsys.readouterr().out)
