"""Starts the full-screen client where the terminal can show it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console

from skipyard import extras
from skipyard.compiling.pool import JIT_VARIABLE
from skipyard.options import Refused
from skipyard.terminal.screen.sentences import say

if TYPE_CHECKING:
    from skipyard.table.table import Table
    from skipyard.terminal.screen.app import PlayApp

PACKAGE = "textual"
DARK, LIGHT = THEMES = ("dark", "light")
LIGHT_GROUNDS = ("7", "15")  # background colours that COLORFGBG calls light
PACE, SLOWEST = 0.5, 60  # seconds of a bot's move, so that people can follow
STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks the last


def is_possible(console: Console, interactive: bool) -> bool:
    """Whether there is a terminal that can show a full screen."""
    is_unicode = console.encoding.lower().startswith("utf")
    return interactive and not console.is_dumb_terminal and is_unicode


def is_installed(console: Console, language: str) -> bool:
    """Whether Textual is there; else a sentence, and the table is shown in lines."""
    if extras.is_installed(PACKAGE):
        return True
    console.print(say(language, "leave.missing"), markup=False, highlight=False)
    return False


def run_interpreted() -> None:
    """Run the rules of this process as plain Python: nobody waits for the compiler, and a move
    takes a few milliseconds. Bots have processes of their own, which are compiled."""
    if not {"numba", "skipyard.compiler"} & sys.modules.keys():
        os.environ[JIT_VARIABLE] = "1"


def theme_of(wanted: str | None) -> str:
    """The theme that was asked for, else what fits the terminal's background as far as it says."""
    if wanted is not None:
        return wanted
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in LIGHT_GROUNDS else DARK


def read_pace(text: str | None, language: str) -> float:
    """How many seconds a bot's move takes at least."""
    if text is None:
        return PACE
    with contextlib.suppress(ValueError):
        if 0 <= (pace := float(text)) <= SLOWEST:
            return pace
    raise Refused(say(language, "pace.form", most=SLOWEST, text=text))


def run(
    args: argparse.Namespace,
    console: Console,
    open_table: Callable[[], Table],
    resumed: bool,
    pace: float,
) -> int:
    """Play on a full screen until the end or until somebody leaves; the exit status."""
    run_interpreted()
    table = open_table()
    from skipyard.terminal.screen.app import PlayApp

    app = PlayApp(table, args.lang, resumed, theme_of(args.theme), pace)
    try:
        status = asyncio.run(run_app(app))
    finally:
        app.thinker.stop()
    for each in app.farewell:
        console.print(each, highlight=False)
    return status


async def run_app(app: PlayApp) -> int:
    """Run the app; a signal leaves it as its key does."""
    loop = asyncio.get_running_loop()
    for name in STOPPING:
        with contextlib.suppress(NotImplementedError, AttributeError):  # on Windows
            loop.add_signal_handler(getattr(signal, name), app.action_leave)
    status = await app.run_async()
    return status if status is not None else app.return_code or 0
