"""`skipyard` without a command: what this is, and what to type next."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.text import Text

from skipyard import __version__, extras
from skipyard.games import GAMES, game
from skipyard.terminal.sentences import say

BROWSER = "uvicorn"  # a package of the server extra


def run(args: argparse.Namespace) -> int:
    """Print a few lines; exit status 0."""
    console = Console()
    titles = ", ".join(game(name).title for name in GAMES)
    console.print(Text(say(args.lang, "greeting.title", version=__version__, titles=titles)))
    steps = next_steps(args.lang)
    width = max(len(command) for command in steps)
    console.print()
    for command, meaning in steps.items():
        line = Text(f"  {command:<{width}}", style="bold").append(f"  {meaning}", style="not bold")
        console.print(line, soft_wrap=True)
    console.print()
    if not extras.is_installed(BROWSER):
        console.print(Text(extras.sentence("server", "`skipyard open`", args.lang)), soft_wrap=True)
    console.print(Text(say(args.lang, "greeting.more")))
    return 0


def next_steps(language: str) -> dict[str, str]:
    """What each command to try first does."""
    return {
        "skipyard open": say(language, "greeting.open"),
        "skipyard play": say(language, "greeting.play"),
        f"skipyard rules {GAMES[0]}": say(language, "greeting.rules"),
        f"skipyard simulate {GAMES[0]}": say(language, "greeting.simulate"),
        "python": say(language, "greeting.python"),
    }
