"""Moves of Skip-Bo MOD in words and back: Skip-Bo's words, with the die."""

from skipyard.games.skipbo.words import Never, Words, discard_pile
from skipyard.games.skipbo_mod import options, rules

FACES = tuple(face.name for face in rules.Face if face != rules.Face.NOT_ROLLED)
WORDS = Words(rules.ACTIONS, options.sentences(), "MOD-43", FACES)
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["WORDS", "Never", "describe", "discard_pile", "parse", "refuse"]
