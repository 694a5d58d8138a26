"""How the terminal shows each game: one file a game, all with the same names.

A game without a file has the plain board, which draws any scene in words.

| name | what it is |
|---|---|
| `POINTS` | whether the game counts points, which its end then shows |
| `ALIASES` | short words that players type, and the word each stands for |
| `SECTIONS`, `section(move)`, `source(move)` | how the menu groups moves |
| `heading(section, language)` | a section of the menu, in a word |
| `detail(words, view, move, language)` | what a move's sentence leaves out, such as a card, or "" |
| `brief(words, view, move, language)` | optional: a short name, where a menu is long, or "" |
| `standing(view, language)` | a heading and a text for each seat: how the race stands |
| `Board(console, game, view, seats, language)` | the drawing: `draw(round, totals)` |
"""

from __future__ import annotations

import importlib
from typing import Any

from skipyard.games import game


def of(name: str) -> Any:
    """The board file of a game or of its family; the plain board without one."""
    from skipyard.terminal.boards import plain

    g = game(name)
    file = g.companion("terminal.boards")
    return importlib.import_module(file) if file else plain.Plain(g)
