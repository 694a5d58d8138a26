"""`skipyard compile --gpu 9.0 [GAME …]`: compile a game's kernels ahead, with or without a GPU."""

from __future__ import annotations

import functools
import multiprocessing
import os
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from skipyard import extras, internals
from skipyard.arguments import shown
from skipyard.catalogue import common
from skipyard.cli import interrupts, print_line
from skipyard.games import GAMES, game
from skipyard.options import Refused

# What a batch compiles at its first steps, and what comes later; both kinds of actions are common.
FIRST = ("reset", "show", "check", "step", "choose_randomly", "renew", "convert-int64")
LATER = ("choose", "run", "keep", "show_seats", "convert-int32", "imagine", "play_out", "run_bots")
CAPABILITY = re.compile(r"(\d+)\.(\d)")


def run(args: Any) -> int:
    """Compile what is missing, a process for each game; a line for each that is done."""
    extras.require("numba_cuda", "`skipyard compile --gpu`")
    if not internals.is_tested("numba-cuda"):
        raise Refused(common().say(args.lang, "compile.kernels_untested"), about="gpu")
    capability = read_capability(args.gpu, args.lang)
    names = [game(name, args.lang).name for name in args.games] or list(GAMES)
    started = time.monotonic()
    for name, seconds in compile_all(names, capability):
        title, took = game(name).title, f"{seconds:.1f}"
        print_line(common().say(args.lang, "compile.kernels", title=title, seconds=took))
    seconds_in_all = f"{time.monotonic() - started:.1f}"
    titles = ", ".join(game(name).title for name in names)
    print_line(common().say(args.lang, "compile.done", games=titles, seconds=seconds_in_all))
    return 0


def read_capability(text: str, language: str) -> tuple[int, int]:
    """The compute capability of a kind of GPU, such as 9.0."""
    found = CAPABILITY.fullmatch(text.strip())
    if found is None:
        said = common().say(language, "compile.capability", given=shown(text))
        raise Refused(said, about="gpu")
    return int(found[1]), int(found[2])


def compile_all(names: Sequence[str], capability: tuple[int, int]) -> Iterator[tuple[str, float]]:
    """Each game as soon as its kernels are compiled, and the seconds that it took."""
    workers = min(len(names), os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    with (
        interrupts.starting_workers(),
        ProcessPoolExecutor(workers, context, interrupts.end_with_parent) as pool,
    ):
        work = functools.partial(compile_game, capability)
        for done in as_completed([pool.submit(work, name) for name in names]):
            yield done.result()


def compile_game(capability: tuple[int, int], name: str) -> tuple[str, float]:
    """Compile the kernels that a game lacks, for its own bots."""
    from skipyard.batch import compiled_kernels
    from skipyard.batch.batch import player_of
    from skipyard.batch.kernel_settings import settings_for

    started = time.monotonic()
    for kind in (*FIRST, *LATER):
        compiled_kernels.kernel(name, player_of(game(name)), settings_for(name), kind, capability)
    return name, time.monotonic() - started
