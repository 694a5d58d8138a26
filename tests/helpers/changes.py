"""Chooses the tests of what changed since the last commit, for `pytest --changed`.

The tests of games, tables and the project always run. Those of an outer floor, such as the server,
run if that floor changed. If only some games changed, the tests of other games are left out, and so
are those of no game in particular, but for a few floors that deal with whatever a game does.
"""

from __future__ import annotations

import pathlib
import subprocess
from collections.abc import Collection
from typing import Any

import pytest

from skipyard.games import GAMES, Game, game

ROOT = pathlib.Path(__file__).parents[2]
OUTER = {"adapters", "batch", "bench", "browser", "lab", "learn", "proofs", "server", "terminal"}
PER_GAME = {"games", "bots"}  # floors with a folder for each game
WHATEVER_CHANGED = {"laws", "project", "table"}


def changed_files() -> list[pathlib.PurePath]:
    """The files that differ from the last commit, new ones included."""
    words = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames", "-z"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return [pathlib.PurePath(line[3:]) for line in done.stdout.split("\0") if line]


def changed_floors(files: Collection[pathlib.PurePath]) -> set[str]:
    """The floors of changed files but for one game's own, and `browser` for the web client."""
    floors = {
        file.parts[1]
        for file in files
        if file.parts[0] in ("skipyard", "tests") and not own_game(file)
    }
    return floors | {"browser" for file in files if file.parts[0] == "web"}


def own_game(file: pathlib.PurePath) -> str:
    """The game in whose folder a file of ours is, if any."""
    top, floor, name, *_ = (*file.parts, "", "", "")
    return name if top == "skipyard" and floor in PER_GAME and name in GAMES else ""


def changed_games(files: Collection[pathlib.PurePath]) -> set[str]:
    """The games that changed, with their families; all if anything else in skipyard/ changed."""
    families = set()
    for file in files:
        if file.parts[0] == "skipyard":
            if not own_game(file):
                return set(GAMES)
            families.add(game(own_game(file)).family)
    return {name for name in GAMES if game(name).family in families} or set(GAMES)


def games_of(item: Any) -> set[str]:
    """The games that a test names, by its parameters or its file; none if it is about all."""
    params = getattr(item, "callspec", None)
    values = params.params.values() if params else ()
    named = {value for value in values if isinstance(value, str) and value in GAMES}
    named |= {value.name for value in values if isinstance(value, Game)}
    return named or {name for name in GAMES if name in item.path.stem}


def is_affected(item: pytest.Item, floors: Collection[str], games: Collection[str]) -> bool:
    """Whether a test is worth running after a change of these floors and games."""
    floor = item.path.parent.name
    if floor in OUTER and floor not in floors:
        return False
    if named := games_of(item):
        return bool(named & set(games))
    return floor in WHATEVER_CHANGED or floor in floors or set(games) == set(GAMES)
