"""The time that each seat has left; it follows from the times of rows alone."""

from __future__ import annotations

from typing import NamedTuple

from skipyard.seats import NOBODY
from skipyard.table.database.store import NEVER
from skipyard.table.policy import NO_CLOCK, SECOND, Policy


class Clock(NamedTuple):
    """Every seat's clock, and which of them runs."""

    policy: Policy
    left: tuple[int, ...]  # milliseconds by seat, when the running one last started
    running: int = NOBODY
    since: int = 0
    held_until: int = 0  # no flag falls before, after an outage

    @property
    def runs_out(self) -> int:
        """When the running clock reaches zero; NEVER where none runs."""
        if self.running == NOBODY:
            return NEVER
        return max(self.since + self.left[self.running], self.held_until)

    def remaining(self, now: int) -> list[int]:
        """What everybody has left at `now`; empty where nobody has a clock."""
        return [] if self.policy.clock == NO_CLOCK else list(self.stopped(now).left)

    def stopped(self, at: int) -> Clock:
        """The same clocks with none running: the elapsed time is taken off."""
        if self.running == NOBODY:
            return self
        elapsed = max(0, at - self.since)
        return self.changed(self.running, -elapsed)._replace(running=NOBODY)

    def started(self, seat: int, at: int) -> Clock:
        """The same clocks with that of `seat` running; NOBODY: none."""
        if self.policy.clock == NO_CLOCK:
            return self
        return self._replace(running=seat, since=at)

    def changed(self, seat: int, by: int) -> Clock:
        left = list(self.left)
        left[seat] = max(0, left[seat] + by)
        return self._replace(left=tuple(left))

    def paused(self, milliseconds: int, at: int, grace: int = 0) -> Clock:
        """Give the running clock back time in which the table could not be reached."""
        since = min(self.since + milliseconds, max(at, self.since))
        return self._replace(since=since, held_until=at + grace if grace else 0)

    def refreshed(self, seat: int) -> Clock:
        """After a move, give the next one its full time where every move has its own."""
        if seat == NOBODY or not self.policy.per_move:
            return self
        return self.changed(seat, self.policy.allowance - self.left[seat])

    def rewarded(self, seat: int) -> Clock:
        """After a turn, add the increment."""
        return self.changed(seat, self.policy.increment * SECOND)


def new_clock(policy: Policy) -> Clock:
    """The clocks before the first move."""
    return Clock(policy, (policy.allowance,) * len(policy.chairs))
