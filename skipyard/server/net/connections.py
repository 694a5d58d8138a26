"""Counts connections, in all and by address, and says who may have another one.

Strangers of one address share a cap; people who hold a chair have a larger one of their own, since
a family or a whole event shares one address. When nearly all connections are in use, only people
who hold a chair get another one. A connection that waits for a request, or for the rest of one, has
to leave where its address has too many of those, or where all are in use; the oldest goes first, so
whoever sends a request at once is never the one.
"""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from skipyard.server import logs
from skipyard.server.net.addresses import Proxies
from skipyard.server.settings import Settings

try:
    import resource
except ImportError:  # not on this system
    resource = None  # type: ignore[assignment]

STATE = "connections"  # the name under which a protocol finds them
FOR_PEOPLE = 0.1  # the part of all connections that strangers cannot have
OWN_FILES = 200  # files that the process needs for itself: databases, workers, what it sends
MOST_FILES = 1 << 20  # more than anybody needs; some systems name no limit
NOTE_INTERVAL = 10.0  # seconds between lines of the log about refused strangers


class Waiting(Protocol):
    """A connection that waits for a request."""

    def make_room(self) -> None:
        """Close, since others need the place."""


class Place:
    """One of the places of an address that is taken, until it is given back."""

    __slots__ = ("address", "connections", "seated")

    def __init__(self, connections: Connections | None, address: str, seated: bool) -> None:
        self.connections, self.address, self.seated = connections, address, seated

    def sit(self) -> None:
        """Count for somebody who holds a chair from now on, if there is a place for one."""
        connections = self.connections
        if connections is not None and not self.seated and connections.take(self.address, True):
            connections.give_back(self.address, False)
            self.seated = True

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        if self.connections is not None:
            self.connections.give_back(self.address, self.seated)
            self.connections = None


class Connections:
    """The connections of this process."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self.most = min(settings.connections or MOST_FILES, most_by_files())
        self.by_kind = {False: settings.address_strangers, True: settings.address_seated}
        self.most_waiting = settings.address_waiting
        self.proxies, self.now = Proxies(settings.trusted_proxies), now
        self.open = 0
        self.taken: dict[tuple[str, bool], int] = {}  # by address and whether seated
        self.waiting: OrderedDict[Waiting, str] = OrderedDict()  # oldest first, with the address
        self.waiting_by: dict[str, OrderedDict[Waiting, None]] = {}
        self.refused, self.noted_at = 0, -NOTE_INTERVAL

    # All of them ----------------------------------------------------------------------------------
    def connect(self) -> bool:
        """Count one more; False where there is no room and nobody who waits."""
        self.open += 1
        if self.open <= self.most:
            return True
        if not self.waiting:
            self.note_refusal()
            return False
        next(iter(self.waiting)).make_room()
        return True

    def disconnect(self) -> None:
        self.open -= 1

    @property
    def is_crowded(self) -> bool:
        """Whether what is left is for people who hold a chair."""
        return self.open > self.most * (1 - FOR_PEOPLE)

    # Those that wait ------------------------------------------------------------------------------
    def wait(self, waiting: Waiting, address: str) -> None:
        """Count a connection as waiting; the oldest of its address leaves where there are many."""
        self.stop_waiting(waiting)
        self.waiting[waiting] = address
        if address:
            group = self.waiting_by.setdefault(address, OrderedDict())
            group[waiting] = None
            if len(group) > self.most_waiting:
                next(iter(group)).make_room()

    def stop_waiting(self, waiting: Waiting) -> None:
        address = self.waiting.pop(waiting, "")
        if address:
            group = self.waiting_by[address]
            del group[waiting]
            if not group:
                del self.waiting_by[address]

    # By address -----------------------------------------------------------------------------------
    def enter(self, address: str, seated: bool) -> Place | None:
        """A place for a request or a socket; None where there is none."""
        if self.is_crowded and not seated:
            self.note_refusal()
            return None
        return Place(self, address, seated) if self.take(address, seated) else None

    def take(self, address: str, seated: bool) -> bool:
        count = self.taken.get((address, seated), 0)
        if count >= self.by_kind[seated]:
            return False
        self.taken[address, seated] = count + 1
        return True

    def give_back(self, address: str, seated: bool) -> None:
        self.taken[address, seated] -= 1
        if not self.taken[address, seated]:
            del self.taken[address, seated]

    def note_refusal(self) -> None:
        """Log that strangers are refused for want of connections, not more than now and then."""
        self.refused += 1
        if self.now() - self.noted_at >= NOTE_INTERVAL:
            facts = {"open": self.open, "most": self.most, "refused": self.refused}
            logs.warn("connections are nearly used up; strangers are refused", **facts)
            self.refused, self.noted_at = 0, self.now()


def most_by_files() -> int:
    """How many connections the limit of open files has room for, beside our own files."""
    if resource is None:
        return MOST_FILES
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MOST_FILES
    return int(files - min(OWN_FILES, files // 2))


def raise_file_limit() -> None:
    """Raise the limit of open files as far as this user may."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (MOST_FILES, 1 << 16, 10240):  # macOS refuses some
        wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
        if soft == resource.RLIM_INFINITY or wanted <= soft:
            return
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return
