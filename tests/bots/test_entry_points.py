"""Bots of installed packages: names in the entry-point group `skipyard.bots`."""

from __future__ import annotations

import importlib
import json
import pathlib
from collections.abc import Iterator

import pytest

import skipyard as sy
from skipyard.__main__ import main
from skipyard.bots import others
from skipyard.options import Refused

GAME = "skip_or_trip"
CODE = """
MADE = []

class First:
    def __init__(self, game, seed):
        MADE.append((game, seed))
    def choose(self, view):
        return view.legal[0]

def last():
    return Last()

class Last:
    def choose(self, view, legal):
        return legal[-1]

class Lost(Last):
    def choose(self, view):
        raise LookupError("where am I?")
"""
ENTRIES = """[skipyard.bots]
their-first = their_package:First
their-last = their_package:last
their-lost = their_package:Lost
their-missing = their_package:Missing
greedy = their_package:Lost
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with bots, as pip would leave it."""
    info = tmp_path / "their_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "their_package.py").write_text(CODE)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    others.entries.cache_clear()
    yield
    others.entries.cache_clear()


def played(bot: str, language: str = "en") -> sy.MatchResult:
    return sy.match(GAME, bot, "random", pairs=1, seed=1, language=language)


def test_they_play_matches_by_name() -> None:
    for name in ("their-first", "their-last"):
        assert played(name).forfeits == []
    made = importlib.import_module("their_package").MADE
    assert {game for game, _ in made} == {GAME}
    assert len({seed for _, seed in made}) > 1, "each seat and game has dice of its own"


def test_commands_list_and_seat_them(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", GAME, "--games", "2", "--seed", "1", "--bots", "their-last,random"]
    assert main([*asked, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["forfeits"] == 0
    assert report["bots"] == ["their-last", "random"]
    with pytest.raises(Refused, match="their-first, their-last"):
        sy.bot("their-frist")


def test_our_own_names_cannot_be_taken() -> None:
    assert played("greedy").forfeits == []


def test_what_goes_wrong_in_them_is_told_in_the_language_of_the_match() -> None:
    assert (
        "“their-lost” failed while it chose a move: LookupError" in played("their-lost").forfeits[0]
    )
    told = played("their-lost", "fr").forfeits[0]
    assert "Le robot « their-lost » a échoué en choisissant un coup" in told
    with pytest.raises(
        Refused, match="“their-missing” from their_package:Missing cannot be seated"
    ):
        played("their-missing")
    with pytest.raises(Refused, match="ne peut pas s’asseoir"):
        played("their-missing", "fr")
