"""`skipyard position`: a table as a few lines of text, printed, read back, seen by a seat."""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any

from skipyard.cli import say, table_of, whole_number
from skipyard.games import Game, game
from skipyard.games.move_words import speaker
from skipyard.options import Refused


def run(args: argparse.Namespace) -> int:
    """Print a dealt position, or one that is read from a file; its legal moves if asked."""
    g = game(args.game, args.lang)
    state = read(g, args.file) if args.file else deal(g, args)
    if args.view is None:
        say(g.position.write(state))
    else:
        say(g.position.write_view(view(g, state, args.view)))
    if args.moves:
        say("")
        words = speaker(g, state)
        for action in legal(g, state):
            say(words.describe(int(action), args.lang))
    return 0


def deal(g: Game, args: argparse.Namespace) -> Any:
    """A fresh table."""
    from skipyard.core import key_from

    seats, chosen = table_of(g, args, g.options.FEWEST_SEATS)
    seed = None if args.seed is None else whole_number(args.seed, "--seed")
    state = g.set_up(seats, chosen)
    g.rules.deal(state, key_from(seed), 0)
    return state


def read(g: Game, file: str) -> Any:
    """The table that a file describes; - is what comes in."""
    try:
        text = sys.stdin.read() if file == "-" else pathlib.Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Refused(f"{file} cannot be read: {problem}.") from None
    return g.position.read(text)


def view(g: Game, state: Any, text: str) -> Any:
    """What a player sees of the table; 0 is a watcher."""
    seat = whole_number(text, "--view") - 1
    if seat >= state.seats:
        raise Refused(f"There is no player {seat + 1} at this table of {state.seats}.")
    found = g.rules.View()
    g.rules.observe(state, seat, found)
    return found


def legal(g: Game, state: Any) -> Any:
    import numpy as np

    out = np.zeros(len(g.rules.ACTIONS), np.int16)
    return out[: g.rules.moves(state, out)]
