"""Imagined worlds are as likely as the real ones: by frequencies, with fixed seeds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from skipyard.games.law_data import law_data
from skipyard.games.random_play import imagined, view_of
from skipyard.testing.selection import selected_games
from skipyard.testing.statistics import LIMIT, same_p_value

HIDING = [name for name in selected_games() if law_data(name).HIDES]
few_and_many = pytest.mark.parametrize(
    "games",
    [pytest.param(300, marks=pytest.mark.few), pytest.param(1600, marks=pytest.mark.slow)],
)


@few_and_many
@pytest.mark.parametrize("name", HIDING)
def test_imagined_worlds_are_like_the_real_ones(name: str, games: int) -> None:
    """Over many games: each with its own hidden things, its own view, two imagined worlds."""
    real, dreamt = Counter[Any](), Counter[Any]()
    alike = Counter[str]()
    for number in range(games):
        state = law_data(name).blind(name, number)
        view = view_of(name, state, law_data(name).BLIND_SEAT)
        worlds = [state, *(imagined(name, view, 2 * number + n) for n in (0, 1))]
        truth, world, other = (law_data(name).unseen(s) for s in worlds)
        assert truth.total() == world.total() == other.total()
        real += truth
        dreamt += world
        alike["real"] += (truth & other).total()
        alike["dreamt"] += (world & other).total()
    things = sorted(set(real) | set(dreamt))
    assert real.total() > games // 2
    assert same_p_value([real[n] for n in things], [dreamt[n] for n in things]) > LIMIT
    # a world is as like the truth as it is like another world
    both = [[alike[who], real.total() - alike[who]] for who in ("real", "dreamt")]
    assert same_p_value(both[0], both[1]) > LIMIT
