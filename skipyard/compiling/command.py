"""`skipyard compile [GAME …]`: compile games ahead of their use, with a progress bar."""

from __future__ import annotations

import time
from typing import Any

from skipyard.catalogue import common
from skipyard.cli import print_line
from skipyard.compiling import ready
from skipyard.compiling.pool import CompilingPool, Progress
from skipyard.games import GAMES, game
from skipyard.options import Refused


def run(args: Any) -> int:
    """Compile what is missing; a line for each game on a pipe, a bar on a terminal."""
    if args.gpu is not None:
        from skipyard.compiling import kernels

        return kernels.run(args)
    names = [game(name, args.lang).name for name in args.games] or list(GAMES)
    started = time.monotonic()
    wanted = [name for name in names if not all(ready.is_ready(name, p) for p in ready.PARTS)]
    if wanted:
        compile_with_bar(wanted, args.lang)
    seconds = f"{time.monotonic() - started:.1f}"
    titles = ", ".join(game(name).title for name in names)
    key = "compile.done" if wanted else "compile.nothing"
    print_line(common().say(args.lang, key, games=titles, seconds=seconds))
    return 0


def compile_with_bar(names: list[str], language: str) -> None:
    """Compile on all cores; Refused with a sentence where that fails."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    screen = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(common().say(language, "compile.doing"), total=2 * len(names))

        def on_part(name: str, part: str, progress: Progress) -> None:
            bar.update(task, completed=progress.done)
            if not screen.is_terminal and part == ready.PARTS[-1]:
                print_line(common().say(language, "compile.game", title=game(name).title))

        pool = CompilingPool(names, on_part, lambda status: None, niceness=0)
        try:
            status = pool.wait()
        except BaseException:
            pool.stop()
            raise
    if status:
        raise Refused(common().say(language, "compile.failed", status=status))
