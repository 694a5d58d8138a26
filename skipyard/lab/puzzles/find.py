"""`skipyard puzzles find`: looks for puzzles in games between bots and adds them to a file."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

import msgspec

from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import Game, game
from skipyard.games.puzzles import Puzzle, read, write
from skipyard.lab.analysis.analyse import progress_bar
from skipyard.lab.limits import jobs_of
from skipyard.lab.output import cannot_write, check_files
from skipyard.lab.puzzles.finder import Finder
from skipyard.lab.sentences import say
from skipyard.options import Refused


def run(args: Any) -> int:
    """Add puzzles to a file until it has as many as asked for."""
    g, seed = game(args.game, args.lang), whole_number(args.seed, "--seed", language=args.lang)
    wanted, jobs = (
        whole_number(args.count, "--count", 1, language=args.lang),
        jobs_of(args.jobs, args.lang),
    )
    check_files([args.out], args.lang)
    file = pathlib.Path(args.out)
    known = known_puzzles(file, args.lang)
    facts = {"title": g.title, "file": file}

    def stopped() -> str:
        return say(args.lang, "puzzles.stopped", count=len(known), **facts)

    stopping, adding = interrupts.on_stop(stopped), appending(file, args.lang)
    with stopping, adding as append, progress_bar(g.title) as progress:
        progress(len(known), wanted)
        for puzzle in search(g, seed, first_game(known, seed), wanted - len(known), jobs):
            append(write(puzzle))
            known.append(puzzle)
            progress(len(known), wanted)
    print_line(say(args.lang, "puzzles.found", count=len(known), **facts))
    return 0


def known_puzzles(file: pathlib.Path, language: str) -> list[Puzzle]:
    """The puzzles that a file has already."""
    if not file.exists():
        return []
    puzzles = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            puzzles.append(read(line))
        except msgspec.MsgspecError:
            raise Refused(say(language, "puzzles.line", number=number, file=file)) from None
    return puzzles


def first_game(known: list[Puzzle], seed: int) -> int:
    """The number after those of all games that gave a puzzle."""
    return max((one.source.game + 1 for one in known if one.source.seed == seed), default=1)


@contextmanager
def appending(file: pathlib.Path, language: str) -> Iterator[Any]:
    """A function that adds a whole line to a file at once, so that a stop leaves no half of one."""
    try:
        with file.open("ab", buffering=0) as out:
            yield out.write
    except OSError as problem:
        raise cannot_write(file, problem, language) from None


def search(g: Game, seed: int, first: int, wanted: int, jobs: int) -> Iterator[Puzzle]:
    """So many puzzles, one from each game that has one; a thread for each job."""
    finder, number = Finder(g, seed), first
    pool, pending = ThreadPoolExecutor(jobs), set[Future[Puzzle | None]]()
    try:
        while wanted > 0:
            while len(pending) < jobs:
                pending.add(pool.submit(finder.search, number))
                number += 1
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for puzzle in (future.result() for future in done):
                if puzzle is not None and wanted > 0:
                    wanted -= 1
                    yield puzzle
    finally:  # who interrupts this does not wait for the games under way
        pool.shutdown(wait=False, cancel_futures=True)
