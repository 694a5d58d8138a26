"""Loops over rules, compiled for each game from one file.

Numba caches the compiled functions of a file on disk, but not those that a factory function
returns. So every file here is an ordinary module for Skip-Bo and random players, and serves as a
template: `for_game` writes the same file with another game's imports into the cache folder, and
imports that.

The imports of the file say what is replaced:

| import in the file | replaced by |
|---|---|
| `skipyard.games.skipbo.PART` | the game's own `PART` |
| `skipyard.loops.fallback.PART` | `PART` of the game's bots or networks, where it has that |
| `skipyard.loops.FILE` | that file for the same game |
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import pathlib
import re
import sys
import threading
from types import ModuleType

from skipyard.cachedir import cache_root
from skipyard.games import Game
from skipyard.sources import DIGITS

TEMPLATE_GAME = "skipyard.games.skipbo"
FALLBACK = f"{__name__}.fallback"
IMPORT = re.compile(rf"^from ({TEMPLATE_GAME}|{FALLBACK}|{__name__})\.(\w+) import", re.MULTILINE)


LOCK = threading.RLock()  # threads that ask for the same loops get the same module


def for_game(template: str, game: Game, player: str = "") -> ModuleType:
    """The loops in `skipyard.loops.<template>` for a game.

    `player` is the module whose `choose` moves; by default the game's own bots or random players.
    """
    with LOCK:
        return written(template, game, player)


@functools.cache
def written(template: str, game: Game, player: str) -> ModuleType:
    """The same, once in a process."""
    module = importlib.import_module(f"{__name__}.{template}")
    source = pathlib.Path(str(module.__file__)).read_text("utf-8")

    def replace(match: re.Match[str]) -> str:
        return f"from {replacement(match[1], match[2], game, player)} import"

    replaced = IMPORT.sub(replace, source)
    if replaced == source:
        return module
    names = [template, game.package, player] if player else [template, game.package]
    return load("_".join(names).replace(".", "_"), replaced)


def replacement(package: str, part: str, game: Game, player: str) -> str:
    """The module that replaces the one that the template imports."""
    if package == TEMPLATE_GAME:
        return f"{game.package}.{part}"
    if package == FALLBACK:
        if part == "player" and player:
            return player
        own = game.companion("bots", part) or game.companion("networks", part)
        return own or f"{package}.{part}"
    if part == "nth_move":  # it has no rules in it: the same for every game
        return f"{package}.{part}"
    return for_game(part, game).__name__


def load(name: str, source: str) -> ModuleType:
    """Write a source to the cache folder, atomically, and import it."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:DIGITS]
    folder = cache_root() / f"loops-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.py"
    if not file.exists():
        draft = folder / f"{name}.{os.getpid()}.draft"
        draft.write_text(source, "utf-8")
        draft.replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
