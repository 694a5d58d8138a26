"""Times in which nobody could move; what they took from a running clock is given back.

The database failed or stalled, this process stood still, or the server was restarted. Whoever asks
something of a table is first served what the table owes (pipeline.py), so that no flag falls
because of an outage; for a grace after it none falls at all.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from skipyard.seats import NOBODY
from skipyard.server.live.open_table import own_command
from skipyard.table.command import Command
from skipyard.table.host import Host

SLOW = 1.0  # seconds: whatever takes longer than this counts as an outage
MOST_REMEMBERED = 100
GRACE = 5_000  # milliseconds after an outage in which no flag falls
GRACE_ELSEWHERE = 30_000  # the same for people of a dead process, who have to come to another


class Outages:
    """The outages that this process has noticed."""

    def __init__(
        self, now: Callable[[], int], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.now, self.monotonic = now, monotonic
        self.past: deque[tuple[int, int]] = deque(maxlen=MOST_REMEMBERED)  # from, until; in order
        self.failing_since: int | None = None  # while the database fails
        self.asked_at: int | None = None  # while the sweeper waits for the database
        self.last_tick = monotonic()

    def note(self, since: int, until: int) -> None:
        """An outage is over."""
        if self.past:
            since = max(since, self.past[-1][1])
        if since < until:
            self.past.append((since, until))

    # The database ---------------------------------------------------------------------------------
    def failed(self, seconds: float) -> None:
        """The database did not do what was asked of it so many seconds ago."""
        if self.failing_since is None:
            self.failing_since = self.now() - int(seconds * 1000)

    def worked(self, seconds: float) -> None:
        """The database did it, after so many seconds."""
        now = self.now()
        if self.failing_since is not None:
            self.note(self.failing_since, now)
            self.failing_since = None
        elif seconds >= SLOW:
            self.note(now - int(seconds * 1000), now)

    # This process ---------------------------------------------------------------------------------
    def tick(self) -> None:
        """Called several times a second, and before a command is judged: did we stand still?"""
        at = self.monotonic()
        stood, self.last_tick = at - self.last_tick, at
        if stood >= SLOW:
            now = self.now()
            self.note(now - int(stood * 1000), now)

    def going_on(self) -> list[tuple[int, int]]:
        """The outage that is going on now, up to now."""
        now, since = self.now(), self.failing_since
        if since is None and self.asked_at is not None and now - self.asked_at >= SLOW * 1000:
            since = self.asked_at
        return [] if since is None else [(since, now)]

    # Giving back ----------------------------------------------------------------------------------
    def owed(self, host: Host) -> Command | None:
        """The command that gives a running clock back what outages took; None if nothing did."""
        going_on = self.going_on()
        if host.clock.running == NOBODY or not (self.past or going_on):
            return None
        start, lost, until = max(host.clock.since, host.paid_until), 0, 0
        for begin, end in (*self.past, *going_on):
            lost += max(0, end - max(begin, start, until))
            until = max(until, end)
        if not lost:
            return None
        return own_command("pause", host.seq, ms=lost, since=start, until=until, grace=GRACE)
