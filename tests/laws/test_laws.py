"""The laws of rules for our games, and that a law can fail."""

from __future__ import annotations

import pytest

from skipyard.games.law_data import law_data
from skipyard.testing.laws.rules import *  # noqa: F403
from skipyard.testing.worlds import FEW, hold, played, rare_event_tables


def test_a_kept_game_is_not_changed_by_the_laws() -> None:
    """The laws share played games and must not change them."""
    for name in ("skipbo", "flip_and_skip"):
        kept = played(rare_event_tables(name)[0])
        hold(name, FEW, lambda g: None)
        state = kept.table.deal()
        for action in kept.actions:
            kept.table.game.rules.play(state, action)
        assert state.tobytes() == kept.last.tobytes()


def test_a_law_can_fail() -> None:
    """The laws' own counting notices a lost card."""
    for state in played(rare_event_tables("skipbo")[-1]).states(61):
        for what, wrong in law_data("skipbo").unsound(state):
            with pytest.raises(AssertionError):
                law_data("skipbo").check(wrong)
            assert what
