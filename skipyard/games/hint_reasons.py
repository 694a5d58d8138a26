"""Why a move is advised, in a few words: what a game's hint_reasons.py makes from a view.

A reason is a phrase without a full stop, such as “stock first”. Where none is obvious it is empty,
and whoever asked compares chances instead.
"""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.catalogue import Catalogue
from skipyard.games import Game

FILE = "hint_reasons.toml"


def reason(g: Game, view: Any, action: int, legal: Sequence[int], language: str) -> str:
    """The obvious reason for a move, from what its player sees; empty where there is none."""
    if not g.has("hint_reasons"):
        return ""
    key, facts = g.hint_reasons.reason(view, action, legal)
    return sentences(g.hint_reasons.FOLDER).say(language, f"reason.{key}", **facts) if key else ""


@functools.cache
def sentences(folder: pathlib.Path) -> Catalogue:
    return Catalogue(folder / FILE)
