"""A progress bar for each matchup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from skipyard.games import game
from skipyard.lab.matches.arena import OnResult
from skipyard.lab.matches.series import Series


@contextmanager
def progress_bars(every: Sequence[Series]) -> Iterator[OnResult]:
    """Show bars while the block runs; yields the function that advances them."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = ("{task.description}", BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        tasks = {id(s): bar.add_task(description_of(s), total=s.wanted) for s in every}

        def advance(series: Series, pairs: int) -> None:
            bar.advance(tasks[id(series)], pairs)
            bar.update(tasks[id(series)], description=description_of(series))

        yield advance


def description_of(series: Series) -> str:
    """The bots of a matchup, and the first one's share so far."""
    names = " – ".join(series.matchup.bots)
    share = f" {series.scores[:, 0].mean():.0%}" if series.pairs else ""
    return f"{game(series.matchup.game).title}: {names}{share}"
