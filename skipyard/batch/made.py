"""One file of compiled loops for every game: the loops of Skip-Bo with other imports.

Numba keeps compiled functions of a file on disk, but not those made by a factory. So a loop over
rules is written once, for Skip-Bo, and for another game the same file is made in the cache folder
with that game's modules imported instead.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import pathlib
import sys
from typing import Any

from skipyard.core import CACHE


@functools.cache
def loops_for(module: str, game: str, *changes: tuple[str, str]) -> Any:
    """The loops in `module` for a game: (old module, new module) for each import to change."""
    model = importlib.import_module(module)
    wanted = [change for change in changes if change[0] != change[1]]
    if not wanted:
        return model
    source = pathlib.Path(str(model.__file__)).read_text("utf-8")
    for old, new in wanted:
        assert f"from {old} import" in source, old
        source = source.replace(f"from {old} import", f"from {new} import")
    others = [new for _, new in wanted if not new.startswith("skipyard.games.")]  # such as a bot
    return load("_".join([module, game, *others]).replace(".", "_"), source)


def load(name: str, source: str) -> Any:
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
