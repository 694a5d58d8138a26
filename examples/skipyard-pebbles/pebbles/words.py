"""Pebbles for people: moves in words and back."""

from typing import Any

from pebbles import options, rules
from skipyard.games.move_words import Speech
from skipyard.options import Never as Never


class Words(Speech):
    def key(self, move: Any) -> str:
        return rules.Kind(move.kind).name.lower()

    def facts(self, action: int, language: str) -> dict[str, object]:
        return {"number": int(self.actions[action].number)}


WORDS = Words(rules.ACTIONS, options.sentences(), rules.No, "PB-04")
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse
