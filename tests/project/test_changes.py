"""`pytest --changed` runs the tests of what changed, and of nothing else."""

from __future__ import annotations

import pathlib
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.changes import changed_files, changed_floors, changed_games, is_affected

from skipyard.games import GAMES


def files(*names: str) -> list[pathlib.PurePath]:
    return [pathlib.PurePath(name) for name in names]


def item(path: str, **params: Any) -> Any:
    return SimpleNamespace(path=pathlib.Path(path), callspec=SimpleNamespace(params=params))


@pytest.mark.parametrize(
    ("changed", "games"),
    [
        (files("skipyard/games/skippity/rules.py", "CHANGELOG.md"), {"skippity"}),
        (files("skipyard/bots/skippity/player.py", "tests/bots/test_bots.py"), {"skippity"}),
        (files("skipyard/games/skipbo_mod/words.toml"), {"skipbo", "skipbo_mod"}),
        (files("skipyard/games/skippity/rules.py", "skipyard/games/scene.py"), {*GAMES}),
        (files("skipyard/games/skippity/rules.py", "skipyard/core.py"), {*GAMES}),
        (files("README.md"), {*GAMES}),
        ([], {*GAMES}),
    ],
)
def test_the_games_that_changed(changed: list[pathlib.PurePath], games: set[str]) -> None:
    assert changed_games(changed) == games


def test_the_floors_that_changed() -> None:
    changed = files("skipyard/server/app.py", "tests/lab/test_lab.py", "web/src/main.ts")
    assert changed_floors(changed) == {"server", "lab", "browser"}
    assert changed_floors([]) == set()
    own = files("skipyard/games/skippity/rules.py", "skipyard/bots/skipbo/player.py")
    assert changed_floors(own) == set()
    assert changed_floors(files("skipyard/games/core.py")) == {"games"}


@pytest.mark.parametrize(
    ("test", "affected"),
    [
        (item("tests/laws/test_laws.py", name="skippity"), True),
        (item("tests/laws/test_laws.py", name="skipbo"), False),
        (item("tests/games/test_skippity.py", size=6), True),
        (item("tests/games/test_skip_or_trip.py"), False),
        (item("tests/games/test_core.py"), False),
        (item("tests/api/test_examples.py", module="skipyard.batch"), False),
        (item("tests/server/test_server.py", name="skippity"), False),
        (item("tests/table/test_host.py", shape="skipbo teams"), True),
        (item("tests/bots/test_search.py"), True),  # it was edited itself
    ],
)
def test_tests_of_other_games_and_floors_are_left_out(test: Any, affected: bool) -> None:
    assert is_affected(test, {"bots"}, {"skippity"}) is affected


def test_tests_of_no_game_run_where_more_than_games_changed() -> None:
    assert is_affected(item("tests/games/test_core.py"), set(), GAMES)


def test_changed_files_are_in_this_tree() -> None:
    if (pathlib.Path(__file__).parents[2] / ".git").exists():
        assert all(not file.is_absolute() for file in changed_files())
