"""A Skip-Bo MOD table as a screen shows it: Skip-Bo's, with the die."""

from skipyard.games.skipbo.scene import Stage
from skipyard.games.skipbo_mod import options, rules, words

STAGE = Stage("skipbo_mod", rules.ACTIONS, options.sentences(), words.describe, words.FACES)
scene, events, ways = STAGE.scene, STAGE.events, STAGE.ways
