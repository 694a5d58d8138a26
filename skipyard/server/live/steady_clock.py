"""The time that is stored with rows: it never jumps while a process runs."""

from __future__ import annotations

import time


class SteadyClock:
    """Milliseconds since 1970: the machine's time at the start, then by its monotonic clock."""

    def __init__(self) -> None:
        self.offset = time.time_ns() - time.monotonic_ns()

    def __call__(self) -> int:
        return (time.monotonic_ns() + self.offset) // 1_000_000

    def advance_to(self, moment: int) -> int:
        """Go forward to a moment, if it is later; by how many milliseconds."""
        behind = max(0, moment - self())
        self.offset += behind * 1_000_000
        return behind
