"""`skipyard analyse`: the winning chances of a recorded game, and the moves that cost most.

With --bot, also what that bot would have played.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from skipyard.bots import read
from skipyard.cli import interrupts, print_line, whole_number
from skipyard.lab.analysis import bot_moves, chances_picture
from skipyard.lab.limits import seconds_of
from skipyard.lab.output import check_files, write_file
from skipyard.lab.sentences import say
from skipyard.lab.workers import places
from skipyard.options import Refused
from skipyard.table import chances
from skipyard.table.chances import Progress, Step, Submit
from skipyard.table.files import verify
from skipyard.table.files.fetch import fetch
from skipyard.table.host import Host
from skipyard.table.result import sides_of
from skipyard.table.sentences import say as say_of_table

WORST = 5  # moves that are listed
MOVER, ALL = "mover", "all"


def run(args: Any) -> int:
    """Read a record, play every position out, and print the chances."""
    with interrupts.on_stop(lambda: say(args.lang, "analyse.stopped")):
        return analyse(args)


def analyse(args: Any) -> int:
    record = verify.read(fetch(args.file, verify.LARGEST, args.lang), args.lang)
    for _ in record.checks():  # refuses a record that is not true
        pass
    host = Host(record.header(), record.rows(), args.lang)
    assert host.table is not None
    check_files([args.picture], args.lang)
    places.check(args.on, args.lang)
    worlds = whole_number(args.sims, "--sims", chances.FEWEST_WORLDS, language=args.lang)
    seconds = seconds_of(args.seconds, args.lang)
    if seconds is not None:
        worlds = affordable(host, seconds)
    seed = whole_number(args.seed, "--seed", language=args.lang)
    if args.viewer not in (MOVER, ALL):
        raise Refused(say(args.lang, "analyse.viewer", text=args.viewer))
    asked = []
    if args.bot is not None:
        read(args.bot, host.game.name, args.lang)
        asked = bot_moves.bot_moves(host.table, args.bot, seed)  # first: it may break down
    with analysis_workers(args) as submit, progress_bar(host.game.title) as progress:
        steps = chances.chances(host.table, host.result, worlds, seed, progress, submit)
    report = summary(host, steps, args.lang) | {"sims": worlds, "seed": seed}
    if args.bot is not None:
        bot_moves.add(report, asked, args.bot, host.table.words, args.lang)
    print_line(json.dumps(report, indent=2) if args.json else table(report, args.viewer, args.lang))
    if args.picture:
        picture = chances_picture.picture(report, args.viewer, args.lang)
        write_file(args.picture, picture, args.lang)
    return 0


def affordable(host: Host, seconds: float) -> int:
    """How many worlds fit into the time, from a quick run over the same game."""
    assert host.table is not None
    for _ in range(2):  # the first one compiles
        started = time.monotonic()
        chances.chances(host.table, host.result, chances.FEWEST_WORLDS)
        took = time.monotonic() - started
    return max(chances.FEWEST_WORLDS, int(chances.FEWEST_WORLDS * (seconds - took) / took))


@contextmanager
def analysis_workers(args: Any) -> Iterator[Submit | None]:
    """Who does the tasks: nobody in particular, or a cluster."""
    if args.on == places.LOCAL:
        yield None
        return
    workers = places.threads(args.on, None, args.lang)
    try:
        yield workers.submit
    finally:
        workers.close()


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """Show a bar while the block runs; yields the function that advances it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(title)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# Results ------------------------------------------------------------------------------------------
def summary(host: Host, steps: list[Step], language: str) -> dict[str, Any]:
    """All figures of an analysis, ready for JSON; moves in words."""
    assert host.table is not None
    sides = sides_of(host.table)
    names = [name_of(host, seat, language) for seat in range(len(host.chairs))]
    moves = [move_facts(host, step, names, language) for step in steps]
    costly = [m for m in moves if m["cost"] and m["cost"]["share"] > m["cost"]["margin"]]
    worst = sorted(costly, key=lambda move: -float(move["cost"]["share"]))[:WORST]
    return {
        "game": host.game.name,
        "title": host.game.title,
        "sides": [" + ".join(names[side::sides]) for side in range(sides)],
        "moves": moves,
        "worst": [move["number"] for move in worst],
    }


def name_of(host: Host, seat: int, language: str) -> str:
    chair = host.chairs[seat]
    return chair.name or say_of_table(language, "log.player", player=seat + 1)


def move_facts(host: Host, step: Step, names: list[str], language: str) -> dict[str, Any]:
    """One step, ready for JSON."""
    table = host.table
    assert table is not None
    by_player = step.seat >= 0
    cost = None
    if step.cost is not None:
        best = str(table.words.describe(step.cost.best, language))
        cost = step.cost.chance._asdict() | {"best": step.cost.best, "best_words": best}
    return {
        "number": step.number,
        "round": step.round,
        "seat": step.seat if by_player else None,
        "who": names[step.seat] if by_player else "",
        "action": step.action if by_player else None,
        "words": str(table.words.describe(step.action, language)) if by_player else "",
        "known": [chance._asdict() for chance in step.known],
        "mover": [chance._asdict() for chance in step.mover],
        "cost": cost,
    }


def table(report: dict[str, Any], viewer: str, language: str) -> str:
    """The chances over the game, and the moves that cost most, as text."""
    lines = [say(language, "analyse.head", title=report["title"], moves=last_number(report))]
    which = "known" if viewer == ALL else "mover"
    lines.append(say(language, f"analyse.by_{which}"))
    for side, name in enumerate(report["sides"]):
        shares = [move[which][side]["share"] for move in report["moves"]]
        lines.append(f"  {name[:24]:<25}{chances_picture.spark(shares)}  {shares[-1]:.0%}")
    worst = {move["number"]: move for move in report["moves"] if move["number"] in report["worst"]}
    lines.append(say(language, "analyse.worst" if worst else "analyse.no_worst"))
    for number in report["worst"]:
        lines.append("  " + chances_picture.sentence(worst[number], language))
    if "bot" in report:
        lines += bot_moves.lines(report, language)
    return "\n".join(lines)


def last_number(report: dict[str, Any]) -> int:
    return int(report["moves"][-1]["number"])
