"""Tells a person at a terminal that code is being compiled: one line, with the game and seconds."""

from __future__ import annotations

import re
import sys
import time
from typing import Any, cast

GAME = re.compile(r"(?:games|bots)\.(\w+)|_games_(\w+?)(?:_skipyard\w*)?$")
SAME_LINE = 1.0  # seconds in which nothing else is likely to have been printed
is_quiet = False  # set by processes that only compile


def game_in(module: str) -> str:
    """The game whose code a module has; empty for what all games share."""
    found = GAME.search(module)
    return str(found[1] or found[2]) if found is not None else ""


class Notice:
    """What has been compiled in this process."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}  # by game
        self.depth, self.started, self.written = 0, 0.0, -SAME_LINE

    def begin(self, game: str) -> None:
        self.depth += 1
        if self.depth == 1:
            self.started = time.monotonic()
            self.write(game)

    def end(self, game: str) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.seconds[game] = self.seconds.get(game, 0.0) + time.monotonic() - self.started
            self.write(game)

    def write(self, game: str) -> None:
        """Write the line, over the last one if that was ours."""
        now, total = time.monotonic(), self.seconds.get(game, 0.0)
        again = "\x1b[F\x1b[2K" if now - self.written < SAME_LINE or self.depth == 0 else ""
        doing = "Compiling" if self.depth else "Compiled"
        sys.stderr.write(f"{again}{doing} {game}, once for this machine: {total:.1f} s\n")
        sys.stderr.flush()
        self.written = now


def install() -> None:
    """Listen to Numba's compiler from now on, if somebody can read what it does."""
    if is_quiet or not sys.stderr.isatty():
        return
    from numba.core import event

    notice, register = Notice(), cast(Any, event.register)
    base: Any = event.Listener

    class Listener(base):  # type: ignore[misc]
        """Told of every function that is compiled, not of those that the cache has."""

        def on_start(self, event: Any) -> None:
            if game := game_in(event.data["dispatcher"].py_func.__module__):
                notice.begin(game)

        def on_end(self, event: Any) -> None:
            if game := game_in(event.data["dispatcher"].py_func.__module__):
                notice.end(game)

    register("numba:compile", Listener())
