"""The games that the laws are checked on: ours, unless `--skipyard-game` names others."""

from __future__ import annotations

from skipyard.games import GAMES, game

NAMED: list[str] = []  # set by the plug-in before it collects the laws


def selected_games() -> tuple[str, ...]:
    """The named games, or those of Skipyard itself."""
    named = tuple(game(name).name for name in NAMED)
    return named or tuple(name for name in GAMES if game(name).built_in)
