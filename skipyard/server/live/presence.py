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
        self.missing: dict[int, int] = {}  # seats whose person is away; when a bot takes over

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
        expected = host.phase in EXPECTED and host.policy.clock != PER_DAYS
        for seat, chair in enumerate(host.chairs):
            if expected and chair.played_by_person and seat not in self.seats:
                self.missing.setdefault(seat, until)
            else:
                self.missing.pop(seat, None)

    def returned(self, host: Host) -> list[int]:
        """Seats that a bot plays for somebody who is connected again."""
        chairs = enumerate(host.chairs)
        return [seat for seat, chair in chairs if chair.away == LEFT and self.is_connected(seat)]

    def unseat(self, seat: int) -> None:
        """Turn whoever stood up into a watcher: the seat's next view is somebody else's."""
        for listener in self.listeners:
            if listener.viewer == seat:
                listener.viewer = NOBODY
        self.seats.discard(seat)
