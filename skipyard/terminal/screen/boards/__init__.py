"""How each game's scene is drawn: one file a game, all with the same names.

A game without a file has the plain board, which draws any scene.

| name | what it is |
|---|---|
| `SCALES` | how many sizes it can be drawn in; 0 is the smallest, for 80 columns |
| `draw(table, scale)` | the canvas of a `Drawing` in one of them |
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from skipyard.games import Game
from skipyard.terminal.screen.boards.drawing import Drawing
from skipyard.terminal.screen.canvas import Canvas


@functools.cache
def of(game: Game) -> Any:
    """The board file of a game or of its family; the plain board without one."""
    from skipyard.terminal.screen.boards import plain

    file = game.companion("terminal.screen.boards")
    return importlib.import_module(file) if file else plain


def draw(game: Game, table: Drawing) -> Canvas:
    """The largest drawing that fits, or else the smallest."""
    board = of(game)
    for scale in reversed(range(board.SCALES)):
        canvas: Canvas = board.draw(table, scale)
        if canvas.width <= table.width and canvas.height <= table.height:
            break
    return canvas
