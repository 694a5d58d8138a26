"""Golden games: played again and compared with their files."""

from typing import Any

import pytest

from skipyard.games import Game, game
from skipyard.lab import golden
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game

SETUPS = [(game(name), setup) for name in selected_games() for setup in golden.setups(game(name))]


@pytest.mark.parametrize(
    ("g", "setup"), SETUPS, ids=lambda x: x.name if isinstance(x, Game) else x["name"]
)
def test_a_golden_game_is_played_as_it_was(g: Game, setup: dict[str, Any]) -> None:
    kept = (g.folder / "golden" / f"{setup['name']}.txt").read_text("utf-8")
    assert golden.play(g, setup).splitlines() == kept.splitlines()


@every_game
def test_every_golden_file_has_a_setup(name: str) -> None:
    files = {file.stem for file in (game(name).folder / "golden").glob("*.txt")}
    assert files == {setup["name"] for setup in golden.setups(game(name))}
