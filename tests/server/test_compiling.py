"""The server compiles in advance what players will need."""

from __future__ import annotations

from typing import Any

import pytest

from skipyard.bots import registry
from skipyard.server.workers.compiling import SEARCH, compile_game
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
    compile_game(name, SEARCH)
    assert len(choices) == 1
    assert choices[0] > 1
