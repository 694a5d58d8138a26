"""Statistics of matches. The unit is the pair: one deal, played from all seats.

Games of one deal are correlated, so intervals over games would be too narrow. A pair's score is the
share of its games that a bot won, from 0 to 1; a draw is shared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from skipyard.bots.intervals import wilson

ALPHA = BETA = 0.05
FEWEST = 10  # pairs before anything is called significant
TUNED_FOR = 50  # pairs at which the confidence sequence is tightest
UNSEEN_COUNT = 1e-3  # of pairs, for outcomes that have not occurred but might
BISECTIONS = 60


def moments(scores: Any) -> tuple[float, float]:
    """Mean and variance with two made-up pairs, one lost and one won, against false certainty."""
    padded = np.concatenate([np.asarray(scores, float), [0.0, 1.0]])
    return float(padded.mean()), float(padded.var())


def interval(scores: Any) -> tuple[float, float]:
    """The 95 % interval of a share over pairs: Wilson's, for the effective number of games."""
    mean, variance = moments(scores)
    effective = len(scores) * mean * (1 - mean) / variance
    return wilson(float(np.mean(scores)) * effective, effective)


def elo(share: float) -> float:
    """The difference in rating for a share; infinite if all or nothing was won."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def expected(difference: float) -> float:
    """The expected share for a difference in rating."""
    return float(1 / (1 + 10 ** (-difference / 400)))


# A test that is valid at any time -----------------------------------------------------------------
def is_sure(scores: Any, even: float = 0.5, alpha: float = ALPHA) -> bool:
    """Whether a share differs significantly from an even one, however often this was tested.

    An asymptotic confidence sequence (Waudby-Smith and others, 2021): its error is at most
    `alpha` over all evaluations together, while a plain interval's adds up.
    """
    n = len(scores)
    if n < FEWEST:
        return False
    mean, variance = moments(scores)
    sharp = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / TUNED_FOR
    grown = n * sharp + 1
    width = math.sqrt(variance * 2 * grown / (n * n * sharp) * math.log(math.sqrt(grown) / alpha))
    return abs(mean - even) > width


# The sequential test ------------------------------------------------------------------------------
class Sprt(NamedTuple):
    """A sequential probability ratio test between two differences in rating."""

    elo0: float
    elo1: float

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first H0 is accepted, above the second H1."""
        return math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)

    def evidence(self, scores: Any) -> float:
        """The logarithm of the likelihood ratio, from the counts of pair scores."""
        values, counts = pair_counts(scores)
        smoothed = np.maximum(counts, UNSEEN_COUNT)
        shares = smoothed / smoothed.sum()
        low, high = (tilted(values, shares, expected(rating)) for rating in self)
        return float(len(scores) * (shares * np.log(high / low)).sum())

    def verdict(self, scores: Any) -> str:
        """H0, H1, or nothing yet."""
        low, high = self.bounds
        evidence = self.evidence(scores) if len(scores) else 0.0
        return "H1" if evidence >= high else "H0" if evidence <= low else ""


def pair_counts(scores: Any) -> tuple[Any, Any]:
    """How often a pair of games scored 0, 1/4, 1/2, 3/4 and 1."""
    values = np.linspace(0, 1, 5)
    return values, np.bincount(np.rint(4 * np.asarray(scores, float)).astype(int), minlength=5)


def tilted(values: Any, shares: Any, mean: float) -> Any:
    """The likeliest shares of outcomes with a given mean, by bisection."""
    low, high = -1 / (values[-1] - mean), 1 / (mean - values[0])
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if (shares * (values - mean) / (1 + middle * (values - mean))).sum() > 0:
            low = middle
        else:
            high = middle
    return shares / (1 + (low + high) / 2 * (values - mean))


# Times --------------------------------------------------------------------------------------------
def times(seconds: Sequence[float]) -> dict[str, float | int | None]:
    """How long moves took, in milliseconds; None if none was timed."""
    if not len(seconds):
        return {"timed": 0, "mean_ms": None, "p99_ms": None}
    milliseconds = 1000 * np.asarray(seconds, float)
    return {
        "timed": len(milliseconds),
        "mean_ms": float(milliseconds.mean()),
        "p99_ms": float(np.percentile(milliseconds, 99)),
    }
