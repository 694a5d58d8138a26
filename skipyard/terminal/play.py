"""`skipyard play`: checks the arguments at once, then sets up the table."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console

from skipyard.games import Game, game
from skipyard.options import Refused
from skipyard.terminal import setup
from skipyard.terminal.screen import launch
from skipyard.terminal.sentences import say
from skipyard.terminal.spinner import spinner

if TYPE_CHECKING:
    from skipyard.table.table import Table


def run(args: argparse.Namespace) -> int:
    """Play a game to its end or until somebody leaves."""
    take_any_text()
    console = Console()
    interactive = console.is_terminal and sys.stdin is not None and sys.stdin.isatty()
    ask = asker(console, interactive)
    try:
        return start(args, console, ask, interactive)
    except EOFError:
        console.print()
        return 0


def start(
    args: argparse.Namespace, console: Console, ask: Callable[[str], str], interactive: bool
) -> int:
    wanted, pace = None, launch.read_pace(args.pace, args.lang)
    if args.resume is None:
        wanted = setup.read_arguments(args, game_of(args, console, ask))
    else:
        setup.check_resume(args)

    def open_table() -> Table:
        return resume(args.resume, args.lang) if wanted is None else new_table(wanted)

    full = not args.lines and launch.is_possible(console, interactive)
    if full and launch.is_installed(console, args.lang):
        return launch.run(args, console, open_table, is_last(args.resume), pace)
    with spinner(console, args.lang, "setup.shuffling"):
        table = open_table()
        warm_up(table)
        from skipyard.terminal.session import Session

        session = Session(table, console, ask, args.lang, interactive, is_last(args.resume))
    return session.run()


def game_of(args: argparse.Namespace, console: Console, ask: Callable[[str], str]) -> Game:
    """The game that was named, or the one chosen from the list."""
    if args.game is not None:
        return game(args.game, args.lang)

    def show(text: str) -> None:
        console.print(text, markup=False, highlight=False)

    return setup.choose_game(ask, show, args.lang)


def new_table(wanted: setup.NewTable) -> Table:
    """A newly dealt table; this imports the compiler."""
    from skipyard.core import key_from
    from skipyard.table.table import Table

    key = key_from(wanted.seed).astype("<u4").tobytes()
    return Table(wanted.game, wanted.seats, wanted.chosen, key)


def resume(file: str, language: str) -> Table:
    """The table of a save: the named one, or the last one left."""
    from skipyard.table.files import autosave, save

    if not file and not autosave.path().exists():
        raise Refused(say(language, "setup.no_last"))
    return save.read(file or autosave.path(), language)


def is_last(file: str | None) -> bool:
    """Whether the save to resume is the autosave itself."""
    from skipyard.table.files import autosave

    return file == "" or (file is not None and os.path.realpath(file) == autosave.real_path())


def warm_up(table: Table) -> None:
    """Compile what the game needs by playing a move at another table, before the first move."""
    from skipyard.bots import DEFAULT, seat_bot
    from skipyard.table.table import Table

    other = Table(table.game, table.seats, table.chosen, table.key)
    bot = seat_bot(table.game.name, DEFAULT, 0)
    other.play(other.turn, bot.choose(other.view(other.turn), other.legal()))
    assert other.points


def take_any_text() -> None:
    """Replace invalid bytes from a keyboard or a file instead of failing on them."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def asker(console: Console, interactive: bool) -> Callable[[str], str]:
    """A function that reads a line; input from a file is echoed, so that the output reads well."""
    if interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  for editing and history

    def ask(question: str) -> str:
        if sys.stdin is None:  # closed by whoever started us
            raise EOFError
        text = input(question)
        if not interactive:
            console.print(text, markup=False, highlight=False)
        return text

    return ask
