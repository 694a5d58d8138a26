"""Statistics: intervals and tests have the error rates that they claim."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skipyard.lab.matches import stats


def pairs(rng: np.random.Generator, share: float, shape: tuple[int, ...]) -> Any:
    """Scores of pairs in which each game is won with a given chance."""
    return (rng.random((*shape, 2)) < share).mean(axis=-1)


@pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
def test_the_interval_holds_the_truth_in_95_of_100(share: float) -> None:
    intervals = [
        stats.interval(scores) for scores in pairs(np.random.default_rng(1), share, (800, 60))
    ]
    held = np.mean([low <= share <= high for low, high in intervals])
    assert held >= 0.93
    width = np.mean([high - low for low, high in intervals])
    assert width < 2 * 2.6 * (share * (1 - share) / 120) ** 0.5 + 0.02  # and says something


def test_games_of_a_deal_are_not_counted_twice() -> None:
    alike = np.repeat([0.0, 1.0], 50)  # whoever gets the deal's good seat or bad luck: 100 pairs
    split = np.full(100, 0.5)  # each deal won once by each: far more certain
    narrow, wide = stats.interval(split), stats.interval(alike)
    assert narrow[1] - narrow[0] < (wide[1] - wide[0]) / 2
    assert wide == pytest.approx((0.404, 0.596), abs=0.002)


def test_all_wins_are_no_certainty() -> None:
    low, high = stats.interval(np.ones(20))
    assert 0.8 < low < 0.9
    assert high == 1


def test_elo_and_back() -> None:
    for difference in (-300.0, 0.0, 70.0):
        assert stats.elo(stats.expected(difference)) == pytest.approx(difference)
    assert stats.elo(0.64) == pytest.approx(100, abs=0.1)
    assert stats.elo(1) == -stats.elo(0) == float("inf")


def test_looking_all_the_time_errs_in_at_most_5_of_100() -> None:
    rng = np.random.default_rng(2)
    ever = [
        any(stats.is_sure(scores[:n]) for n in range(10, 201, 5))
        for scores in pairs(rng, 0.5, (400, 200))
    ]
    assert np.mean(ever) <= 0.06
    clear = pairs(rng, 0.75, (100, 100))
    assert np.mean([stats.is_sure(scores) for scores in clear]) > 0.95


def decided(rng: np.random.Generator, share: float, test: stats.Sprt) -> str:
    """What the sequential test decides for a bot with this share of wins."""
    scores = pairs(rng, share, (6000,))
    for n in range(50, 6001, 50):
        if verdict := test.verdict(scores[:n]):
            return verdict
    return ""


@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (40, "H1")])
def test_the_sequential_test_is_right_in_95_of_100(elo: float, right: str) -> None:
    rng, test = np.random.default_rng(3), stats.Sprt(0, 40)
    verdicts = [decided(rng, stats.expected(elo), test) for _ in range(100)]
    assert verdicts.count(right) >= 90
    assert "" not in verdicts


def test_evidence_is_even_between_its_ratings() -> None:
    scores = pairs(np.random.default_rng(4), stats.expected(20), (40_000,))
    assert abs(stats.Sprt(0, 40).evidence(scores)) < 100  # three deviations
    assert stats.Sprt(0, 40).evidence(1 - scores) < -500


def test_times_tell_mean_and_tail() -> None:
    summary = stats.times([0.001] * 98 + [0.101] * 2)
    assert summary == {"timed": 100, "mean_ms": pytest.approx(3), "p99_ms": pytest.approx(101)}
    assert stats.times([])["mean_ms"] is None
