"""Chi-square tests. A p-value below LIMIT fails; seeds are fixed, so results never change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

LIMIT = 1e-4
LEAST = 5  # smaller expected counts are merged


def p_value(counts: Sequence[float], weights: Sequence[float]) -> float:
    """The p-value of counts under these weights."""
    observed, expected = np.array(counts, float), np.array(weights, float)
    expected *= observed.sum() / expected.sum()
    assert observed[expected == 0].sum() == 0, "what cannot happen has happened"
    rare = expected < LEAST
    if rare.sum() > 1:
        observed = np.append(observed[~rare], observed[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    possible = expected > 0
    if possible.sum() < 2:
        return 1.0
    return float(stats.chisquare(observed[possible], expected[possible]).pvalue)


def same_p_value(first: Sequence[float], second: Sequence[float]) -> float:
    """The p-value of two rows of counts having the same distribution."""
    both = np.array([first, second], float)
    both = both[:, both.sum(axis=0) >= 2 * LEAST]
    return float(stats.chi2_contingency(both).pvalue)
