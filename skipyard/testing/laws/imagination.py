"""Imagined worlds have the same distribution as real ones, tested with fixed seeds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from skipyard.games.law_data import law_data
from skipyard.games.random_play import imagined, view_of
from skipyard.testing.depth import sizes
from skipyard.testing.selection import selected_games
from skipyard.testing.statistics import LIMIT, same_p_value

HIDING = [name for name in selected_games() if law_data(name).HIDES]
few_and_many = sizes("games", 300, 1600)


@few_and_many
@pytest.mark.parametrize("name", HIDING)
def test_imagined_worlds_are_like_the_real_ones(name: str, games: int) -> None:
    """Compare the hidden things of many games with those of two imagined worlds each."""
    real_counts, imagined_counts = Counter[Any](), Counter[Any]()
    alike = Counter[str]()
    for number in range(games):
        state = law_data(name).blind(name, number)
        view = view_of(name, state, law_data(name).BLIND_SEAT)
        worlds = [state, *(imagined(name, view, 2 * number + n) for n in (0, 1))]
        truth, world, other = (law_data(name).unseen(s) for s in worlds)
        assert truth.total() == world.total() == other.total()
        real_counts += truth
        imagined_counts += world
        alike["real"] += (truth & other).total()
        alike["imagined"] += (world & other).total()
    things = sorted(set(real_counts) | set(imagined_counts))
    assert real_counts.total() > games // 2
    assert (
        same_p_value([real_counts[n] for n in things], [imagined_counts[n] for n in things]) > LIMIT
    )
    # a world resembles the truth as much as it resembles another world
    both = [[alike[who], real_counts.total() - alike[who]] for who in ("real", "imagined")]
    assert same_p_value(both[0], both[1]) > LIMIT
