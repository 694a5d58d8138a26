"""`skipyard bench compare COMMIT`: is this tree slower than that one, on this machine?

Both trees are measured in turns, round by round, and the old one twice: the ratio of new to old is
compared with the spread of old to old.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from skipyard.bench import compare_probes
from skipyard.bench.checkout import HERE, Tree, checkout
from skipyard.bench.compare_probes import Probe, WorkTurn
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.bench.ratios import (
    FEWEST_ROUNDS,
    NEW,
    SIDES,
    Comparison,
    Speeds,
    Turn,
    compare,
    complete_rounds,
    interleave,
)
from skipyard.bench.sentences import sentence
from skipyard.cli import print_line, whole_number
from skipyard.games import GAMES, game
from skipyard.options import Refused

SERVER = "server"
WORKS = {"rules": ("rules",), "batch": ("batch", "search"), SERVER: ()}
SERVED = GAMES[0]  # a long game: others end too soon for the load
SHORTEST, LONGEST = 0.01, 10.0  # seconds of a turn: servers drop sockets that are silent for 30
PROGRESS_WIDTH = 76  # columns


def run(args: Any) -> int:
    """Measure and print; exit status 1 if the new tree is slower."""
    rounds = whole_number(args.rounds, "--rounds", FEWEST_ROUNDS, language=args.lang)
    seconds = None if args.seconds is None else read_seconds(args.seconds, args.lang)
    parts = [args.what] if args.what else list(WORKS)
    games = [game(name, args.lang).name for name in args.games]
    unserved = [name for name in games if name != SERVED]
    if args.what == SERVER and unserved:
        served = game(SERVED).title
        raise Refused(sentence(args.lang, "compare.server_game", game=unserved[0], served=served))
    if SERVER in parts:
        from skipyard.bench.server import require_linux  # needs what a server needs

        require_linux(args.lang)
    speeds: Speeds = {}

    def show() -> bool:
        lines = [compare(line, by_side) for line, by_side in complete_rounds(speeds).items()]
        is_ok = all(line.is_ok for line in lines)
        if args.json:
            report = {"commit": args.commit, "rounds": rounds, "ok": is_ok}
            print_line(json.dumps(report | {"lines": [as_json(line) for line in lines]}, indent=2))
        else:
            print_line(table(lines))
        return is_ok

    stopped = shown_if_stopped(show, lambda: complete_rounds(speeds), args.lang)
    with stopped, checkout(args.commit, args.lang) as old:
        trees = dict.fromkeys(SIDES, old) | {NEW: Tree(HERE)}
        for part in parts:
            with contextlib.ExitStack() as stack:
                if part == SERVER:
                    turns = server_turns(trees, seconds, rounds, args.lang, stack)
                else:
                    turns = work_turns(
                        trees, WORKS[part], games or GAMES, seconds, args.lang, stack
                    )
                interleave(turns, rounds, stack.enter_context(progress()), speeds)
    return 0 if show() else 1


def read_seconds(text: str, language: str) -> float:
    """A number of seconds for a turn."""
    with contextlib.suppress(ValueError):
        if SHORTEST <= (seconds := float(text)) <= LONGEST:
            return seconds
    facts = {"low": SHORTEST, "high": LONGEST, "text": text}
    raise Refused(sentence(language, "compare.seconds", **facts))


def work_turns(
    trees: dict[str, Tree],
    works: Sequence[str],
    games: Sequence[str],
    seconds: float | None,
    language: str,
    stack: contextlib.ExitStack,
) -> list[Turn]:
    """Turns of child processes that run a probe, one for each side."""
    children = {side: stack.enter_context(Probe(trees[side], language)) for side in SIDES}
    return [
        WorkTurn(children, work, name, seconds or compare_probes.SECONDS)
        for name in games
        for work in works
    ]


def server_turns(
    trees: dict[str, Tree],
    seconds: float | None,
    rounds: int,
    language: str,
    stack: contextlib.ExitStack,
) -> list[Turn]:
    """The turn of the servers, if the server's packages are installed."""
    from skipyard.bench import compare_server  # needs what a server needs

    return [
        compare_server.ServerTurn(trees, seconds or compare_server.SECONDS, rounds, language, stack)
    ]


# Printing -----------------------------------------------------------------------------------------
@contextlib.contextmanager
def progress() -> Iterator[Any]:
    """Show progress on standard error, if it is a terminal."""
    is_seen = sys.stderr.isatty()

    def show(text: str) -> None:
        if is_seen:
            sys.stderr.write(f"\r{text:<{PROGRESS_WIDTH}}")
            sys.stderr.flush()

    yield show
    if is_seen:
        sys.stderr.write("\r" + " " * PROGRESS_WIDTH + "\r")


def table(lines: Sequence[Comparison]) -> str:
    """The comparison as plain text, 80 columns."""
    head = f"{'':<28}{'old':>11}{'new':>11}{'ratio':>7}  {'old to old':<14}verdict"
    return "\n".join([head, *map(row, lines)])


def row(line: Comparison) -> str:
    figures = f"{figure(line.old, line.line.unit):>11}{figure(line.new, line.line.unit):>11}"
    spread = f"{line.low:.2f} to {line.high:.2f}"
    verdict = "ok" if line.is_ok else "slower"
    return f"{line.line.what:<28}{figures}{line.ratio:>7.2f}  {spread:<14}{verdict}"


def figure(value: float, unit: str) -> str:
    """A figure in about four digits."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M{unit}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"


def as_json(line: Comparison) -> dict[str, Any]:
    return {
        "what": line.line.what,
        "unit": line.line.unit,
        "old": line.old,
        "new": line.new,
        "ratio": line.ratio,
        "spread": [line.low, line.high],
        "ok": line.is_ok,
    }
