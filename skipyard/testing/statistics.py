"""Whether counts could come from a chance: chi-square, with fixed seeds.

A p-value below LIMIT fails; the seeds are fixed, so a test that passes goes on passing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

LIMIT = 1e-4
LEAST = 5  # an expected count below this is put together with others


def p_value(counts: Sequence[float], weights: Sequence[float]) -> float:
    """Whether counts could come from a chance with these weights: chi-square."""
    observed, expected = np.array(counts, float), np.array(weights, float)
    expected *= observed.sum() / expected.sum()
    assert observed[expected == 0].sum() == 0, "what cannot happen has happened"
    rare = expected < LEAST
    if rare.sum() > 1:
        observed = np.append(observed[~rare], observed[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    kept = expected > 0
    if kept.sum() < 2:
        return 1.0
    return float(stats.chisquare(observed[kept], expected[kept]).pvalue)


def same_p_value(first: Sequence[float], second: Sequence[float]) -> float:
    """Whether two rows of counts could come from one chance."""
    both = np.array([first, second], float)
    both = both[:, both.sum(axis=0) >= 2 * LEAST]
    return float(stats.chi2_contingency(both).pvalue)
