"""Bots at a table have names of their own."""

from __future__ import annotations

import pytest

from skipyard.bots.levels import LEVELS
from skipyard.bots.people import BY_LEVEL, bot_name


@pytest.mark.parametrize("bot", [*LEVELS, "greedy", "search:2000"])
def test_six_bots_and_a_person_have_seven_names(bot: str) -> None:
    taken = [bot_name(bot, 0, [])]  # a person who is called like one of them
    for seat in range(6):
        taken.append(bot_name(bot, seat, taken))
    assert len(set(taken)) == 7


def test_every_level_has_its_own_names() -> None:
    names = [name for level in BY_LEVEL for name in level]
    assert len(set(names)) == len(names)
