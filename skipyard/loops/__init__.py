"""Loops over rules, compiled for each game from one file.

Numba keeps the compiled functions of a file on disk, but not those that a factory makes. So a loop
is written once, as an ordinary module for Skip-Bo and random players. `for_game` writes the same
file with another game's imports into the cache folder, and imports that.

What is exchanged follows from the imports of the file:

| import in the file | becomes |
|---|---|
| `skipyard.games.skipbo.PART` | the game's own `PART` |
| `skipyard.loops.fallback.PART` | `PART` of the game's bots, where it has that |
| `skipyard.loops.FILE` | that file for the same game |
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import pathlib
import re
import sys
from types import ModuleType

from skipyard.core import CACHE
from skipyard.games import Game

MODEL = "skipyard.games.skipbo"
FALLBACK = f"{__name__}.fallback"
IMPORT = re.compile(rf"^from ({MODEL}|{FALLBACK}|{__name__})\.(\w+) import", re.MULTILINE)


@functools.cache
def for_game(template: str, game: Game, player: str = "") -> ModuleType:
    """The loops in `skipyard.loops.<template>` for a game.

    `player` is the module whose `choose` moves; without one, the game's own bots or random players.
    """
    model = importlib.import_module(f"{__name__}.{template}")
    source = pathlib.Path(str(model.__file__)).read_text("utf-8")

    def exchange(found: re.Match[str]) -> str:
        return f"from {exchanged(found[1], found[2], game, player)} import"

    mine = IMPORT.sub(exchange, source)
    if mine == source:
        return model
    names = [template, game.package, player] if player else [template, game.package]
    return load("_".join(names).replace(".", "_"), mine)


def exchanged(home: str, part: str, game: Game, player: str) -> str:
    """The module that a game has in the place of one that the template imports."""
    if home == MODEL:
        return f"{game.package}.{part}"
    if home == FALLBACK:
        if part == "player" and player:
            return player
        return game.companion("bots", part) or f"{home}.{part}"
    if part == "nth_move":  # no loop over rules: the same for every game
        return f"{home}.{part}"
    return for_game(part, game).__name__


def load(name: str, source: str) -> ModuleType:
    """Import a source from a file in the cache folder, written whole or not at all."""
    folder = pathlib.Path(CACHE) / "made"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.py"
    if not file.exists() or file.read_text("utf-8") != source:
        draft = folder / f"{name}.{os.getpid()}.draft"
        draft.write_text(source, "utf-8")
        draft.replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made
