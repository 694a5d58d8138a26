"""The server compiles in advance what players will need."""

from __future__ import annotations

from typing import Any

import pytest

from skipyard.bots import registry
from skipyard.compiling import parts
from skipyard.testing.worlds import every_game


@every_game
def test_a_bot_that_thinks_has_something_to_think_about(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With only one legal move, its search would not be compiled."""
    searcher = registry.searcher(name)
    choose, choices = searcher.choose, list[int]()

    def noted(self: Any, view: Any, legal: Any) -> Any:
        choices.append(len(legal))
        return choose(self, view, legal)

    monkeypatch.setattr(searcher, "choose", noted)
    parts.compile_search(name)
    assert choices
    assert min(choices) > 1
