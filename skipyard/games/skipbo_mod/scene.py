"""A Skip-Bo MOD table as a screen shows it: Skip-Bo's, with the die."""

from skipyard.games.skipbo.scene import Stage, read
from skipyard.games.skipbo_mod import options, rules, words

STAGE = Stage("skipbo_mod", rules.ACTIONS, options.sentences(), words.describe, words.FACES)
scene, redraw, events, ways = STAGE.scene, STAGE.redraw, STAGE.events, STAGE.ways

__all__ = ["events", "read", "redraw", "scene", "ways"]
