"""Chance is fair, and so is imagination: by frequencies, with fixed seeds."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import own
import pytest
from measure import LIMIT, p_value, same_p_value
from worlds import imagined, view_of

from skipyard.core import CheapDice, Dice, below, cheap_below, key_from, start_dice
from skipyard.games import GAMES


def test_the_measure_itself_notices_unfair_dice() -> None:
    assert p_value([1000, 1000, 1000], [1, 1, 1]) > 0.99
    assert p_value([1150, 1000, 850], [1, 1, 1]) < LIMIT
    assert same_p_value([500, 500], [1000, 1000]) > 0.9
    assert same_p_value([600, 400], [1000, 1000]) < LIMIT


# Dice ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [2, 3, 6, 7, 13, 100, 162])
def test_below_is_even(n: int) -> None:
    dice = Dice()
    start_dice(dice, key_from(n), 1)
    counts = Counter(int(below(dice, n)) for _ in range(12000))
    assert p_value([counts[i] for i in range(n)], n * [1]) > LIMIT


def test_numbers_in_a_row_have_nothing_to_do_with_each_other() -> None:
    dice = Dice()
    start_dice(dice, key_from(5), 0)
    row = [int(below(dice, 6)) for _ in range(20001)]
    pairs = Counter(itertools.pairwise(row))
    assert p_value([pairs[i, j] for i in range(6) for j in range(6)], 36 * [1]) > LIMIT


@pytest.mark.parametrize("n", [2, 6, 23, 100])
def test_spin_is_even(n: int) -> None:
    chance = CheapDice()
    counts = Counter(int(cheap_below(chance, n)) for _ in range(12000))
    assert p_value([counts[i] for i in range(n)], n * [1]) > LIMIT


# Imagined worlds ----------------------------------------------------------------------------------
HIDING = [name for name in GAMES if own.of(name).HIDES]
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
        state = own.of(name).blind(name, number)
        view = view_of(name, state, own.of(name).BLIND_SEAT)
        worlds = [state, *(imagined(name, view, 2 * number + n) for n in (0, 1))]
        truth, world, other = (own.of(name).unseen(s) for s in worlds)
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
