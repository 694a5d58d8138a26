"""What a terminal must know of each game to show it: one file a game, all with the same names.

| name | what it is |
|---|---|
| `HIDDEN` | whether a hand must be hidden from the others at one keyboard |
| `POINTS` | whether the game counts points, which its end then shows |
| `ALIASES` | short words that players type, and the word each stands for |
| `SECTIONS`, `section(move)`, `source(move)` | how the menu groups moves |
| `heading(section, language)` | a section of the menu, in a word |
| `detail(words, view, move, language)` | what a move's sentence leaves to the eye, or "" |
| `brief(words, view, move, language)` | optional: a move where many share the menu, or "" |
| `outcome(words, view, move, language)` | what a move turned up for all to see; may be left out |
| `aftermath(state, action, language)` | lines for what followed by itself; may be left out |
| `opening(words, view, language)` | what opens a turn, such as a roll, or "" |
| `standing(view, language)` | a heading and a text for each seat: how the race stands |
| `Board(console, game, view, seats, language)` | the drawing: `draw(round, totals)` |
"""

from __future__ import annotations

import importlib
from typing import Any

FILES = {
    "skipbo": "skipyard.terminal.boards.skipbo",
    "skipbo_mod": "skipyard.terminal.boards.skipbo",
    "skippity": "skipyard.terminal.boards.skippity",
    "flip_and_skip": "skipyard.terminal.boards.flip_and_skip",
    "skip_or_trip": "skipyard.terminal.boards.skip_or_trip",
}


def of(name: str) -> Any:
    """The board file of a game."""
    return importlib.import_module(FILES[name])
