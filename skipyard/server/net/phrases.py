"""What may be said at a table: preset phrases and signs, so that nobody has to be moderated."""

from __future__ import annotations

from typing import Literal, get_args

from skipyard.server.sentences import say

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "your_turn",
    "one_moment",
    "good_game",
    "smile",
    "surprised",
    "thinking",
]
PHRASES: tuple[str, ...] = get_args(Phrase)


def text(phrase: str, language: str) -> str:
    """A phrase in the reader's language."""
    return say(language, f"phrase.{phrase}")
