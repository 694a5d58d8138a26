"""`skipyard play`: what was asked for is checked at once, then the table is set."""

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
from skipyard.terminal.sentences import say
from skipyard.terminal.spinner import sign_of_life

if TYPE_CHECKING:
    from skipyard.table.table import Table

INTERRUPTED = 130


def run(args: argparse.Namespace) -> int:
    """Play a game to its end or until somebody leaves."""
    take_any_text()
    console = Console()
    interactive = console.is_terminal and sys.stdin is not None and sys.stdin.isatty()
    ask = asker(console, interactive)
    try:
        return start(args, console, ask, interactive)
    except KeyboardInterrupt:  # before there is a game to keep
        console.print()
        return INTERRUPTED
    except EOFError:
        console.print()
        return 0


def start(
    args: argparse.Namespace, console: Console, ask: Callable[[str], str], interactive: bool
) -> int:
    wanted = None
    if args.resume is None:
        wanted = setup.wanted(args, game_of(args, console, ask))
    else:
        setup.check_resume(args)
    with sign_of_life(console, args.lang, "setup.shuffling"):
        table = resume(args.resume, args.lang) if wanted is None else new_table(wanted)
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


def new_table(wanted: setup.Wanted) -> Table:
    """A table freshly dealt; from here on the compiler is awake."""
    from skipyard.core import key_from
    from skipyard.table.table import Table

    key = key_from(wanted.seed).astype("<u4").tobytes()
    return Table(wanted.game, wanted.seats, wanted.chosen, key)


def resume(file: str, language: str) -> Table:
    """The table of a save: the one named, or the last that was left."""
    from skipyard.table.files import autosave, save

    if not file and not autosave.path().exists():
        raise Refused(say(language, "setup.no_last"))
    return save.read(file or autosave.path(), language)


def is_last(file: str | None) -> bool:
    """Whether a save to resume is the one that the game goes on being kept in."""
    from skipyard.table.files import autosave

    return file == "" or (file is not None and os.path.realpath(file) == autosave.real_path())


def warm_up(table: Table) -> None:
    """Compile what a game needs now, at a table aside, rather than at the first move."""
    from skipyard.bots import DEFAULT, seat_bot
    from skipyard.table.table import Table

    aside = Table(table.game, table.seats, table.chosen, table.key)
    bot = seat_bot(table.game.name, DEFAULT, 0)
    aside.play(aside.turn, bot.choose(aside.view(aside.turn), aside.legal()))
    assert aside.points


def take_any_text() -> None:
    """Odd bytes from a keyboard or a file are no reason to stop."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def asker(console: Console, interactive: bool) -> Callable[[str], str]:
    """Ask for a line; what comes from a file is shown, so that the output reads as a game."""
    if interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lines can be edited and called back

    def ask(question: str) -> str:
        if sys.stdin is None:  # closed before we came
            raise EOFError
        text = input(question)
        if not interactive:
            console.print(text, markup=False, highlight=False)
        return text

    return ask
