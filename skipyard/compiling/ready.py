"""Which parts of which games are compiled: an empty file for each, named after the sources.

Nothing here needs the compiler.
"""

from __future__ import annotations

import functools
import pathlib
import sys

from skipyard import internals
from skipyard.cachedir import CHECKED, cache_root, checks_bounds
from skipyard.games import GAMES, game
from skipyard.sources import locate, modules_digest

PARTS = ("table", "search")  # in the order in which they are compiled


@functools.cache
def stamp(name: str, part: str) -> pathlib.Path:
    """The file that says that a part of a game is compiled, for this Python and this Numba."""
    python = "py{}{}".format(*sys.version_info)
    numba = internals.installed("numba")
    prefix = CHECKED if checks_bounds() else ""
    digest = modules_digest(compiled_modules(name))
    return cache_root() / "ready" / f"{prefix}{name}-{part}-{python}-numba{numba}-{digest}"


def compiled_modules(name: str) -> list[str]:
    """The modules that a game's compiled code begins in."""
    g = game(name)
    homes = {home for each in (g, game(g.family)) if (home := each.companion("bots"))}
    modules = [f"{g.package}.rules", "skipyard.bots.search", "skipyard.bots.playouts"]
    for package in (*sorted(homes), "skipyard.loops", "skipyard.loops.fallback"):
        file = locate(package)
        if file is not None and file.name == "__init__.py":
            modules += [f"{package}.{each.stem}" for each in sorted(file.parent.glob("*.py"))]
    return [module for module in modules if locate(module) is not None]


def is_ready(name: str, part: str) -> bool:
    """Whether a part of a game is compiled."""
    return name in ready_games(part) or stamp(name, part).exists()


@functools.cache
def ready_games(part: str) -> set[str]:
    """Games that were seen to be ready; it saves asking the disk at every move."""
    return set()


def mark_ready(name: str, part: str) -> None:
    """Note that a part of a game is compiled."""
    stamp(name, part).parent.mkdir(parents=True, exist_ok=True)
    stamp(name, part).touch()


def missing() -> list[tuple[str, str]]:
    """The parts of games that are not compiled yet."""
    return [(name, part) for name in GAMES for part in PARTS if not is_ready(name, part)]
