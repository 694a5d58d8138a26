"""Who is at one table: this process's listeners, seats present in any process, missing people."""

from __future__ import annotations

from skipyard.seats import NOBODY
from skipyard.server.net.listeners import Listener
from skipyard.table.chair import LEFT
from skipyard.table.host import Host
from skipyard.table.policy import PER_DAYS

EXPECTED = ("playing", "between")  # phases in which people are expected at the table


class Presence:
    """The listeners of one table, and which of its seats have somebody."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.seats: set[int] = set()  # with somebody there, in whichever process
        # Seats whose person is away; when a bot takes over, or somebody else hosts before the deal.
        self.missing: dict[int, int] = {}

    @property
    def connected(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {listener.viewer for listener in self.listeners} - {NOBODY}

    def is_connected(self, seat: int) -> bool:
        """Whether somebody is connected to this process for a seat."""
        return any(listener.viewer == seat for listener in self.listeners)

    def note_missing(self, host: Host, now: int) -> None:
        """Start the grace period of people who are expected (not by correspondence) and absent."""
        until = now + host.policy.grace * 1000
        for seat in range(len(host.chairs)):
            if seat not in self.seats and self.is_expected(host, seat):
                self.missing.setdefault(seat, until)
            else:
                self.missing.pop(seat, None)

    def is_expected(self, host: Host, seat: int) -> bool:
        """Whether the table does not wait long for this seat's person."""
        if host.policy.clock == PER_DAYS or host.log_full:
            return False
        if host.phase == "gathering":  # others may want to invite and to begin
            return not host.log_long and seat == host.host_seat and self.next_host(host) != NOBODY
        return host.phase in EXPECTED and host.chairs[seat].played_by_person

    def next_host(self, host: Host) -> int:
        """The first of the people who are here and could host instead; NOBODY without one."""
        here = (seat for seat in host.came if seat in self.seats and seat != host.host_seat)
        return next(here, NOBODY)

    def returned(self, host: Host) -> list[int]:
        """Seats that a bot plays for somebody who is connected again."""
        chairs = () if host.log_long else enumerate(host.chairs)
        return [seat for seat, chair in chairs if chair.away == LEFT and self.is_connected(seat)]

    def unseat(self, seat: int) -> list[Listener]:
        """Turn whoever stood up into a watcher: the seat's next view is somebody else's."""
        unseated = [listener for listener in self.listeners if listener.viewer == seat]
        for listener in unseated:
            listener.viewer = NOBODY
        self.seats.discard(seat)
        return unseated
