"""Scenes of Skip-Bo MOD: Skip-Bo's, with the die."""

from skipyard.games.skipbo.scene import SceneBuilder, read
from skipyard.games.skipbo_mod import options, rules, words

SCENES = SceneBuilder("skipbo_mod", rules.ACTIONS, options.sentences(), words.describe, words.FACES)
scene, redraw, events, ways = SCENES.scene, SCENES.redraw, SCENES.events, SCENES.ways
advise = SCENES.advise

__all__ = ["advise", "events", "read", "redraw", "scene", "ways"]
