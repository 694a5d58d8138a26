"""Numbers that are no action are refused alike at one table and at many; bots by name likewise."""

from __future__ import annotations

import numpy as np
import pytest

from skipyard.adapters.gymnasium import ILLEGAL, SkipyardEnv
from skipyard.adapters.vector import SkipyardVectorEnv
from skipyard.options import Refused


@pytest.mark.parametrize("action", [-1, -200, 10**6])
def test_a_number_that_is_no_action_is_refused_alike(action: int) -> None:
    one, many = SkipyardEnv("skippity"), SkipyardVectorEnv("skippity", 2)
    one.reset(seed=1)
    many.reset(seed=1)
    _, reward, terminated, _, info = one.step(action)
    _, rewards, ended, _, infos = many.step(np.full(2, action))
    assert (reward, terminated) == (rewards[0], ended[0]) == (ILLEGAL, True)
    assert info["refusal"] == infos["refusal"][0]
    assert info["refusal"].startswith(f"There is no action {action}; they are 0 to ")
    many.close()


def test_a_bot_that_cannot_play_at_many_tables_gets_a_sentence() -> None:
    with pytest.raises(Refused, match="“search” cannot play in a vector environment; these can"):
        SkipyardVectorEnv("skippity", 2, bots="search")
