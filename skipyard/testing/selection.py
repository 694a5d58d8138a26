"""Which games the laws are held on: ours, unless `--skipyard-game` names others."""

from __future__ import annotations

from skipyard.games import GAMES, game

NAMED: list[str] = []  # by the plug-in, before it collects the laws


def selected_games() -> tuple[str, ...]:
    """The games that were named, or those that Skipyard itself brings."""
    named = tuple(game(name).name for name in NAMED)
    return named or tuple(name for name in GAMES if game(name).built_in)
