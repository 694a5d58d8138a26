"""The networks that are shipped: GAME.npz for a game, and GAME.md that says how it was made.

A game of another package has its own as `network.npz` in its folder. SKIPYARD_NETWORKS names
another folder of such files, to try them out before they are shipped.
"""

from __future__ import annotations

import os
import pathlib

from skipyard.games import game as find_game

FOLDER = "SKIPYARD_NETWORKS"
SUFFIX = ".npz"


def file_of(game: str) -> pathlib.Path:
    """Where a game's shipped network is, if it has one."""
    g = find_game(game)
    folder = os.environ.get(FOLDER)
    if not folder and not g.built_in:
        return g.folder / f"network{SUFFIX}"
    return pathlib.Path(folder or pathlib.Path(__file__).parent) / f"{g.name}{SUFFIX}"
