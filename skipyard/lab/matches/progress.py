"""A bar for each matchup that is being played, for whoever watches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from skipyard.games import game
from skipyard.lab.matches.arena import Report
from skipyard.lab.matches.series import Series


@contextmanager
def watched(every: Sequence[Series]) -> Iterator[Report]:
    """Bars while the block runs; the function that moves them on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = ("{task.description}", BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        tasks = {id(s): bar.add_task(described(s), total=s.wanted) for s in every}

        def report(series: Series, pairs: int) -> None:
            bar.advance(tasks[id(series)], pairs)
            bar.update(tasks[id(series)], description=described(series))

        yield report


def described(series: Series) -> str:
    """Who meets, and the first bot's share so far."""
    names = " – ".join(series.matchup.bots)
    share = f" {series.scores[:, 0].mean():.0%}" if series.pairs else ""
    return f"{game(series.matchup.game).title}: {names}{share}"
