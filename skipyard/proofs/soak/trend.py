"""Whether a series of measurements is flat: Theil and Sen's slope with its confidence interval."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

BLOCKS = 12  # neighbouring samples depend on each other; medians of blocks hardly do
Z = 1.96  # standard deviations for 95 %


class Trend(NamedTuple):
    """How much a series grows from its first block to its last."""

    level: float  # its median
    growth: float
    low: float  # the 95 % interval of the growth
    high: float

    def is_flat(self, tolerance: float, slack: float = 0.0) -> bool:
        """Whether it does not surely grow by more than this share of its level."""
        return self.low <= max(tolerance * abs(self.level), slack)


def trend(values: Sequence[float]) -> Trend:
    """The trend of evenly spaced measurements; at least as many as there are blocks."""
    blocks = [statistics.median(block) for block in split(values)]
    pairs = itertools.combinations(enumerate(blocks), 2)
    slopes = sorted((b - a) / (j - i) for (i, a), (j, b) in pairs)
    n, length = len(blocks), len(blocks) - 1
    spread = Z * math.sqrt(n * (n - 1) * (2 * n + 5) / 18)  # of Kendall's score
    low = max(0, math.floor((len(slopes) - spread) / 2))
    high = min(len(slopes) - 1, math.ceil((len(slopes) + spread) / 2))
    growth = statistics.median(slopes)
    return Trend(
        statistics.median(values), growth * length, slopes[low] * length, slopes[high] * length
    )


def split(values: Sequence[float]) -> list[Sequence[float]]:
    """The values in blocks of nearly the same size."""
    edges = [round(number * len(values) / BLOCKS) for number in range(BLOCKS + 1)]
    return [values[a:b] for a, b in itertools.pairwise(edges) if b > a]
