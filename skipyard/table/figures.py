"""The figures of a finished table: its game played again from the log."""

from __future__ import annotations

from skipyard.games import figures
from skipyard.games.figures import Figure, Step
from skipyard.table.table import Table


def of_table(table: Table) -> list[Figure]:
    """What tells this game; cards of a match are counted over all its rounds."""
    replay, steps = Table(table.game, table.seats, table.chosen, table.key), []
    for entry in table.log:
        before = replay.copy_states()[0]
        replay.fold([entry])
        if entry.seat >= 0:
            steps.append(Step(entry.seat, entry.action, before, replay.copy_states()[0]))
    return figures.of_game(table.game, steps)
