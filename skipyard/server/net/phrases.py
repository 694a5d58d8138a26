"""The preset phrases that players may send, so that nothing needs moderation."""

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
