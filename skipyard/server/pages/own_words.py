"""Sentences about one's own games that a page's script fills in itself."""

from __future__ import annotations

import json
from collections.abc import Iterable

from skipyard.server.sentences import sentences

TICKET = ("review", "rematch", "with", "my_game")  # what a ticket of a game says


def own_words(language: str, keys: Iterable[str] = TICKET) -> str:
    """Some sentences with their blanks, as JSON."""
    entries = sentences().entries
    return json.dumps(
        {key: entries[f"page.own_{key}"][language] for key in keys}, ensure_ascii=False
    )
