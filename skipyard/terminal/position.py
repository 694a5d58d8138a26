"""`skipyard position`: prints a position as text, dealt or read from a file."""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any

from skipyard.catalogue import common
from skipyard.cli import print_line, table_of, whole_number
from skipyard.games import Game, game
from skipyard.games.move_words import speaker
from skipyard.options import Refused


def run(args: argparse.Namespace) -> int:
    """Print a position, dealt or read from a file, and its legal moves if asked."""
    g = game(args.game, args.lang)
    state = read(g, args.file, args.lang) if args.file else deal(g, args)
    if args.view is None:
        print_line(g.position.write(state))
    else:
        print_line(g.position.write_view(view(g, state, args.view, args.lang)))
    if args.moves:
        print_line("")
        words = speaker(g, state)
        for action in legal(g, state):
            print_line(words.describe(int(action), args.lang))
    return 0


def deal(g: Game, args: argparse.Namespace) -> Any:
    """Deal a new position."""
    from skipyard.core import key_from

    seats, chosen = table_of(g, args, g.options.FEWEST_SEATS)
    seed = None if args.seed is None else whole_number(args.seed, "--seed", language=args.lang)
    state = g.set_up(seats, chosen)
    g.rules.deal(state, key_from(seed), 0)
    return state


def read(g: Game, file: str, language: str) -> Any:
    """Read a position from a file; - is standard input."""
    try:
        text = sys.stdin.read() if file == "-" else pathlib.Path(file).read_text("utf-8")
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Refused(common().say(language, "command.read", file=file, why=why)) from None
    except UnicodeDecodeError:
        why = common().say(language, "command.text")
        raise Refused(common().say(language, "command.read", file=file, why=why)) from None
    return g.position.read(text)


def view(g: Game, state: Any, text: str, language: str) -> Any:
    """A player's view of the position; 0 is a watcher."""
    seat = whole_number(text, "--view", language=language) - 1
    if seat >= state.seats:
        facts = {"player": seat + 1, "seats": state.seats}
        raise Refused(common().say(language, "command.player", **facts))
    out = g.rules.View()
    g.rules.observe(state, seat, out)
    return out


def legal(g: Game, state: Any) -> Any:
    import numpy as np

    out = np.zeros(len(g.rules.ACTIONS), np.int16)
    return out[: g.rules.moves(state, out)]
