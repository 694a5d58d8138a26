"""A law that fails shows its position, its key and a command that shows it again."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

from skipyard.games import game
from skipyard.testing.failures import TITLE

FALSE_LAWS = """
import pytest
from skipyard.games import game
from skipyard.games.random_play import table, view_of
from skipyard.testing.worlds import every_size, hold

of_skippity = pytest.mark.parametrize("name", ["skippity"])


@every_size
@of_skippity
def test_turns(name, size):
    def law(g):
        for state in g.states(1):
            assert state.turn == 0

    hold(name, size, law)


@of_skippity
def test_end(name):
    def law(g):
        assert not g.last.over

    hold(name, 0, law)


@of_skippity
def test_view(name):
    view = view_of(name, table(name, 2, 31).deal(), 0)
    assert view.me != 0


@of_skippity
def test_broken(name, monkeypatch):
    state = table(name, 2, 32).deal()
    monkeypatch.setattr(game(name).position, "write", lambda state: 1 / 0)
    assert state.over


@pytest.mark.parametrize("name", ["no game"])
def test_no_game(name):
    assert not 1
"""


def run(folder: pathlib.Path, *words: str) -> str:
    """What pytest prints about laws that fail, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("false")
    (folder / "test_false.py").write_text(FALSE_LAWS)
    return folder


@pytest.fixture(scope="module")
def printed(folder: pathlib.Path) -> dict[str, str]:
    """What is printed about each of these laws."""
    told = run(folder, "--depth", "short")
    assert "5 failed" in told
    parts = re.split(r"^_+ test_(\w+)(?:\[.*\])? _+$", told, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


SHOWN = re.compile(rf"{TITLE} -+\n(Table: .*?\n)?Position:\n(.*?)\nAgain: (.*?)\n", re.S)


def test_a_law_shows_its_position(printed: dict[str, str]) -> None:
    shown = SHOWN.search(printed["turns"])
    assert shown, printed["turns"]
    assert re.fullmatch(r"Table: skippity, key \d+, \d seats.*\n", shown[1])
    assert int(game("skippity").position.read(shown[2]).turn) != 0
    assert shlex.split(shown[3])[0] == "pytest"


def test_a_law_of_whole_games_shows_the_last_position(printed: dict[str, str]) -> None:
    shown = SHOWN.search(printed["end"])
    assert shown, printed["end"]
    assert game("skippity").position.read(shown[2]).over


@pytest.mark.full
def test_the_command_shows_it_again(printed: dict[str, str], folder: pathlib.Path) -> None:
    shown = SHOWN.search(printed["turns"])
    assert shown, printed["turns"]
    assert shown[0] in run(folder, *shlex.split(shown[3])[1:])


def test_a_view_is_shown_as_its_player_sees_it(printed: dict[str, str]) -> None:
    shown = SHOWN.search(printed["view"])
    assert shown, printed["view"]
    assert shown[2].startswith("me: 1\nseats: 2\n")


def test_a_position_that_cannot_be_written_is_shown_in_numbers(printed: dict[str, str]) -> None:
    shown = SHOWN.search(printed["broken"])
    assert shown, printed["broken"]
    assert "It cannot be written" in shown[2]
    assert "  turn = " in shown[2]


def test_other_failures_show_nothing_more(printed: dict[str, str]) -> None:
    assert TITLE not in printed["no_game"]
