"""A legal move as advice to its player, in the words of what happens: “you trip Nora on square 45”.

A game's scene.py may have `advise`, which gives the whole sentence about “you”; for another game it
comes from the group `told` of its catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.games import Game
from skipyard.games.move_words import speaker


def as_advice(g: Game, view: Any, action: int, names: Sequence[str], language: str) -> str:
    """A move of the seat on turn as a phrase within a sentence: “you play a 9 on pile 3”."""
    if hasattr(g.scene, "advise"):
        said = str(g.scene.advise(view, action, names, language))
    else:
        said = str(speaker(g, view).tell_about(action, names[int(view.turn)], True, language))
    return said[:1].lower() + said[1:].removesuffix(".")
