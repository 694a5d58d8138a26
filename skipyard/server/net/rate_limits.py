"""How much one address or one seat may ask for: token buckets that forget who has gone."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEPT = 20_000  # callers remembered at once


class Limit:
    """So many tokens a second for each caller, and a burst of so many."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, when

    def allows(self, caller: str, cost: float = 1.0) -> bool:
        """Take tokens from a caller's bucket; whether there were enough."""
        now = self.now()
        tokens, then = self.buckets.pop(caller, (self.burst, now))
        tokens = min(self.burst, tokens + (now - then) * self.rate)
        allowed = tokens >= cost
        self.buckets[caller] = (tokens - cost if allowed else tokens, now)
        if len(self.buckets) > KEPT:
            self.buckets.popitem(last=False)
        return allowed
