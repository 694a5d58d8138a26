"""A table that is open in this process, and what it wishes for by itself."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.presenter import Gallery
from skipyard.server.live.table_lock import Door
from skipyard.server.net.listeners import Listener
from skipyard.table.command import Wish
from skipyard.table.host import Host
from skipyard.table.store import NEVER, Trouble

ID_BYTES = 9  # 12 letters in an address
ALL_OF_IT = 2**31  # a hint beyond any row: read the log


class NoTable(Refused):
    """There is no such table."""


class Unreadable(Trouble):
    """A log that this Skipyard cannot play on."""


class Hosted:
    """A table that is open in this process."""

    def __init__(self, host: Host, commands: dict[str, int], now: int) -> None:
        self.host, self.commands, self.used = host, commands, now
        self.door = Door()
        self.listeners: set[Listener] = set()
        self.present: set[int] = set()
        self.gallery = Gallery(host)
        self.timer: asyncio.TimerHandle | None = None
        self.acting = False  # whether the table is doing what was due
        self.behind = False  # whether rows of other processes could not be read
        self.away: dict[int, int] = {}  # seats whose person is missing; when a bot takes over

    @property
    def id(self) -> str:
        return self.host.header.table

    def is_here(self, seat: int) -> bool:
        """Whether somebody sits there by way of this process."""
        return any(listener.viewer == seat for listener in self.listeners)


def own(kind: str, seq: int, seat: int = NOBODY, **data: Any) -> Wish:
    """A wish of the table itself; processes that race for it name it alike, so it is done once."""
    name = f"{kind}:{seq}" if seat == NOBODY else f"{kind}:{seq}:{seat}"
    return Wish(kind, seq, name, data=data, own=True)


def earliest(*times: int) -> int:
    """The first of several times; NEVER where there is none."""
    return min((at for at in times if at != NEVER), default=NEVER)


def milliseconds() -> int:
    """Now, since 1970."""
    return time.time_ns() // 1_000_000
