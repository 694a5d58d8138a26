"""The games that proofs play where any game would do, so that no proof names one."""

from skipyard.games import GAMES, game

HIDING = next(name for name in GAMES if game(name).profile.hidden)  # as most games do
OPEN = next((name for name in GAMES if not game(name).profile.hidden), GAMES[-1])


def short(name: str) -> list[str]:
    """Settings of a short game."""
    return list(game(name).profile.short)
