"""Dice are fair, and imagined worlds of our games too, tested with fixed seeds."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from skipyard.core import CheapDice, Dice, below, cheap_below, key_from, start_dice
from skipyard.testing.laws.imagination import *  # noqa: F403
from skipyard.testing.statistics import LIMIT, p_value, same_p_value


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
def test_cheap_dice_are_even(n: int) -> None:
    chance = CheapDice()
    counts = Counter(int(cheap_below(chance, n)) for _ in range(12000))
    assert p_value([counts[i] for i in range(n)], n * [1]) > LIMIT
