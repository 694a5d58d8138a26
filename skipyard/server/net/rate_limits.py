"""Rate limits by address or seat: token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CALLERS = 20_000  # remembered at once


class RateLimit:
    """Gives each caller `rate` tokens a second, and up to `burst` at once."""

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
        if len(self.buckets) > MOST_CALLERS:
            self.buckets.popitem(last=False)
        return allowed
