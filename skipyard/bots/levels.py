"""Five levels for people to play against; a game's profile.toml says which bot each one is.

The steps between levels are about equal within a game of ours, as measured (docs/bots.md): from 180
to 400 Elo, as much as the game leaves to skill.
"""

from skipyard.games import game
from skipyard.games.profile import Level

LEVELS = ("level1", "level2", "level3", "level4", "level5")
ADVISER = "search:500ms"  # gives hints: the best bot that answers quickly enough


def level_of(name: str, level: str) -> Level:
    """The bot behind a level of a game."""
    return game(name).profile.levels[LEVELS.index(level)]
