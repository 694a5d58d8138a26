"""Pebbles in words: a move's sentence is named after its kind."""

from pebbles import options, rules
from skipyard.games.move_words import Speech
from skipyard.options import Never as Never

WORDS = Speech(rules.ACTIONS, options.sentences(), rules.No, "PB-04", rules.Kind)
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse
